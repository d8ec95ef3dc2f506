// A seeded random walk of a price: endless, made only as far as it is looked at, and the same for the same seed.
import Big from "big.js";
import { type Course, isAt, type Side } from "./course.js";
import { Random, type RandomState, seeded } from "./random.js";

export interface WalkTerms {
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

/** Significant digits of the base that are ticks: 64000 moves by 0.01. */
const DIGITS = 7;

/** The walk's prices step by step, as whole ticks of one size: exact in a double, and so is the decimal they stand for. */
export class Walk {
  readonly places: number;
  /** Ticks to a unit. */
  readonly scale: number;
  ticks: number;
  readonly random: Random;
  readonly #volatility: number;

  constructor(terms: Pick<WalkTerms, "seed" | "base" | "volatilityPercent">) {
    const base = new Big(terms.base);
    this.places = Math.max(0, Math.min(15, DIGITS - 1 - base.e));
    this.scale = 10 ** this.places;
    this.ticks = base.times(this.scale).round().toNumber();
    this.random = new Random(seeded(terms.seed));
    this.#volatility = terms.volatilityPercent / 100;
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
export function walkCourse(terms: WalkTerms): Course {
  const segments = new Segments(terms);
  const stepMs = terms.stepSeconds * 1000;
  const stepAt = (time: number) => Math.max(0, Math.floor((time - terms.from) / stepMs));
  return {
    at: (time) => segments.price(stepAt(time)),
    reaches(time, level, side, until) {
      const start = stepAt(time);
      if (isAt(segments.price(start), level, side)) return time;
      const last = stepAt(until);
      const found = segments.search(start + 1, last, level, side);
      return found === undefined ? undefined : terms.from + found * stepMs;
    },
  };
}

class Segments {
  readonly #walk: Walk;
  /** Where each segment begins. */
  readonly #starts: { readonly state: RandomState; readonly ticks: number }[] = [];
  readonly #known = new Map<number, Float64Array>();

  constructor(terms: WalkTerms) {
    this.#walk = new Walk(terms);
    this.#starts.push({ state: this.#walk.random.state, ticks: this.#walk.ticks });
  }

  price(step: number): Big {
    return this.#price(this.#ticks(Math.floor(step / SEGMENT))[step % SEGMENT] ?? 1);
  }

  /** The first step from `first` to `last` that stands at a level or beyond. */
  search(first: number, last: number, level: Big, side: Side): number | undefined {
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
