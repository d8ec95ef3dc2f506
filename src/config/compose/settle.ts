// Works out the settings of one bot that refer to variables, and checks what they come to as if it had been written.
import * as z from "zod/mini";
import type { Diagnostic, Origin } from "../../model/text/diagnostic.js";
import { problem } from "../problem.js";
import { explainIssue } from "../schema/issues.js";
import { isMap, type Path, valueAt } from "../schema/place.js";
import { type BotShape, botSchema } from "../schema/schema-bot.js";
import type { Merged, Pending } from "./layer.js";
import { Fault, type Scope, substitute } from "./reference.js";

export interface Settled {
  readonly merged: Merged;
  readonly diagnostics: readonly Diagnostic[];
}

/** The bot with every setting worked out. @param address of the bot in its account; absent where no account has it */
export function settle(merged: Merged, scope: Scope, address?: string): Settled {
  if (merged.pending.size === 0) return { merged, diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const faulty = new Set<string>();
  const found: Record<string, unknown> = {};
  for (const [name, pending] of merged.pending) {
    const value = workedOut(name, pending, scope);
    if (value instanceof Wrong) {
      faulty.add(name);
      diagnostics.push(...value.diagnostics.map((one) => (address === undefined ? one : { ...one, address })));
    } else found[name] = value;
  }
  // Each was checked by the schema of its own key.
  const values: BotShape = { ...merged.values, ...(found as BotShape) };
  return { merged: { ...merged, values, pending: new Map(), faulty }, diagnostics };
}

class Wrong {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    this.diagnostics = diagnostics;
  }
}

const SCHEMAS: Readonly<Record<string, z.ZodMiniType>> = botSchema.shape;

function workedOut(name: string, { raw, layer }: Pending, scope: Scope): unknown {
  const origin: Origin = { file: layer.file, path: [...layer.path, name] };
  const value = substitute(raw, scope);
  if (value instanceof Fault) return new Wrong(explainFault(value, raw, scope, origin));
  const schema = SCHEMAS[name];
  const parsed = schema === undefined ? undefined : z.safeParse(schema, value);
  if (parsed?.success === true) return parsed.data;
  return new Wrong(parsed === undefined ? [] : explainValue(parsed.error.issues, value, raw, origin));
}

/** What keeps variables from coming to anything, said of the part of the value that refers to them. */
export function explainFault({ words }: Fault, raw: unknown, scope: Scope, { file, path }: Origin): Diagnostic[] {
  if (words === undefined) return [];
  return [problem(words.code, { ...words, origin: { file, path: [...path, ...faultyPart(raw, scope)] } })];
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
  return isMap(raw) ? Object.entries(raw) : [];
}

/** Quotes around a reference change nothing: what has to change is what the variable holds. */
const OF_A_VARIABLE: Readonly<Record<string, string>> = {
  "config/quoted-number": "Let one reference be the whole value, and the variable a number without quotes.",
  "config/unquoted-text": "Put quotes around the variable's value, where it is declared.",
};

/** What is wrong with a value that variables came to, said of the place where they are referred to. */
export function explainValue(
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  raw: unknown,
  origin: Origin,
): Diagnostic[] {
  const root = origin.path.reduceRight<unknown>((inner, part) => ({ [part]: inner }), value);
  return issues.flatMap((issue) => {
    const path = [...origin.path, ...issue.path];
    return explainIssue({ ...issue, path }, root).map(({ code, summary, remedy, path: exact, key }) => {
      const written = writtenPart(exact.slice(origin.path.length), raw);
      const isKey = key === true && origin.path.length + written.length === exact.length;
      return problem(code, {
        summary: `${summary}; variables stand in it`,
        remedy: OF_A_VARIABLE[code] ?? remedy,
        origin: { file: origin.file, path: [...origin.path, ...written], ...(isKey && { key }) },
      });
    });
  });
}

/** The path as far as it is written: what a variable came to has no places of its own. */
function writtenPart(path: Path, raw: unknown): Path {
  const length = path.findIndex((_, depth) => valueAt(raw, path.slice(0, depth + 1)) === undefined);
  return length === -1 ? path : path.slice(0, length);
}
