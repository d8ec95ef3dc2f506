// The settings of a bot: one table that the configuration, the operations, the differ and the renderers all read.
import * as z from "zod/mini";
import { text } from "../data.js";
import { canonicalDecimal, compareDecimals, isWhole } from "../text/decimal.js";

/** How a field's value is written: free text, one word of a list, a whole number or a decimal. */
type FieldKind = "text" | "word" | "integer" | "decimal";

/**
 * How a field is switched off:
 * - `never`: it has no off;
 * - `omit`: no value that the interface allows means "none", so off is to leave the parameter away: a scale, whose flag
 *   follows from its presence (S-27: no parameter carries the flags), and countOrderMax, which is at least 1;
 * - `say`: by the value that means "none" to the service: "" for a name, "0" for a number, "NOTHING" for a word.
 */
type OffForm = "never" | "omit" | "say";

export interface FieldSpec {
  /** The create parameter's name, which is also its name in YAML. */
  readonly name: string;
  readonly kind: FieldKind;
  /** Whether a create needs it. */
  readonly required: boolean;
  readonly off: OffForm;
  /** With `off: "say"`, the value that means "none". */
  readonly none?: string;
  readonly words?: readonly string[];
  /** Inclusive bounds as the interface states them; absent where it states none. */
  readonly min?: number;
  readonly max?: number;
  /** A bound of common sense that the interface leaves out: the value must be greater than this. */
  readonly above?: number;
  readonly about: string;
}

const row =
  (required: boolean) =>
  <Name extends string>(name: Name, kind: FieldKind, about: string, rest: Partial<FieldSpec> = {}) =>
    ({ off: "never", ...rest, name, kind, about, required }) satisfies FieldSpec;
const [required, optional] = [row(true), row(false)];
const offBy = (none: string) => ({ off: "say", none }) as const;

/** All settings in the interface's order (accessId and exchange are not settings: they can't be updated). */
export const FIELDS = [
  required("title", "text", "The bot's name on the service; within one access the title is its identity."),
  required("pairTitle", "text", "The traded pair as <QUOTE>-<BASE>, for example USDT-BTC."),
  required("strategy", "word", "The direction of the bot's deals.", { words: ["LONG", "SHORT"] }),
  required("leverage", "integer", "Leverage set before each deal; the exchange's maximum for the pair applies.", {
    above: 0,
  }),
  required("marginMode", "word", "Isolated or cross margin.", { words: ["ISO", "CROSS"] }),
  required("typeTakeProfit", "word", "Order type of the take profit.", { words: ["LIMIT", "STOP-MARKET"] }),
  required("typeFirstOrder", "word", "Order type of a deal's first order.", { words: ["LIMIT", "MARKET"] }),
  required("percentTakeProfit", "decimal", "Take profit in percent of the average entry.", { min: 0.01, max: 99.99 }),
  required("percentSafetyOrder", "decimal", "Distance between safety orders in percent of the first price.", {
    min: 0.01,
    max: 99.99,
  }),
  required("volumeFirstOrder", "decimal", "Volume of the first order in the quote asset.", { above: 0 }),
  optional("volumeSafetyOrder", "decimal", "Volume of each safety order in the quote asset.", {
    ...offBy("0"),
    above: 0,
  }),
  optional(
    "countOrderMax",
    "integer",
    "The maximum number of safety orders in one deal; null means no safety orders.",
    {
      off: "omit",
      min: 1,
      max: 50,
    },
  ),
  optional(
    "martingaleScale",
    "decimal",
    "Multiplier: each safety order's volume relative to the one before; null is off.",
    {
      off: "omit",
      min: 1.05,
      max: 2,
    },
  ),
  optional("dynamicStepScale", "decimal", "Multiplier: each step's width relative to the one before; null is off.", {
    off: "omit",
    min: 1.05,
    max: 2,
  }),
  optional("cycleLimitScale", "integer", "Number of deals after which the bot turns itself off; null means no limit.", {
    off: "omit",
    above: 0,
  }),
  optional("indicatorGroup", "word", "Group of the indicator that opens deals; NOTHING or null means none.", {
    ...offBy("NOTHING"),
    words: ["NOTHING", "FOMO", "DIVER", "TRENDS", "TRENDS_CROSSING", "OSCILLATORS"],
  }),
  optional("indicatorName", "text", "The indicator in that group; the names are the service's own.", { ...offBy("") }),
  optional("indicatorInterval", "text", "Interval of the indicator, for example 1MIN, 5MIN or 4HOURS.", {
    ...offBy(""),
  }),
  optional("priceLevel", "word", "Which price limits block new deals; NOTHING or null means none.", {
    ...offBy("NOTHING"),
    words: ["NOTHING", "UPPER", "LOWER", "BOTH"],
  }),
  optional("priceLevelDown", "decimal", "No new deal opens below this price; null means no limit.", {
    ...offBy("0"),
    above: 0,
  }),
  optional("priceLevelUp", "decimal", "No new deal opens above this price; null means no limit.", {
    ...offBy("0"),
    above: 0,
  }),
] as const satisfies readonly FieldSpec[];

