// The price of each pair at each moment: flat, or a wave that returns; always the same for the same moment.
import Big from "big.js";

/** How one pair's price moves. */
export interface PriceCourse {
  /** In the quote asset. */
  readonly base: string;
  /** Largest distance from the base, in percent; 0 is flat. */
  readonly swingPercent: number;
  /** Seconds from one peak to the next. */
  readonly periodSeconds: number;
}

export type Side = "above" | "below";

/** The market as the engine sees it; another implementation may drive the same engine. */
export interface Prices {
  /** Price of a pair in its quote asset at a moment (milliseconds since the epoch). */
  at(pair: string, time: number): Big;
  /** The first moment from `time` on when the price stands at `level` or beyond it on `side`; undefined is never. */
  reaches(pair: string, time: number, level: Big, side: Side): number | undefined;
}

const UNLISTED: PriceCourse = { base: "100", swingPercent: 0, periodSeconds: 60 };
const DIGITS = 12;

/** Triangle waves through the base at every full period since the epoch; a pair without a course stands at 100. */
export class WavePrices implements Prices {
  readonly #courses: ReadonlyMap<string, PriceCourse>;

  constructor(courses: ReadonlyMap<string, PriceCourse>) {
    this.#courses = courses;
  }

  at(pair: string, time: number): Big {
    const course = this.#course(pair);
    if (course.swingPercent === 0) return new Big(course.base);
    const factor = 1 + (course.swingPercent / 100) * height(phaseAt(course, time));
    return new Big(new Big(course.base).times(factor).toPrecision(DIGITS));
  }

  reaches(pair: string, time: number, level: Big, side: Side): number | undefined {
    const now = this.at(pair, time);
    if (side === "above" ? now.gte(level) : now.lte(level)) return time;
    const course = this.#course(pair);
    if (course.swingPercent === 0) return undefined;
    const wanted = (level.div(course.base).toNumber() - 1) / (course.swingPercent / 100);
    if (Math.abs(wanted) > 1) return undefined;
    const rising = wanted >= 0 ? wanted / 4 : 1 + wanted / 4;
    const crossing = side === "above" ? rising : 0.5 - wanted / 4;
    const ahead = (crossing - phaseAt(course, time) + 2) % 1;
    const wait = Math.ceil(ahead * course.periodSeconds * 1000);
    // A crossing in this very moment was denied above, so rounding is at work: the next one is a period away.
    return time + (wait < 1 ? course.periodSeconds * 1000 : wait);
  }

  #course(pair: string): PriceCourse {
    return this.#courses.get(pair) ?? UNLISTED;
  }
}

/** Where in its period a wave is, from 0 to 1. */
function phaseAt(course: PriceCourse, time: number): number {
  const period = course.periodSeconds * 1000;
  return (((time % period) + period) % period) / period;
}

/** The wave at a phase: 0 at the start, 1 at a quarter, -1 at three quarters. */
function height(phase: number): number {
  if (phase < 0.25) return phase * 4;
  return phase < 0.75 ? 2 - phase * 4 : phase * 4 - 4;
}
