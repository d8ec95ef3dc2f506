// The variants of an experiment over each other as lines of characters: on the same days, and on one scale.
import { groupBy } from "../../model/order.js";
import type { VariantCurve } from "../../model/results.js";
import { clean } from "../sanitize.js";
import type { Paint } from "./paint.js";
import { last, spark } from "./spark.js";

const DAY_MS = 86_400_000;

/** A service that shows the year 1 as an end isn't believed. */
const MOST_DAYS = 20_000;

/** A block in each asset: what one bot of each variant has made. None for a few days, or for less than two variants that are known. */
export function variantLines(curves: readonly VariantCurve[], colour: Paint): readonly string[] {
  return [...groupBy(curves, ({ asset }) => asset)].flatMap(([asset, own]) => assetLines(asset, own, colour));
}

function assetLines(asset: string, curves: readonly VariantCurve[], colour: Paint): readonly string[] {
  const known = curves.flatMap(({ variant, points }) =>
    points === null || points.length === 0 ? [] : [{ variant, points }],
  );
  const days = known.flatMap(({ points }) => points.map(({ at }) => at / DAY_MS));
  const from = days.reduce((least, day) => Math.min(least, day), Number.POSITIVE_INFINITY);
  const to = days.reduce((most, day) => Math.max(most, day), from);
  if (known.length < 2 || to - from > MOST_DAYS) return [];
  const drawn = known.map(({ variant, points }) => ({ variant, values: valuesOf(points, from, to) }));
  const all = drawn.flatMap(({ values }) => values);
  const range = [
    all.reduce((low, one) => Math.min(low, one), 0),
    all.reduce((high, one) => Math.max(high, one), 0),
  ] as const;
  const width = Math.max(...drawn.map(({ variant }) => clean(variant).length));
  const lines = drawn.flatMap(({ variant, values }) => {
    const line = spark(values, last, colour, range);
    const end = (values.at(-1) ?? 0).toFixed(2).replace(/^-(0\.00)$/, "$1");
    return line === "" ? [] : [`    ${clean(variant).padEnd(width)}  ${line}  ${end}`];
  });
  return lines.length === 0 ? [] : [`  net of a bot so far, ${clean(asset)}:`, ...lines];
}

/** At the end of each day; before its first day a variant has made nothing, and after its last nothing more. */
function valuesOf(points: NonNullable<VariantCurve["points"]>, from: number, to: number): readonly number[] {
  const ends = new Map(points.map(({ at, net }) => [at / DAY_MS, Number(net)]));
  let before = 0;
  return Array.from({ length: to - from + 1 }, (_, index) => {
    before = ends.get(from + index) ?? before;
    return before;
  });
}