export type FieldName = (typeof FIELDS)[number]["name"];

/** A canonical value: decimal text for numbers, the word or text itself otherwise; null is "off". */
export type FieldValue = string | null;

/** Any value that a field may have. */
export const fieldValue = () => z.nullable(text());

export type Fields = Readonly<Record<FieldName, FieldValue>>;
export type SomeFields = Readonly<Partial<Record<FieldName, FieldValue>>>;

export const FIELD_NAMES: readonly FieldName[] = FIELDS.map((field) => field.name);

const BY_NAME: ReadonlyMap<string, FieldSpec> = new Map(FIELDS.map((field) => [field.name, field]));

/** The specification of a field. */
export function fieldSpec(name: FieldName): FieldSpec {
  const spec = BY_NAME.get(name);
  if (spec === undefined) throw new RangeError(`no such field: ${name}`);
  return spec;
}

/** Whether a text names a field. */
export function isFieldName(name: string): name is FieldName {
  return BY_NAME.has(name);
}

/** Whether a field's values are numbers. */
export function isNumeric(spec: FieldSpec): boolean {
  return spec.kind === "integer" || spec.kind === "decimal";
}

/** Whether canonical decimal text keeps to the field's bounds; text that is no number doesn't. */
export function withinBounds(spec: FieldSpec, value: string): boolean {
  if (canonicalDecimal(value) !== value) return false;
  if (spec.kind === "integer" && !isWhole(value)) return false;
  const above = spec.above === undefined || compareDecimals(value, String(spec.above)) > 0;
  const min = spec.min === undefined || compareDecimals(value, String(spec.min)) >= 0;
  const max = spec.max === undefined || compareDecimals(value, String(spec.max)) <= 0;
  return above && min && max;
}

/**
 * The canonical form of a value, for the configuration and for the service's answers alike: numbers as canonical
 * decimal text, words and text as they are, and everything that says "off" (null, "", the field's own "none", a zero where zero
 * is out of bounds) as null. Text that should be a number and is none is kept as it is, so that an odd answer shows up as a
 * difference and is never silently equal to something else; of a longer one than any number, the beginning and the length.
 */
export function canonicalValue(name: FieldName, raw: string | number | null | undefined): FieldValue {
  if (raw === null || raw === undefined || raw === "") return null;
  const spec = fieldSpec(name);
  const value = isNumeric(spec) ? (canonicalDecimal(raw) ?? cutShort(String(raw))) : String(raw);
  // No numeric field has 0 within its bounds: 0 is how the service may write "not set" (S-29).
  return value === spec.none || (isNumeric(spec) && value === "0") ? null : value;
}

/** A hostile "number" may have millions of digits, and it is compared and shown many times (threat 8). What is cut isn't cut again. */
function cutShort(text: string): string {
  return text.length <= LONGEST_ODD_VALUE ? text : `${text.slice(0, 70)}… (${text.length} characters)`;
}
const LONGEST_ODD_VALUE = 100;
