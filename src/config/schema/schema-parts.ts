// The parts of all schemas of the configuration: patterns, texts, numbers, lists, and the descriptions that editors show.
import * as z from "zod/mini";
import { canonicalDecimal } from "../../model/text/decimal.js";

export const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
/** A variable's name; short enough to stand in a message. */
export const VARIABLE = /^[A-Za-z_][A-Za-z0-9_-]{0,99}$/;
/** No control character, no half of a surrogate pair, no space at either end: titles are compared exactly. */
export const TEXT = /^[^\s\p{Cc}\p{Cs}](?:[^\p{Cc}\p{Cs}]*[^\s\p{Cc}\p{Cs}])?$/u;
export const LONGEST_TEXT = 255;
export const ENV_REFERENCE = /^\$\{env\.(BOTFORM_[A-Z0-9_]+)\}$/;

export const matching = (pattern: RegExp) => z.string().check(z.regex(pattern));
export const name = () => matching(NAME);
export const text = () => z.string().check(z.maxLength(LONGEST_TEXT), z.regex(TEXT));
export const positiveInteger = () => z.int().check(z.minimum(1));
/** A number that is neither so small nor so large that no decimal of botform's holds it. */
export const decimal = () => z.number().check(z.refine((value) => canonicalDecimal(value) !== undefined));

/** The schema with what editors show of it. Registered, never given as a `z.meta` check: that would be run for every value of every bot. */
export function described<T extends z.ZodMiniType>(schema: T, description: string, ...examples: unknown[]): T {
  z.globalRegistry.add(schema, { description, ...(examples.length > 0 && { examples }) });
  return schema;
}

/** A key that may be absent. */
export function optional<T extends z.ZodMiniType>(schema: T, description: string, ...examples: unknown[]) {
  return z.optional(described(schema, description, ...examples));
}

/** A list without repeats. */
export function distinct<T extends string>(item: z.ZodMiniType<T, T>, description: string, example?: readonly T[]) {
  return z
    .array(item)
    .check(z.refine((items) => new Set(items).size === items.length, { params: { code: "config/repeated-item" } }))
    .register(z.globalRegistry, {
      description,
      uniqueItems: true,
      ...(example !== undefined && { examples: [[...example]] }),
    });
}

/** Of an account, and of any layer of a bot. */
export function undeclaredSettings() {
  const about =
    "Optional settings that are set on the service and that no layer declares: keep them, or switch them off. Default: keep.";
  return optional(z.enum(["keep", "off"]), about);
}

/** The environment variable that by convention holds a part of what opens an account, for example BOTFORM_MAIN_API_KEY. */
export function accountVariable(account: string, part: string): string {
  return `BOTFORM_${account.toUpperCase().replace(/[^A-Z0-9]/g, "_")}_${part}`;
}
