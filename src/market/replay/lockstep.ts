// Walks the candles of several pairs in step: moment by moment, each pair's candle where it has one, point by point in its order.
import type { WithinCandle } from "../../model/risk/simulation.js";
import type { CandleBlock } from "../prices/candle.js";

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

type Point = "open" | "against" | "with" | "close";

/**
 * Where the price stands, one after the other. In conservative mode it goes against a position twice: a deal that opens where
 * another took its profit may meet that extreme, too.
 */
export const POINTS: Readonly<Record<WithinCandle, readonly Point[]>> = {
  conservative: ["open", "against", "with", "against", "close"],
  "against-first": ["open", "against", "with", "close"],
  "with-first": ["open", "with", "against", "close"],
};

/** A candle's price at a point, for a position. */
export function priceAt(candle: PairTick, point: Point, isLong: boolean): number {
  if (point === "open") return candle.open;
  if (point === "close") return candle.close;
  return isLong === (point === "against") ? candle.low : candle.high;
}

/** The moment of a point: points are spread evenly from the opening to the last millisecond of the candle. */
export function timeAt({ time, interval }: Tick, point: number, points: number): number {
  const last = points - 1;
  return point === last ? time + Math.max(1, interval - 1) : time + Math.floor((interval * point) / last);
}

/** Called with the same tick each time. @param index counts moments from 0 */
type OnTick = (tick: Tick, index: number) => void;

export interface Window {
  /** Candles that open in [from, to), milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
}

/** Where one pair stands in its candles. */
class Feed {
  #block: CandleBlock = NONE;
  #at = 0;
  readonly #blocks: Iterator<CandleBlock>;
  readonly #window: Window;

  constructor(blocks: Iterable<CandleBlock>, window: Window) {
    this.#blocks = blocks[Symbol.iterator]();
    this.#window = window;
  }

  /** Time of the candle that comes next; infinite after the last. */
  next(): number {
    for (;;) {
      while (this.#at < this.#block.count) {
        const time = this.#block.time[this.#at] ?? 0;
        if (time >= this.#window.to) return Number.POSITIVE_INFINITY;
        if (time >= this.#window.from) return time;
        this.#at += 1;
      }
      const { value, done } = this.#blocks.next();
      if (done === true) return Number.POSITIVE_INFINITY;
      this.#block = value;
      this.#at = 0;
    }
  }

  /** Length of the first candles; the shortest step among them. */
  interval(): number {
    this.next();
    const { time, count } = this.#block;
    let shortest = Number.POSITIVE_INFINITY;
    for (let at = 1; at < count; at += 1) shortest = Math.min(shortest, (time[at] ?? 0) - (time[at - 1] ?? 0));
    return shortest;
  }

  take(into: PairTick): void {
    const { open, high, low, close } = this.#block;
    into.has = true;
    into.open = open[this.#at] ?? 0;
    into.high = high[this.#at] ?? 0;
    into.low = low[this.#at] ?? 0;
    into.close = close[this.#at] ?? 0;
    this.#at += 1;
  }

  close(): void {
    this.#blocks.return?.();
  }
}

const EMPTY = new Float64Array(0);
const NONE: CandleBlock = { count: 0, time: EMPTY, open: EMPTY, high: EMPTY, low: EMPTY, close: EMPTY };
const MINUTE = 60_000;

/** The tick that lockstep fills, one place for each pair. */
export function blankTick(pairs: number): Tick {
  const blank = () => ({ has: false, open: 0, high: 0, low: 0, close: 0 });
  return { time: 0, interval: MINUTE, pairs: Array.from({ length: pairs }, blank) };
}

/** A replay under way: `run` goes on for at most so many moments and says whether there are more. */
export class Lockstep {
  readonly #feeds: readonly Feed[];
  readonly #tick: Tick;
  readonly #onTick: OnTick;
  #index = 0;

  /** @param sources one for each pair of the tick, in its order */
  constructor(sources: readonly Iterable<CandleBlock>[], window: Window, tick: Tick, onTick: OnTick) {
    this.#feeds = sources.map((blocks) => new Feed(blocks, window));
    this.#tick = tick;
    this.#onTick = onTick;
    const shortest = Math.min(...this.#feeds.map((feed) => feed.interval()));
    tick.interval = Number.isFinite(shortest) ? shortest : MINUTE;
  }

  /** Moments lived through so far. */
  get moments(): number {
    return this.#index;
  }

  run(moments: number): boolean {
    const feeds = this.#feeds;
    const tick = this.#tick;
    for (let count = 0; count < moments; count += 1) {
      let time = Number.POSITIVE_INFINITY;
      for (const feed of feeds) time = Math.min(time, feed.next());
      if (time === Number.POSITIVE_INFINITY) return false;
      tick.time = time;
      for (const [index, feed] of feeds.entries()) {
        const pair = tick.pairs[index];
        if (pair === undefined) continue;
        if (feed.next() === time) feed.take(pair);
        else pair.has = false;
      }
      this.#onTick(tick, this.#index);
      this.#index += 1;
    }
    return true;
  }

  close(): void {
    for (const feed of this.#feeds) feed.close();
  }
}
