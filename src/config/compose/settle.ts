// Works out the settings of one bot that refer to variables, and checks the values as if they had been written.

import * as z from "zod/mini";
import { isRecord } from "../../model/record.js";
import type { Diagnostic, Origin } from "../../model/text/diagnostic.js";
import { problem } from "../problem.js";
import { explainIssue } from "../schema/issues.js";
import { type Path, valueAt } from "../schema/place.js";
import { type BotShape, botSchema } from "../schema/schema-bot.js";
import { isBareAsset } from "../schema/suggest.js";
import type { Merged } from "./layer.js";
import { Fault, type Scope, substitute } from "./reference.js";

interface Settled {
  readonly merged: Merged;
  readonly diagnostics: readonly Diagnostic[];
}

/** The bot with every setting worked out. @param address of the bot in its account; absent where no account has it */
export function settle(merged: Merged, scope: Scope, address?: string): Settled {
  if (merged.pending.size === 0) return { merged, diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const faulty = new Set<string>();
  const found: Record<string, unknown> = {};
  for (const [name, { raw, layer }] of merged.pending) {
    const wrong: Diagnostic[] = [];
    const value = workOut(
      raw,
      SCHEMAS[name] ?? z.never(),
      scope,
      { file: layer.file, path: [...layer.path, name] },
      wrong,
    );
    if (value === WRONG) faulty.add(name);
    else found[name] = value;
    diagnostics.push(...wrong.map((one) => (address === undefined ? one : { ...one, address })));
  }
  // Each was checked by the schema of its own key.
  const values: BotShape = { ...merged.values, ...(found as BotShape) };
  return { merged: { ...merged, values, pending: new Map(), faulty }, diagnostics };
}

/** Stands for a value that can't be used; a diagnostic says why. */
export const WRONG = Symbol("wrong");
const SCHEMAS: Readonly<Record<string, z.ZodMiniType>> = botSchema.shape;

/** The value of a setting that refers to variables, checked as if it had been written. */
export function workOut<T>(
  raw: unknown,
  schema: z.ZodMiniType<T>,
  scope: Scope,
  origin: Origin,
  diagnostics: Diagnostic[],
): T | typeof WRONG {
  const value = substitute(raw, scope);
  if (value instanceof Fault) {
    // Reported at the part of the value that refers to them.
    const path = [...origin.path, ...faultyPart(raw, scope)];
    if (value.words !== undefined)
      diagnostics.push(problem(value.words.code, { ...value.words, origin: { ...origin, path } }));
    return WRONG;
  }
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  diagnostics.push(...explainValue(parsed.error.issues, value, raw, origin));
  return WRONG;
}

function faultyPart(raw: unknown, scope: Scope): Path {
  for (const [key, part] of partsOf(raw)) {
    const value = substitute(part, scope);
    if (value instanceof Fault) return [key, ...faultyPart(part, scope)];
  }
  return [];
}

function partsOf(raw: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(raw)) return raw.map((part, index) => [index, part] as const);
  return isRecord(raw) ? Object.entries(raw) : [];
}

/** The remedy names the variable: quotes around a reference change nothing. */
const OF_A_VARIABLE: Readonly<Record<string, string>> = {
  "config/quoted-number": "Make one reference the whole value, and the variable a number without quotes.",
  "config/unquoted-text": "Put quotes around the variable's value where it is declared.",
};

/** The quote asset belongs before the reference, or each bot would trade the pair of one. */
function ofBareAsset(code: string, value: unknown, raw: unknown): string | undefined {
  const isMeant = code === "config/bad-pair" && typeof raw === "string" && typeof value === "string";
  return isMeant && isBareAsset(value) ? `Write the quote asset and a dash before it: USDT-${raw}.` : undefined;
}

/** Problems of a value that variables made, at the place of the reference. */
function explainValue(issues: readonly z.core.$ZodIssue[], value: unknown, raw: unknown, origin: Origin): Diagnostic[] {
  const root = origin.path.reduceRight<unknown>((inner, part) => ({ [part]: inner }), value);
  return issues.flatMap((issue) => {
    const path = [...origin.path, ...issue.path];
    return explainIssue({ ...issue, path }, root).map(({ code, summary, remedy, path: exact, key }) => {
      const written = writtenPart(exact.slice(origin.path.length), raw);
      const isKey = key === true && origin.path.length + written.length === exact.length;
      return problem(code, {
        summary: `${summary}; it contains variables`,
        remedy: OF_A_VARIABLE[code] ?? ofBareAsset(code, value, raw) ?? remedy,
        origin: { file: origin.file, path: [...origin.path, ...written], ...(isKey && { key }) },
      });
    });
  });
}

/** The path as far as it is in the file: the inside of a variable's value has no place there. */
function writtenPart(path: Path, raw: unknown): Path {
  const length = path.findIndex((_, depth) => valueAt(raw, path.slice(0, depth + 1)) === undefined);
  return length === -1 ? path : path.slice(0, length);
}
