// One moment of a replay: the candles of all pairs that have one then, and the order in which prices pass through them.

/** Prices of one pair's candle; `has` tells whether there is one at this moment. */
export interface PairTick {
  has: boolean;
  open: number;
  high: number;
  low: number;
  close: number;
}

/** Changed in place from moment to moment. */
export interface Tick {
  /** When the candles open, milliseconds since the epoch. */
  time: number;
  /** Length of a candle. */
  interval: number;
  readonly pairs: readonly PairTick[];
}

/** Whether the price goes against a position first, or with it. */
export type WithinCandle = "pessimistic" | "optimistic";

export const POINTS = 4;

/** The price at one of a candle's four points for a position: open, the two extremes in their order, close. */
export function priceAt(candle: PairTick, point: number, isLong: boolean, order: WithinCandle): number {
  if (point === 0) return candle.open;
  if (point === 3) return candle.close;
  const isLow = isLong === (order === "pessimistic") ? point === 1 : point === 2;
  return isLow ? candle.low : candle.high;
}

/** The moment of a point: the opening, a third, two thirds, and the last millisecond of the candle. */
export function timeAt({ time, interval }: Tick, point: number): number {
  return point === 3 ? time + Math.max(1, interval - 1) : time + Math.floor((interval * point) / 3);
}
