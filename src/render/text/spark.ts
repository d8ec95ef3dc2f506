// A line of characters as a chart: higher blocks for higher values, thinned to a width; letters of ASCII where a terminal has no others.
import type { Paint } from "./paint.js";

/** From the lowest to the highest. */
const BLOCKS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
const ASCII = ["_", ".", "-", "~", "=", "+", "*", "#"];

/** Columns of a chart at most, so that words have room beside it. */
const WIDEST = 60;
/** What is shorter is read faster as figures. */
export const LEAST_VALUES = 8;

/** What stands for several values of a column. */
export type Pick = (values: readonly number[]) => number;

export const last: Pick = (values) => values.at(-1) ?? 0;
export const highest: Pick = (values) => Math.max(...values);

/**
 * One character for each value, or for several where there are many; "" for fewer than eight values.
 * @param range what the lowest and the highest block stand for, where several lines share a scale; by default the line's own
 */
export function spark(
  values: readonly number[],
  pick: Pick,
  { isAscii = false }: Partial<Paint>,
  range?: readonly [low: number, high: number],
): string {
  if (values.length < LEAST_VALUES) return "";
  const columns = columnsOf(values, pick);
  const [low, high] = range ?? [Math.min(...columns), Math.max(...columns)];
  const levels = isAscii ? ASCII : BLOCKS;
  const top = levels.length - 1;
  return columns
    .map((value) => levels[high > low ? Math.round(((value - low) / (high - low)) * top) : 0] ?? "")
    .join("");
}

function columnsOf(values: readonly number[], pick: Pick): readonly number[] {
  const count = Math.min(WIDEST, values.length);
  return Array.from({ length: count }, (_, column) => {
    const from = Math.floor((column * values.length) / count);
    const to = Math.floor(((column + 1) * values.length) / count);
    return pick(values.slice(from, to));
  });
}

/** Below the highest so far, which is at least the first start. @param start what the first value began from */
export function depthsOf(values: readonly number[], start: number): readonly number[] {
  let peak = start;
  return values.map((value) => {
    peak = Math.max(peak, value);
    return peak - value;
  });
}
