// Equity at the end of each day, and what it changed by in days, weeks and months (UTC).
import type { PeriodFacts } from "../../model/risk/back-test.js";

const DAY = 86_400_000;

/** Keeps the last result of each UTC day; a day without candles ends as the one before it did. */
export class DayEnds {
  #first: number | null = null;
  #next = Number.NEGATIVE_INFINITY;
  #last = 0;
  /** Of days that are over. */
  readonly #ends: number[] = [];

  /** @param time when the candle opens @param result since the beginning, when it closes */
  at(time: number, result: number): void {
    while (time >= this.#next) this.#begin(time);
    this.#last = result;
  }

  /** Results since the beginning, one a day, with the first day's start. */
  get results(): readonly number[] {
    return this.#first === null ? [] : [...this.#ends, this.#last];
  }

  get firstDay(): number {
    return this.#first ?? 0;
  }

  #begin(time: number): void {
    if (this.#first === null) {
      this.#first = Math.floor(time / DAY) * DAY;
      this.#next = this.#first + DAY;
      return;
    }
    this.#ends.push(this.#last);
    this.#next += DAY;
  }
}

/** What each day changed. @param results since the beginning, one a day */
export function daysOf(firstDay: number, results: readonly number[]): readonly PeriodFacts[] {
  return results.map((result, day) => ({
    start: dateOf(firstDay + day * DAY),
    result: result - (results[day - 1] ?? 0),
  }));
}

/** Weeks begin on Monday (ISO 8601); the first and the last may be cut short. */
export function weeksOf(days: readonly PeriodFacts[]): readonly PeriodFacts[] {
  return gathered(days, (start) => {
    const time = Date.parse(start);
    const sinceMonday = (new Date(time).getUTCDay() + 6) % 7;
    return dateOf(time - sinceMonday * DAY);
  });
}

export function monthsOf(days: readonly PeriodFacts[]): readonly PeriodFacts[] {
  return gathered(days, (start) => `${start.slice(0, 7)}-01`);
}

/** Of several alike the first; null without a day. */
export function bestOf(days: readonly PeriodFacts[], sign: 1 | -1): PeriodFacts | null {
  return days.reduce<PeriodFacts | null>(
    (best, day) => (best === null || (day.result - best.result) * sign > 0 ? day : best),
    null,
  );
}

function gathered(days: readonly PeriodFacts[], startOf: (day: string) => string): readonly PeriodFacts[] {
  const sums = new Map<string, number>();
  for (const { start, result } of days) sums.set(startOf(start), (sums.get(startOf(start)) ?? 0) + result);
  return Array.from(sums, ([start, result]) => ({ start, result }));
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
