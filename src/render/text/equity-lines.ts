// Equity day by day in two lines of a report: where it stood, and how far it was below its highest.

import type { NetCurve } from "../../model/results.js";
import type { PeriodFacts } from "../../model/risk/back-test.js";
import type { Paint } from "./paint.js";
import { depthsOf, highest, last, spark } from "./spark.js";

/** Of a back-test, from its days; none for a short one. @param start the balance, or 0 */
export function equityLines(days: readonly PeriodFacts[], start: number, colour: Paint): readonly string[] {
  let equity = start;
  const values = days.map(({ result }) => {
    equity += result;
    return equity;
  });
  return sparkLines(values, start, colour, ["equity by day   ", "below its peak  "]);
}

const DAY_MS = 86_400_000;

/** Of a bot's ended deals, from its first day to its last; none where a net isn't known, and for a few days. */
export function netLines({ points }: NetCurve, colour: Paint): readonly string[] {
  const [first, end] = [points?.[0], points?.at(-1)];
  if (points === null || first === undefined || end === undefined) return [];
  const from = Math.floor(first.at / DAY_MS);
  const count = Math.floor(end.at / DAY_MS) - from + 1;
  if (count > MOST_DAYS) return [];
  const values = new Array<number>(count).fill(Number.NaN);
  for (const { at, net } of points) values[Math.floor(at / DAY_MS) - from] = Number(net);
  let before = 0;
  const filled = values.map((value) => {
    if (!Number.isNaN(value)) before = value;
    return before;
  });
  return sparkLines(filled, 0, colour, ["net so far, by day  ", "below its peak      "]);
}

/** A service that shows the year 1 as an end isn't believed. */
const MOST_DAYS = 20_000;

function sparkLines(
  values: readonly number[],
  start: number,
  colour: Paint,
  [name, below]: readonly [string, string],
): readonly string[] {
  const line = spark(values, last, colour);
  if (line === "") return [];
  const depths = depthsOf(values, start);
  const least = values.reduce((low, one) => Math.min(low, one), start);
  const most = values.reduce((high, one) => Math.max(high, one), start);
  const deepest = depths.reduce((high, one) => Math.max(high, one), 0);
  const end = values.at(-1) ?? start;
  const isWider = least < Math.min(start, end) || most > Math.max(start, end);
  const between = isWider ? `, between ${figure(least)} and ${figure(most)} at day's end` : "";
  const range = `${figure(start)} to ${figure(end)}${between}`;
  const falls =
    deepest > 0 ? [`${below}${spark(depths, highest, colour)}  at most ${figure(deepest)} at day's end`] : [];
  return [`${name}${line}  ${range}`, ...falls];
}

function figure(value: number): string {
  return value.toFixed(2).replace(/^-(0\.00)$/, "$1");
}
