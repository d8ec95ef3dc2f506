// Thins curves to what a picture can show: the lowest and the highest of each column of pixels, and where it ended.
import type { Curve } from "../../../model/risk/picture.js";
import type { Plot } from "./plot.js";

type Point = readonly [x: number, y: number];

interface Column {
  readonly x: number;
  low: number;
  high: number;
  last: number;
}

/** Of the curve's columns, those that share so many pixels. Values that can't be drawn aren't. */
function columnsOf({ times, lows, highs, lasts }: Curve, { x }: Plot, width: number): readonly Column[] {
  const columns: Column[] = [];
  for (const [index, time] of times.entries()) {
    const [low, high, last] = [lows[index], highs[index], lasts[index]];
    if (low === undefined || high === undefined || last === undefined || !Number.isFinite(last)) continue;
    const at = Math.round(x(time) / width) * width;
    const before = columns.at(-1);
    if (before === undefined || before.x !== at) columns.push({ x: at, low, high, last });
    else {
      before.low = Math.min(before.low, low);
      before.high = Math.max(before.high, high);
      before.last = last;
    }
  }
  return columns;
}

/** A line that touches the lowest and the highest of each column. @param width of a column, pixels */
export function linePoints(curve: Curve, plot: Plot, width = 1): readonly Point[] {
  return columnsOf(curve, plot, width).flatMap(({ x, low, high, last }): readonly Point[] => {
    const [bottom, top, end] = [plot.y(low), plot.y(high), plot.y(last)];
    // What can't be told apart is one point.
    if (bottom - top < 0.5) return [[x, end]];
    const [first, second] = Math.abs(end - bottom) < Math.abs(end - top) ? [top, bottom] : [bottom, top];
    return second === end
      ? [
          [x, first],
          [x, second],
        ]
      : [
          [x, first],
          [x, second],
          [x, end],
        ];
  });
}

/** A line through where each column ended: calmer, and a third of the weight. */
export function lastPoints(curve: Curve, plot: Plot, width = 3): readonly Point[] {
  return columnsOf(curve, plot, width).map(({ x, last }): Point => [x, plot.y(last)]);
}

/** An area between each column's highest and a level, as the `d` of a path; "" for an empty curve. */
export function areaPath(curve: Curve, plot: Plot, level: number): string {
  const columns = columnsOf(curve, plot, 1);
  const [first, last] = [columns[0], columns.at(-1)];
  if (first === undefined || last === undefined) return "";
  const top = columns.map(({ x, high }) => `L${x},${plot.y(high)}`).join("");
  return `M${first.x},${plot.y(level)}${top}L${last.x},${plot.y(level)}Z`;
}

/** The least and the greatest of all curves. Throws nothing: of none it is 0 to 0. */
export function rangeOf(curves: readonly Curve[]): readonly [low: number, high: number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { lows, highs } of curves) {
    for (const value of lows) if (value < low) low = value;
    for (const value of highs) if (value > high) high = value;
  }
  return low <= high ? [low, high] : [0, 0];
}

/** The part of a list of things with a place that can be seen: one of each cell of so many pixels. */
export function seen<T>(things: readonly T[], placeOf: (thing: T) => Point, cell: number): readonly T[] {
  const taken = new Set<string>();
  return things.filter((thing) => {
    const [x, y] = placeOf(thing);
    const key = `${Math.round(x / cell)} ${Math.round(y / cell)}`;
    if (taken.has(key)) return false;
    taken.add(key);
    return true;
  });
}
