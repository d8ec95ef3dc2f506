// The price of each pair at each moment: its course, or a price set by hand that stands until it is given back.
import Big from "big.js";
import type { Course, Side } from "../../market/prices/course.js";

/** When a level is reached, or until when nobody has looked for it. */
export interface Reach {
  readonly at: number;
  readonly reached: boolean;
}

const UNLISTED = "100";
/** How far an endless course is searched in one go (milliseconds). */
const HORIZON = 3_600_000;

/** A pair's course; an endless one moves by chance and is searched piece by piece. */
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
  reaches(pair: string, time: number, level: Big, side: Side): Reach | undefined {
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
