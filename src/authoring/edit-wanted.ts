// The value that a file shall hold once it is edited: what it holds now, with the edits made one after the other.

import { isForbiddenKey } from "../config/yaml/value.js";
import { isRecord, type Value } from "./edit-text.js";

export interface Edit {
  /** Keys, and indexes of lists; the index after the last puts an item at the end. */
  readonly path: readonly (string | number)[];
  /** undefined removes the key or item. */
  readonly value: Value | undefined;
}

export type Wanted = { readonly value: unknown } | { readonly problem: string };

type Holder = Record<string, unknown> | unknown[];

/** Leaves `value` as it is; what isn't there and shall be removed is no problem. */
export function wantedValue(value: unknown, edits: readonly Edit[]): Wanted {
  const holder = { file: copied(value ?? {}) };
  for (const { path, value: wanted } of edits) {
    const problem = change(holder, ["file", ...path], Object.is(wanted, -0) ? 0 : copied(wanted));
    if (problem !== undefined) return { problem };
  }
  return isRecord(holder.file) ? { value: holder.file } : { problem: "a file holds a map of keys" };
}

function change(root: Holder, path: readonly (string | number)[], wanted: unknown): string | undefined {
  let holder = root;
  for (const step of path.slice(0, -1)) {
    const problem = misplaced(holder, step);
    if (problem !== undefined) return problem;
    let inner = get(holder, step);
    if (wanted === undefined && !isHolder(inner)) return undefined;
    if (inner === undefined || inner === null) {
      inner = {};
      put(holder, step, inner);
    }
    if (!isHolder(inner)) return `${JSON.stringify(step)} holds a value that is no map`;
    holder = inner;
  }
  const last = path.at(-1) ?? "file";
  const problem = misplaced(holder, last);
  if (problem !== undefined) return problem;
  if (wanted !== undefined) put(holder, last, wanted);
  else if (!Array.isArray(holder)) delete holder[last];
  else if (typeof last === "number") holder.splice(last, 1);
  return undefined;
}

function misplaced(holder: Holder, step: string | number): string | undefined {
  if (!Array.isArray(holder)) return isForbiddenKey(String(step)) ? `the key ${step} is refused` : undefined;
  const isPlace = typeof step === "number" && Number.isInteger(step) && step >= 0 && step <= holder.length;
  return isPlace ? undefined : `the list has no place ${JSON.stringify(step)}`;
}

function get(holder: Holder, step: string | number): unknown {
  if (Array.isArray(holder)) return typeof step === "number" ? holder[step] : undefined;
  return Object.hasOwn(holder, step) ? holder[step] : undefined;
}

function put(holder: Holder, step: string | number, value: unknown): void {
  if (!Array.isArray(holder)) holder[step] = value;
  else if (typeof step === "number") holder[step] = value;
}

function isHolder(value: unknown): value is Holder {
  return typeof value === "object" && value !== null;
}

/** Aliases of one value become values of their own. */
function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied);
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copied(part)]));
  return value;
}
