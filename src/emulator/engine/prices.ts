// The price of each pair at each moment: its course, flat or swinging, or a price set by hand until it is released.
import Big from "big.js";
import type { Course, Direction } from "../../market/prices/path.js";

/** When a level is reached, or until when nobody has looked for it. */
interface Reach {
  readonly at: number;
  readonly reached: boolean;
}

const UNLISTED = "100";
/** How far an endless course is searched in one go (milliseconds). */
const HORIZON = 3_600_000;

/** A pair's course; one that moves by chance without an end, or through many candles, counts as endless: it is searched piece by piece. */
export interface ListedCourse {
  readonly course: Course;
  readonly isEndless: boolean;
}

/** The market as the engine sees it. */
export class Prices {
  readonly #courses: ReadonlyMap<string, ListedCourse>;
  readonly #byHand = new Map<string, Course>();

  constructor(courses: ReadonlyMap<string, ListedCourse>) {
    this.#courses = courses;
  }

  /** Price of a pair in its quote asset at a moment (milliseconds since the epoch). */
  at(pair: string, time: number): Big {
    return this.#listed(pair).course.at(time);
  }

  /** The first moment from `time` on when the price stands at `level` or beyond it on `side`; undefined is never. */
  reaches(pair: string, time: number, level: Big, side: Direction): Reach | undefined {
    const { course, isEndless } = this.#listed(pair);
    const until = isEndless ? time + HORIZON : Number.POSITIVE_INFINITY;
    const at = course.reaches(time, level, side, until);
    if (at !== undefined) return { at, reached: true };
    return isEndless ? { at: until, reached: false } : undefined;
  }

  /** Sets a price that stands; null gives the pair back to its course. */
  set(pair: string, price: string | null): void {
    if (price === null) this.#byHand.delete(pair);
    else this.#byHand.set(pair, flatCourse(price));
  }

  /** The prices set by hand, for the state file. */
  byHand(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.#byHand].map(([pair, course]) => [pair, course.at(0).toFixed()]));
  }

  #listed(pair: string): ListedCourse {
    const own = this.#byHand.get(pair);
    return own === undefined ? (this.#courses.get(pair) ?? ELSEWHERE) : { course: own, isEndless: false };
  }
}

/** A price that never moves. */
export function flatCourse(price: string): Course {
  const only = new Big(price);
  return {
    at: () => only,
    reaches: (time, level, side) => ((side === "above" ? only.gte(level) : only.lte(level)) ? time : undefined),
  };
}

const ELSEWHERE: ListedCourse = { course: flatCourse(UNLISTED), isEndless: false };

interface Wave {
  /** In the quote asset. */
  readonly base: string;
  /** Largest distance from the base, in percent; more than 0. */
  readonly swingPercent: number;
  /** Seconds from one peak to the next. */
  readonly periodSeconds: number;
}

const DIGITS = 12;

/** A triangle through the base at every full period since the epoch. */
export function waveCourse(wave: Wave): Course {
  const base = new Big(wave.base);
  const swing = new Big(wave.swingPercent).div(100);
  const priceAt = (height: number) => new Big(base.times(swing.times(height).plus(1)).toPrecision(DIGITS));
  const at = (time: number): Big => priceAt(heightAt(phaseAt(wave, time)));
  const reaches = (time: number, level: Big, side: Direction): number | undefined => {
    const now = at(time);
    if (side === "above" ? now.gte(level) : now.lte(level)) return time;
    // The price of a peak is rounded, and what is worked out from it may lie a digit beyond the peak.
    if (side === "above" ? level.gt(priceAt(1)) : level.lt(priceAt(-1))) return undefined;
    const wanted = Math.max(-1, Math.min(1, level.div(base).minus(1).div(swing).toNumber()));
    const rising = wanted >= 0 ? wanted / 4 : 1 + wanted / 4;
    const crossing = side === "above" ? rising : 0.5 - wanted / 4;
    const ahead = (crossing - phaseAt(wave, time) + 2) % 1;
    const wait = Math.ceil(ahead * wave.periodSeconds * 1000);
    // A crossing in this very moment was denied above, so rounding is at work: the next one is a period away.
    return time + (wait < 1 ? wave.periodSeconds * 1000 : wait);
  };
  return { at, reaches };
}

/** Where in its period a wave is, from 0 to 1. */
function phaseAt(wave: Wave, time: number): number {
  const period = wave.periodSeconds * 1000;
  return (((time % period) + period) % period) / period;
}

/** The wave at a phase: 0 at the start, 1 at a quarter, -1 at three quarters. */
function heightAt(phase: number): number {
  if (phase < 0.25) return phase * 4;
  return phase < 0.75 ? 2 - phase * 4 : phase * 4 - 4;
}
