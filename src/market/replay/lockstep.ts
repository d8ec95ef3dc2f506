// Walks the candles of several pairs in step, stretch by stretch; within a candle point by point in its order.
import type { WithinCandle } from "../../model/risk/simulation.js";
import type { CandleBlock } from "../prices/candle.js";

interface Prices {
  open: number;
  high: number;
  low: number;
  close: number;
}

/** Prices of one pair's candle; `has` tells whether there is one at this moment, and at all moments of its stretch. */
export interface PairTick extends Prices {
  has: boolean;
  /** The candles of the stretch, which begins at this place of the block. */
  candles: CandleBlock;
  from: number;
}

/**
 * Moments one after the other at which the same pairs have a candle: a stretch. Prices and time are those of the moment where
 * it stands. Changed in place.
 */
export interface Tick {
  /** When the candles open, milliseconds since the epoch. */
  time: number;
  /** Length of a candle. */
  interval: number;
  /** Moments of the stretch. */
  count: number;
  readonly pairs: readonly PairTick[];
}

/** When the candles of a moment of the stretch open. @param moment counted from 0 */
export function timeOf({ pairs, time }: Tick, moment: number): number {
  const pair = pairs.find(({ has }) => has);
  return pair?.candles.time[pair.from + moment] ?? time;
}

/** @param moment of the stretch, counted from 0 */
export function standAt(tick: Tick, moment: number): void {
  tick.time = timeOf(tick, moment);
  for (const pair of tick.pairs) {
    if (!pair.has) continue;
    const { open, high, low, close } = pair.candles;
    const at = pair.from + moment;
    pair.open = open[at] ?? 0;
    pair.high = high[at] ?? 0;
    pair.low = low[at] ?? 0;
    pair.close = close[at] ?? 0;
  }
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
export function priceAt(candle: Readonly<Prices>, point: Point, isLong: boolean): number {
  if (point === "open") return candle.open;
  if (point === "close") return candle.close;
  return isLong === (point === "against") ? candle.low : candle.high;
}

/** The moment of a point: points are spread evenly from the opening to the last millisecond of the candle. */
export function timeAt({ time, interval }: Pick<Tick, "time" | "interval">, point: number, points: number): number {
  const last = points - 1;
  return point === last ? time + Math.max(1, interval - 1) : time + Math.floor((interval * point) / last);
}

/** Called with the same tick each time; it stands at the first moment. @param index of that moment since the beginning, from 0 */
type OnStretch = (tick: Tick, index: number) => void;

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

  /** Candles that are at hand without reading on, once `next` was asked. */
  get ahead(): number {
    return this.#block.count - this.#at;
  }

  /** Shows the candles that come next. */
  show(into: PairTick): void {
    into.candles = this.#block;
    into.from = this.#at;
  }

  pass(count: number): void {
    this.#at += count;
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
  const blank = () => ({ has: false, open: 0, high: 0, low: 0, close: 0, candles: NONE, from: 0 });
  return { time: 0, interval: MINUTE, count: 0, pairs: Array.from({ length: pairs }, blank) };
}

/** A replay under way: `run` goes on for so many moments and says whether there may be more. */
export class Lockstep {
  readonly #feeds: readonly Feed[];
  readonly #tick: Tick;
  readonly #window: Window;
  readonly #onStretch: OnStretch;
  #index = 0;

  /** @param sources one for each pair of the tick, in its order */
  constructor(sources: readonly Iterable<CandleBlock>[], window: Window, tick: Tick, onStretch: OnStretch) {
    this.#feeds = sources.map((blocks) => new Feed(blocks, window));
    this.#tick = tick;
    this.#window = window;
    this.#onStretch = onStretch;
    const shortest = Math.min(...this.#feeds.map((feed) => feed.interval()));
    tick.interval = Number.isFinite(shortest) ? shortest : MINUTE;
  }

  /** Moments lived through so far. */
  get moments(): number {
    return this.#index;
  }

  run(moments: number): boolean {
    const tick = this.#tick;
    for (let left = moments; left > 0; left -= tick.count) {
      if (!this.#begin(left)) return false;
      standAt(tick, 0);
      this.#onStretch(tick, this.#index);
      standAt(tick, tick.count - 1);
      this.#index += tick.count;
      for (const [index, feed] of this.#feeds.entries()) if (tick.pairs[index]?.has === true) feed.pass(tick.count);
    }
    return true;
  }

  /** Makes the tick the stretch that comes next; false where there is none. */
  #begin(longest: number): boolean {
    const tick = this.#tick;
    let time = Number.POSITIVE_INFINITY;
    for (const feed of this.#feeds) time = Math.min(time, feed.next());
    if (time === Number.POSITIVE_INFINITY) return false;
    let [most, end] = [longest, this.#window.to];
    for (const [index, feed] of this.#feeds.entries()) {
      const pair = tick.pairs[index];
      if (pair === undefined) continue;
      pair.has = feed.next() === time;
      if (pair.has) {
        feed.show(pair);
        most = Math.min(most, feed.ahead);
      } else end = Math.min(end, feed.next());
    }
    tick.count = this.#inStep(most, end);
    return true;
  }

  /** For how many moments before `end` the pairs that have a candle now go on in step. */
  #inStep(most: number, end: number): number {
    const [lead, ...others] = this.#tick.pairs.filter(({ has }) => has);
    if (lead === undefined) return 1;
    for (let moment = 1; moment < most; moment += 1) {
      const time = lead.candles.time[lead.from + moment] ?? end;
      if (time >= end) return moment;
      for (const { candles, from } of others) if (candles.time[from + moment] !== time) return moment;
    }
    return most;
  }

  close(): void {
    for (const feed of this.#feeds) feed.close();
  }
}
