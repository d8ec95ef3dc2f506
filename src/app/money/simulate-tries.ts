// The settings that a sweep tries: every combination of the values that --vary names, each for every bot of the run.

import { nearest } from "../../config/schema/suggest.js";
import {
  FIELD_NAMES,
  type FieldName,
  type FieldValue,
  fieldSpec,
  isFieldName,
  isNumeric,
  withinBounds,
} from "../../model/bot/field.js";
import { canonicalDecimal } from "../../model/text/decimal.js";
import { AppError } from "../error.js";

/** One combination, in the order of the options. */
export type Variant = readonly (readonly [field: FieldName, value: FieldValue])[];

/** Each is a replay of its own, side by side with the others. */
const MOST_VARIANTS = 64;
/** Of another pair there may be no prices, and signals aren't known. */
const FIXED: ReadonlySet<FieldName> = new Set([
  "title",
  "pairTitle",
  "indicatorGroup",
  "indicatorName",
  "indicatorInterval",
]);

/** @param texts each FIELD=VALUE,VALUE,…; `off` switches a setting off. Throws AppError. */
export function variantsOf(texts: readonly string[]): readonly Variant[] {
  if (texts.length === 0) return [];
  const given = texts.map(valuesOf);
  const names = given.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new AppError(`--vary names ${twice} twice\nGive all its values at once: --vary ${twice}=A,B.`);
  const count = given.reduce((product, [, values]) => product * values.length, 1);
  if (count > MOST_VARIANTS)
    throw new AppError(
      `--vary comes to ${count} combinations, and at most ${MOST_VARIANTS} are tried at once\nGive fewer values, or vary one setting at a time.`,
    );
  return given.reduce<readonly Variant[]>(
    (variants, [name, values]) =>
      variants.flatMap((variant) => values.map((value): Variant => [...variant, [name, value]])),
    [[]],
  );
}

function valuesOf(text: string): readonly [FieldName, readonly FieldValue[]] {
  const at = text.indexOf("=");
  const name = text.slice(0, Math.max(0, at));
  if (at < 1 || at === text.length - 1)
    throw new AppError(`--vary ${text} isn't a setting with values\nWrite --vary leverage=3,5,8.`);
  if (!isFieldName(name) || FIXED.has(name)) {
    const meant = isFieldName(name)
      ? undefined
      : nearest(
          name,
          FIELD_NAMES.filter((one) => !FIXED.has(one)),
        );
    const remedy =
      meant === undefined
        ? "Name a setting such as leverage, percentTakeProfit or countOrderMax."
        : `Did you mean ${meant}?`;
    throw new AppError(`--vary can't vary ${name}\n${remedy}`);
  }
  const values = text
    .slice(at + 1)
    .split(",")
    .map((value) => parsed(name, value.trim()));
  return [name, [...new Set(values)]];
}

function parsed(name: FieldName, text: string): FieldValue {
  const spec = fieldSpec(name);
  if (text === "off" && !spec.required) return null;
  const value = isNumeric(spec) ? (canonicalDecimal(text) ?? text) : text;
  const isFit = isNumeric(spec) ? withinBounds(spec, value) : (spec.words?.includes(value) ?? false);
  if (isFit) return value;
  throw new AppError(
    `--vary: ${text} can't be the value of ${name}\nbotform explain ${name} says which values it takes.`,
  );
}
