// The deepest fall of equity from its highest before: how far, how much of it, from when to when, and whether it was made good.
import type { FallFacts } from "../../model/risk/back-test.js";

/** Of a measure in doubles: so much of it depends on the order of adding. Of a fall it makes no deeper one, and of equity it isn't short of a peak. */
const NOISE = 1e-11;

function noiseOf(value: number): number {
  return NOISE * Math.max(1, Math.abs(value));
}

/** What lies halfway goes away from zero, whichever side of it the doubles have come to: amounts of money often lie there. */
export function rounded(value: number, places: number): number {
  return Number((value + Math.sign(value) * noiseOf(value)).toFixed(places));
}

/** Looks at equity moment by moment, in doubles. Peaks begin at `start`. */
export class Falls {
  #peak: number;
  #peakAt: number | null = null;
  /** Whether the deepest fall is the one from the present peak. */
  #isDeepest = false;
  #largestShare = 0;
  #deepest: { amount: number; peak: number; from: number; to: number; recovered: number | null } | null = null;
  readonly #hasBase: boolean;
  readonly #start: number;

  /** @param start equity at the beginning; null without a balance: then falls have an amount, and no share */
  constructor(start: number | null) {
    this.#start = start ?? 0;
    this.#peak = this.#start;
    this.#hasBase = start !== null;
  }

  get amount(): number {
    return this.#deepest?.amount ?? 0;
  }

  /** @param result since the beginning: equity is start + result */
  at(result: number, time: number): void {
    const equity = this.#start + result;
    this.#peakAt ??= time;
    const noise = Math.max(noiseOf(this.#peak), noiseOf(equity));
    if (equity >= this.#peak - noise) {
      if (this.#isDeepest && this.#deepest !== null) this.#deepest.recovered = time;
      this.#isDeepest = false;
      this.#peak = Math.max(this.#peak, equity);
      this.#peakAt = time;
      return;
    }
    const amount = this.#peak - equity;
    if (this.#peak > 0 && amount > this.#largestShare * this.#peak) this.#largestShare = amount / this.#peak;
    if (this.#deepest !== null && amount <= this.#deepest.amount + noise) {
      if (this.#isDeepest) this.#deepest.amount = Math.max(this.#deepest.amount, amount);
      return;
    }
    this.#deepest = { amount, peak: this.#peak, from: this.#peakAt, to: time, recovered: null };
    this.#isDeepest = true;
  }

  /** Whether nothing would change, whatever comes between these two results. */
  stays(low: number, high: number): boolean {
    const deepest = this.#deepest;
    if (deepest === null) return false;
    const [least, most] = [this.#start + low, this.#start + high];
    const noise = Math.max(noiseOf(this.#peak), noiseOf(least), noiseOf(most));
    if (most >= this.#peak - noise) return false;
    const amount = this.#peak - least;
    return amount <= deepest.amount && (this.#peak <= 0 || amount <= this.#largestShare * this.#peak);
  }

  /** @param end when the last candle closed */
  facts(end: number): FallFacts | null {
    if (this.#deepest === null) return null;
    const { amount, peak, from, to, recovered } = this.#deepest;
    const hasShare = this.#hasBase && peak > 0;
    return {
      amount: rounded(amount, 8),
      share: hasShare ? rounded(amount / peak, 10) : null,
      largestShare: this.#hasBase ? rounded(this.#largestShare, 10) : null,
      from,
      to,
      recovered,
      time: (recovered ?? end) - from,
    };
  }
}
