// Candles: blocks of them as doubles, and the course a price may have taken through them.
import Big from "big.js";
import { type Course, coursed } from "./path.js";

/** Candles in order of time. A producer may use the same block again for the next ones. */
export interface CandleBlock {
  readonly count: number;
  /** Opening times, milliseconds since the epoch. */
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
}

/** The order within a candle: its low before its high, or after it. */
type CandleOrder = "low-first" | "high-first";

export function emptyBlock(size: number): CandleBlock & { count: number } {
  const column = () => new Float64Array(size);
  return { count: 0, time: column(), open: column(), high: column(), low: column(), close: column() };
}

/** All blocks as one. */
export function gathered(blocks: Iterable<CandleBlock>): CandleBlock {
  const kept = [...copies(blocks)];
  const all = emptyBlock(kept.reduce((sum, { count }) => sum + count, 0));
  for (const block of kept) {
    for (const name of COLUMNS) all[name].set(block[name], all.count);
    all.count += block.count;
  }
  return all;
}

const COLUMNS = ["time", "open", "high", "low", "close"] as const;

function* copies(blocks: Iterable<CandleBlock>): Generator<CandleBlock> {
  for (const block of blocks) {
    const { count } = block;
    const cut = (column: Float64Array) => column.slice(0, count);
    const { time, open, high, low, close } = block;
    yield { count, time: cut(time), open: cut(open), high: cut(high), low: cut(low), close: cut(close) };
  }
}

/**
 * A price that moves straight through each candle: open, the two extremes at a third and two thirds of it, and close at
 * its last millisecond. After the last candle it stands.
 * @param interval length of a candle in milliseconds
 */
export function candleCourse(candles: CandleBlock, interval: number, order: CandleOrder): Course {
  const { count, time, open, high, low, close } = candles;
  const points = [open, ...(order === "low-first" ? [low, high] : [high, low]), close];
  const offsets = [0, Math.floor(interval / 3), Math.floor((interval * 2) / 3), Math.max(1, interval - 1)];
  if (count === 0) throw new RangeError("candles without a row have no price");
  const priceAt = (index: number) => points[index & 3]?.[index >> 2] ?? 0;
  return coursed(
    count * 4,
    (index) => (time[index >> 2] ?? 0) + (offsets[index & 3] ?? 0),
    (index) => decimalOf(priceAt(index)),
    "linear",
    priceAt,
  );
}

/**
 * The decimal a double was read from. A decimal of at most 15 significant digits lies nearest to its own double, and no
 * other decimal as short does (IEEE 754: DBL_DIG is 15), so a double's shortest text is that decimal again.
 */
export function decimalOf(price: number): Big {
  return new Big(price);
}
