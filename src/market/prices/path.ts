// A pair's price over time: the interface of all price sources, and a price that goes straight from point to point or jumps at each.
import Big from "big.js";

export type Direction = "above" | "below";

export interface Course {
  /** Price in the quote asset at a moment (milliseconds since the epoch). */
  at(time: number): Big;
  /**
   * The first moment from `time` to `until` at which the price stands at `level` or beyond it on `side`; undefined where
   * there is none. `at` of that moment stands there, too.
   */
  reaches(time: number, level: Big, side: Direction, until: number): number | undefined;
}

export function isAt(price: Big, level: Big, side: Direction): boolean {
  return side === "above" ? price.gte(level) : price.lte(level);
}

/** Milliseconds since the epoch, and the price there as decimal text. */
type PathPoint = readonly [time: number, price: string];
/** `linear` moves evenly between two points, `stepped` stands until the next one. */
type PathMode = "linear" | "stepped";

/** Before the first point and after the last the price stands. Points in order of time; throws RangeError for others. */
export function pathCourse(points: readonly PathPoint[], mode: PathMode): Course {
  const [first] = points;
  if (first === undefined) throw new RangeError("a path of prices has at least one point");
  if (points.some(([time], index) => index > 0 && time <= (points[index - 1]?.[0] ?? time)))
    throw new RangeError("the points of a path of prices are in order of time, one for each moment");
  return coursed(
    points.length,
    (index) => points[index]?.[0] ?? 0,
    (index) => new Big(points[index]?.[1] ?? 0),
    mode,
  );
}

/**
 * The same for points that are made when they are asked for; there is at least one.
 * @param glanceAt the double nearest to a point's price: with it, decimals are made only of points near a level
 */
export function coursed(
  count: number,
  timeOf: (index: number) => number,
  priceOf: (index: number) => Big,
  mode: PathMode,
  glanceAt?: (index: number) => number,
): Course {
  /** The last point at or before a moment; the first one for moments before it. */
  const before = (time: number): number => {
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (timeOf(middle) <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const on = (index: number, time: number): Big => {
    const [start, price] = [timeOf(index), priceOf(index)];
    if (mode === "stepped" || index + 1 >= count || time <= start) return price;
    return between(price, priceOf(index + 1), time - start, timeOf(index + 1) - start);
  };
  return {
    at: (time) => on(before(time), time),
    reaches(time, level, side, until) {
      let index = before(time);
      if (isAt(on(index, time), level, side)) return time;
      const isFar = glanceAt === undefined ? () => false : farFrom(level.toNumber(), side);
      for (; index + 1 < count && timeOf(index) < until; index += 1) {
        if (glanceAt !== undefined && isFar(glanceAt(index + 1))) continue;
        const end = timeOf(index + 1);
        if (!isAt(priceOf(index + 1), level, side)) continue;
        const from = Math.max(time, timeOf(index));
        const reached = mode === "stepped" ? end : crossing((moment) => on(index, moment), from, end, level, side);
        return reached <= until ? reached : undefined;
      }
      return undefined;
    },
  };
}

/** Far more than what a double may be away from its decimal, as a share of it. */
const NEAR = 1e-12;

/** Whether a price is certainly not beyond a level. */
function farFrom(level: number, side: Direction): (price: number) => boolean {
  const edge = side === "above" ? level * (1 - NEAR) : level * (1 + NEAR);
  return side === "above" ? (price) => price < edge : (price) => price > edge;
}

/** Whole milliseconds are as fine as time gets; prices between two points keep 12 significant digits. */
function between(start: Big, end: Big, passed: number, whole: number): Big {
  if (passed >= whole) return end;
  return start.plus(end.minus(start).times(passed).div(whole)).prec(12);
}

/** The first whole millisecond in (from, end] at which a straight line stands beyond a level that it does reach. */
function crossing(at: (time: number) => Big, from: number, end: number, level: Big, side: Direction): number {
  let [low, high] = [from, end];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isAt(at(middle), level, side)) high = middle;
    else low = middle;
  }
  return high;
}
