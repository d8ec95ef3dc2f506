// Reads quirks from text (NAME=VALUE) and from objects, and reports what is wrong with them.
import { closest } from "fastest-levenshtein";
import type { Quirk } from "./quirk-kinds.js";
import { type Quirks, quirkTable } from "./quirks.js";

type QuirkReading =
  | { readonly ok: true; readonly quirks: Partial<Quirks> }
  | { readonly ok: false; readonly problems: readonly string[] };

const BY_NAME: ReadonlyMap<string, Quirk> = new Map(quirkTable.map((quirk) => [quirk.name, quirk]));

/**
 * Reads texts of the form `NAME=VALUE`, for example `listLag=2000`. All problems are reported together, each with the
 * nearest known name or the allowed values. A name given twice is a problem.
 */
export function parseQuirks(texts: readonly string[]): QuirkReading {
  const found: Record<string, string | number> = {};
  const problems: string[] = [];
  for (const text of texts) {
    const at = text.indexOf("=");
    const name = (at < 0 ? text : text.slice(0, at)).trim();
    const quirk = BY_NAME.get(name);
    if (quirk === undefined) problems.push(unknownName(name));
    else if (at < 0) problems.push(`quirk ${name} needs a value: ${name}=VALUE (${allowedValues(quirk)})`);
    else if (name in found) problems.push(`quirk ${name} is given twice`);
    else {
      const raw = text.slice(at + 1).trim();
      const value = quirk.kind === "number" && /^\d{1,15}$/.test(raw) ? Number(raw) : raw;
      const problem = problemWith(quirk, value);
      if (problem === undefined) found[name] = value;
      else problems.push(problem);
    }
  }
  if (problems.length > 0 || !areQuirks(found)) return { ok: false, problems };
  return { ok: true, quirks: found };
}

/**
 * All quirks, with defaults for those not named.
 *
 * @throws RangeError naming every unknown quirk and every value that isn't allowed
 */
export function completeQuirks(some: Partial<Quirks> = {}): Quirks {
  const chosen: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, value] of Object.entries(some)) {
    if (value === undefined) continue;
    const quirk = BY_NAME.get(name);
    const problem = quirk === undefined ? unknownName(name) : problemWith(quirk, value);
    if (problem !== undefined) problems.push(problem);
    chosen[name] = value;
  }
  if (problems.length > 0 || !areQuirks(chosen)) throw new RangeError(problems.join("; "));
  return { ...DEFAULTS, ...chosen };
}

/** Worked out once: a simulation makes thousands of services. */
const DEFAULTS: Quirks = defaults();

function defaults(): Quirks {
  const all = Object.fromEntries(quirkTable.map((quirk): [string, unknown] => [quirk.name, quirk.fallback]));
  if (!areAllQuirks(all)) throw new RangeError("a quirk's default is none of its values");
  return all;
}

function unknownName(name: string): string {
  const known = [...BY_NAME.keys()];
  return `there is no quirk ${JSON.stringify(name)}; did you mean ${closest(name, known)}?`;
}

function problemWith(quirk: Quirk, value: unknown): string | undefined {
  if (isAllowed(quirk, value)) return undefined;
  const hint =
    quirk.kind === "word" && typeof value === "string" ? `; did you mean ${closest(value, [...quirk.values])}?` : "";
  return `quirk ${quirk.name} can't be ${JSON.stringify(value)} (${allowedValues(quirk)})${hint}`;
}

function isAllowed(quirk: Quirk, value: unknown): boolean {
  if (quirk.kind === "number") {
    return typeof value === "number" && Number.isInteger(value) && value >= quirk.min && value <= quirk.max;
  }
  if (typeof value !== "string") return false;
  return quirk.kind === "word" ? quirk.values.includes(value) : quirk.pattern.test(value);
}

/** Every name known and every value allowed. */
function areQuirks(values: Record<string, unknown>): values is Partial<Quirks> {
  return Object.entries(values).every(([name, value]) => {
    const quirk = BY_NAME.get(name);
    return quirk !== undefined && isAllowed(quirk, value);
  });
}

function areAllQuirks(values: Record<string, unknown>): values is Quirks {
  return areQuirks(values) && quirkTable.every((quirk) => quirk.name in values);
}

/** What a quirk may be set to, for help and documents. */
export function allowedValues(quirk: Quirk): string {
  if (quirk.kind === "word") return quirk.values.join(", ");
  if (quirk.kind === "number") return `${quirk.min} to ${quirk.max} ${quirk.unit}`;
  return quirk.form;
}
