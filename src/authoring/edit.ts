// Changes values in the text of a YAML file and nothing else: comments, order, quotes, anchors and line ends stay.

import { type Alias, isAlias, isMap, isScalar, isSeq, visit } from "yaml";
import { compose } from "../config/yaml/compose.js";
import { readAny } from "../config/yaml/document.js";
import { isForbiddenKey } from "../config/yaml/value.js";
import { isRecord } from "../model/record.js";
import { fill } from "./edit-fill.js";
import { columnOf, extent, isBlock, isBlockScalar, type Placed, startOf } from "./edit-place.js";
import { prune } from "./edit-prune.js";
import type { Value } from "./edit-text.js";
import { isSame, Refusal, spliced, Work } from "./edit-work.js";

export interface Edit {
  /** Keys, and indexes of lists; the index after the last puts an item at the end. */
  readonly path: readonly (string | number)[];
  /** undefined removes the key or item. */
  readonly value: Value | undefined;
}

type Edited = { readonly text: string } | { readonly problem: string };

const DEFAULT_STEP = 2;

/**
 * The text with the edits made, one after the other; missing maps on the way are made. What was asked for is compared
 * with what is there, so that only differences are written, and the result is read again before it is given out:
 * there is either the wanted value or a problem (one sentence), never another value. Never throws.
 */
export function editYaml(text: string, edits: readonly Edit[]): Edited {
  const { value, marks } = readAny(text);
  if (marks.length > 0) return { problem: "the file isn't valid YAML" };
  const wanted = wantedValue(value, edits);
  if ("problem" in wanted) return wanted;
  if (isSame(wanted.value, value ?? {})) return { text };
  try {
    const pruned = half(text, value, (work, root) => prune(work, root, value, wanted.value));
    const filled = half(pruned.text, pruned.value, (work, root) => {
      fill(work, root, { kind: "file" }, pruned.value, wanted.value);
      return wanted.value;
    });
    return { text: filled.text };
  } catch (error) {
    // Or a number that YAML can't carry; everything else would be a defect.
    if (error instanceof Refusal || error instanceof RangeError) return { problem: error.message };
    throw error;
  }
}

interface Half {
  readonly text: string;
  readonly value: unknown;
}

/** Does one half, and reads the result: it must hold the value that the half was to give. Throws Refusal. */
function half(original: string, before: unknown, collect: (work: Work, root: unknown) => unknown): Half {
  let text = original;
  for (;;) {
    const { root } = compose(text);
    const work = new Work(text, stepOf(text, root));
    const value = collect(work, root);
    if (work.splices.length === 0 && isSame(before, value)) return { text, value };
    const result = spliced(text, work.splices);
    const again = result === undefined ? undefined : readAny(result);
    if (result !== undefined && again?.marks.length === 0 && isSame(again.value, value)) return { text: result, value };
    const shared = sharedAnchor(work, root);
    if (shared === undefined)
      throw new Refusal("the file's layout there leaves no way to change it without rewriting the text around it");
    // Each time the anchor moves on to a later place, so this ends with the last alias.
    const moved = handedOn(text, shared);
    if (moved === undefined)
      throw new Refusal(`other places use the value through its anchor (&${shared}) and would change, too`);
    text = moved;
  }
}

/** An anchor that changes, or goes, although an alias uses it. */
function sharedAnchor(work: Work, root: unknown): string | undefined {
  const used: string[] = [];
  if (isMap(root) || isSeq(root)) visit(root, { Alias: (_, { source }) => void used.push(source) });
  return used.find(
    (name) =>
      work.anchors.has(name) || work.splices.some(({ start, end }) => work.text.slice(start, end).includes(`&${name}`)),
  );
}

/** By how much the first map inside the file's map is indented. */
function stepOf(text: string, root: unknown): number {
  if (!isMap(root)) return DEFAULT_STEP;
  const inner = root.items.find(({ value }) => isMap(value) && value.flow !== true)?.value;
  const step = inner === undefined ? DEFAULT_STEP : columnOf(text, startOf(inner)) - columnOf(text, startOf(root));
  return step > 0 ? step : DEFAULT_STEP;
}

type WantedValue = { readonly value: unknown } | { readonly problem: string };

type Holder = Record<string, unknown> | unknown[];

/** Leaves `value` as it is; what isn't there and shall be removed is no problem. */
export function wantedValue(value: unknown, edits: readonly Edit[]): WantedValue {
  const holder = { file: copied(value ?? {}) };
  for (const { path, value: wanted } of edits) {
    const problem = change(holder, ["file", ...path], Object.is(wanted, -0) ? 0 : copied(wanted));
    if (problem !== undefined) return { problem };
  }
  return isRecord(holder.file) ? { value: holder.file } : { problem: "a file must be a map of keys" };
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
    if (!isHolder(inner)) return `${JSON.stringify(step)} has a value that isn't a map`;
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
  return isPlace ? undefined : `the list has no item ${JSON.stringify(step)}`;
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

/** The same values, the anchor at its first alias; undefined where the anchored value doesn't stand on one line. */
function handedOn(text: string, anchor: string): string | undefined {
  const { root } = compose(text);
  const place = root === undefined ? undefined : placeOf(root, anchor);
  if (place === undefined) return undefined;
  const { node, alias } = place;
  const [start, end] = extent(node);
  const source = text.slice(start, end);
  const mark = markBefore(text, start, anchor);
  if (isBlock(node) || isBlockScalar(node) || source === "" || source.includes("\n") || mark === undefined) {
    return undefined;
  }
  const [aliasStart, aliasEnd] = extent(alias);
  const result = spliced(text, [
    { start: mark, end: start, text: "" },
    { start: aliasStart, end: aliasEnd, text: `&${anchor} ${source}` },
  ]);
  // What is plain in one place may need quotes in the other.
  const [before, after] = [readAny(text), readAny(result ?? "")];
  return after.marks.length === 0 && isSame(before.value, after.value) ? result : undefined;
}

interface AnchorPlace {
  readonly node: Placed;
  readonly alias: Alias;
}

/** The anchored value and the first alias behind it. */
function placeOf(root: unknown, anchor: string): AnchorPlace | undefined {
  if (!(isMap(root) || isSeq(root))) return undefined;
  let node: Placed | undefined;
  let alias: Alias | undefined;
  visit(root, {
    Node: (_, one) => {
      if (isAlias(one)) {
        if (one.source === anchor && node !== undefined) alias ??= one;
      } else if ((isScalar(one) || isMap(one) || isSeq(one)) && one.anchor === anchor && alias === undefined) {
        node = one;
      }
    },
  });
  return node === undefined || alias === undefined ? undefined : { node, alias };
}

/** Where `&anchor` begins, if nothing but spaces stands between it and the value. */
function markBefore(text: string, start: number, anchor: string): number | undefined {
  const mark = text.lastIndexOf(`&${anchor}`, start);
  return mark >= 0 && text.slice(mark + anchor.length + 1, start).trim() === "" ? mark : undefined;
}
