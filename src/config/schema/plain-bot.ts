// Recognises bots whose settings are surely valid, in a tenth of the schema's time; the schema checks only the rest.

import { FIELDS, type FieldSpec } from "../../model/bot/field.js";
import { PAIR } from "../../model/bot/pair.js";
import { canonicalDecimal } from "../../model/text/decimal.js";
import { LONGEST_TEXT, NAME, TEXT } from "./schema-parts.js";

type Check = (value: unknown) => boolean;

const REFERENCE = "${";
/** Letters, digits and what stands between them: a text of these is one, whatever else a text may hold. */
const SIMPLE_TEXT = /^[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,98}[A-Za-z0-9])?$/;

function checkOf({ name, kind, words, min, max, above, off }: FieldSpec): Check {
  const scalar = scalarCheck();
  return off === "never" ? scalar : (value) => value === null || scalar(value);

  function scalarCheck(): Check {
    if (name === "pairTitle") return (value) => typeof value === "string" && PAIR.test(value);
    if (kind === "text") return isText;
    if (kind === "word") {
      const known = new Set<unknown>(words);
      return (value) => known.has(value);
    }
    const isOfKind = kind === "integer" ? Number.isSafeInteger : isDecimal;
    return (value) =>
      typeof value === "number" &&
      (min === undefined || value >= min) &&
      (max === undefined || value <= max) &&
      (above === undefined || value > above) &&
      isOfKind(value);
  }
}

function isText(value: unknown): boolean {
  if (typeof value !== "string") return false;
  return SIMPLE_TEXT.test(value) || (value.length <= LONGEST_TEXT && TEXT.test(value) && !value.includes(REFERENCE));
}

function isDecimal(value: number): boolean {
  return Number.isFinite(value) && canonicalDecimal(value) !== undefined;
}

const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ...FIELDS.map((spec: FieldSpec) => [spec.name, checkOf(spec)] as const),
  ["access", (value) => typeof value === "string" && NAME.test(value)],
  ["enabled", (value) => typeof value === "boolean"],
]);

/**
 * Whether every key is a field, `access` or `enabled` with a value that the schema of bots takes unchanged. false means
 * only that the schema has to decide. Never throws.
 */
export function isPlainBot(settings: unknown): boolean {
  if (typeof settings !== "object" || settings === null || Array.isArray(settings)) return false;
  for (const key of Object.keys(settings)) {
    const check = CHECKS.get(key);
    if (check === undefined || !check((settings as Readonly<Record<string, unknown>>)[key])) return false;
  }
  return true;
}
