// A seeded random walk of a price, endless and reproducible: as a course, made only as far as it is read, and as candles.
import { hash } from "node:crypto";
import Big from "big.js";
import { type CandleBlock, emptyBlock } from "./candle.js";
import { type Course, type Direction, isAt } from "./path.js";

interface WalkOptions {
  /** Any text. */
  readonly seed: string;
  /** Price at the beginning, in the quote asset. */
  readonly base: string;
  /** Milliseconds since the epoch; the price stands at the base before. */
  readonly from: number;
  readonly stepSeconds: number;
  /** Deviation of one step in percent of the price. */
  readonly volatilityPercent: number;
}

/** Where a walk without dates begins: a fixed time, so that the seed alone identifies it. Milliseconds since the epoch. */
export const WALK_FROM = Date.UTC(2025, 0, 1);

/** Significant digits of the base that are ticks: 64000 moves by 0.01. */
const DIGITS = 7;

/** The walk's prices step by step, as whole ticks of one size: exact in a double, and so is the decimal they stand for. */
class Walk {
  readonly places: number;
  /** Ticks to a unit. */
  readonly scale: number;
  ticks: number;
  readonly random: Random;
  readonly #volatility: number;

  constructor(options: Pick<WalkOptions, "seed" | "base" | "volatilityPercent">) {
    const base = new Big(options.base);
    this.places = Math.max(0, Math.min(15, DIGITS - 1 - base.e));
    this.scale = 10 ** this.places;
    this.ticks = base.times(this.scale).round().toNumber();
    this.random = new Random(seeded(options.seed));
    this.#volatility = options.volatilityPercent / 100;
  }

  /** Moves by one step; the price never falls below one tick, nor rises beyond what a double holds exactly. */
  step(): void {
    const moved = Math.round(this.ticks * (1 + this.#volatility * this.random.normal()));
    this.ticks = Math.min(999_999_999_999_999, Math.max(1, moved));
  }

  /** The price as a double that reads as exactly this decimal. */
  get price(): number {
    return this.ticks / this.scale;
  }
}

const SEGMENT = 1024;
/** Segments that are kept at hand; the others are walked again from their beginning. */
const KEPT = 8;

/** The price stands between two steps. */
export function walkCourse(options: WalkOptions): Course {
  const segments = new Segments(options);
  const stepMs = options.stepSeconds * 1000;
  const stepAt = (time: number) => Math.max(0, Math.floor((time - options.from) / stepMs));
  return {
    at: (time) => segments.price(stepAt(time)),
    reaches(time, level, side, until) {
      const start = stepAt(time);
      if (isAt(segments.price(start), level, side)) return time;
      const last = stepAt(until);
      const found = segments.search(start + 1, last, level, side);
      return found === undefined ? undefined : options.from + found * stepMs;
    },
  };
}

class Segments {
  readonly #walk: Walk;
  /** Where each segment begins. */
  readonly #starts: { readonly state: RandomState; readonly ticks: number }[] = [];
  readonly #known = new Map<number, Float64Array>();

  constructor(options: WalkOptions) {
    this.#walk = new Walk(options);
    this.#starts.push({ state: this.#walk.random.state, ticks: this.#walk.ticks });
  }

  price(step: number): Big {
    return this.#price(this.#ticks(Math.floor(step / SEGMENT))[step % SEGMENT] ?? 1);
  }

  /** The first step from `first` to `last` that stands at a level or beyond. */
  search(first: number, last: number, level: Big, side: Direction): number | undefined {
    // In ticks, and rounded so that only a tick at the level or beyond it passes.
    const exact = level.times(this.#walk.scale);
    const bound = exact.round(0, side === "above" ? Big.roundUp : Big.roundDown).toNumber();
    for (let step = first; step <= last; ) {
      const number = Math.floor(step / SEGMENT);
      const ticks = this.#ticks(number);
      const end = Math.min(last, (number + 1) * SEGMENT - 1);
      for (; step <= end; step += 1) {
        const here = ticks[step % SEGMENT] ?? 0;
        if (side === "above" ? here >= bound : here <= bound) return step;
      }
    }
    return undefined;
  }

  #price(ticks: number): Big {
    return new Big(ticks).div(this.#walk.scale);
  }

  #ticks(number: number): Float64Array {
    const known = this.#known.get(number);
    if (known !== undefined) return known;
    while (this.#starts.length <= number) this.#make(this.#starts.length - 1);
    const made = this.#make(number);
    this.#known.set(number, made);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= KEPT) break;
      this.#known.delete(oldest);
    }
    return made;
  }

  #make(number: number): Float64Array {
    const start = this.#starts[number];
    if (start === undefined) throw new RangeError(`segment ${number} has no beginning yet`);
    const ticks = new Float64Array(SEGMENT);
    const walk = this.#walk;
    walk.random.state = start.state;
    walk.ticks = start.ticks;
    for (let index = 0; index < SEGMENT; index += 1) {
      ticks[index] = walk.ticks;
      walk.step();
    }
    if (this.#starts.length === number + 1) this.#starts.push({ state: walk.random.state, ticks: walk.ticks });
    return ticks;
  }
}

const BLOCK = 8_192;
/** Steps within one candle; its deviation is spread over them. */
const STEPS = 4;

/** Candles of `stepSeconds` each; `volatilityPercent` is the deviation of a whole candle. The block is used again. */
export function* walkCandles(options: WalkOptions): Generator<CandleBlock> {
  const walk = new Walk({ ...options, volatilityPercent: options.volatilityPercent / Math.sqrt(STEPS) });
  const block = emptyBlock(BLOCK);
  const interval = options.stepSeconds * 1000;
  for (let time = options.from; ; ) {
    for (block.count = 0; block.count < BLOCK; block.count += 1, time += interval) {
      const open = walk.price;
      let [low, high] = [open, open];
      for (let step = 0; step < STEPS; step += 1) {
        walk.step();
        low = Math.min(low, walk.price);
        high = Math.max(high, walk.price);
      }
      const at = block.count;
      block.time[at] = time;
      block.open[at] = open;
      block.high[at] = high;
      block.low[at] = low;
      block.close[at] = walk.price;
    }
    yield block;
  }
}

/** The whole state: three words and a counter. */
type RandomState = readonly [number, number, number, number];

/** The state for a seed of any text; the same on every machine. */
export function seeded(seed: string): RandomState {
  const digest = hash("sha256", seed);
  const word = (at: number) => Number.parseInt(digest.slice(at * 8, at * 8 + 8), 16) | 0;
  return [word(0), word(1), word(2), 1];
}

/** Draws from a state; `state` may be kept and gone back to. */
export class Random {
  #a = 0;
  #b = 0;
  #c = 0;
  #counter = 0;

  constructor(state: RandomState) {
    this.state = state;
  }

  get state(): RandomState {
    return [this.#a, this.#b, this.#c, this.#counter];
  }

  set state([a, b, c, counter]: RandomState) {
    this.#a = a;
    this.#b = b;
    this.#c = c;
    this.#counter = counter;
  }

  /** From 0 to below 1, in steps of 2^-32. */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  }

  /**
   * Nearly normal with mean 0 and deviation 1: four even draws added up. No logarithm and no cosine, whose last bit the
   * language leaves open, so that a seed means the same run everywhere.
   */
  normal(): number {
    return (this.next() + this.next() + this.next() + this.next() - 2) * SQRT_3;
  }
}

const SQRT_3 = 1.7320508075688772;
