// The quirk rateLimit: how many requests a second each key may make, as the web framework of section 6 counts them.

import type { Quirks } from "../quirks/quirks.js";
import { Refusal } from "./failure.js";

interface Allowance {
  left: number;
  /** Milliseconds since the epoch. */
  at: number;
}

export class RateLimit {
  readonly #quirks: Quirks;
  readonly #byKey = new Map<string, Allowance>();
  #turnedAway = 0;

  constructor(quirks: Quirks) {
    this.#quirks = quirks;
  }

  /** Requests that were answered 429. */
  get turnedAway(): number {
    return this.#turnedAway;
  }

  /**
   * Counts a request that acts, or turns it away before it does.
   *
   * @param now milliseconds since the epoch
   * @throws Refusal (429) where the key has made too many
   */
  admit(key: string, now: number): void {
    const { rateLimit } = this.#quirks;
    if (rateLimit === 0) return;
    const before = this.#byKey.get(key) ?? { left: rateLimit, at: now };
    const earned = (Math.max(0, now - before.at) / 1000) * rateLimit;
    const left = Math.min(rateLimit, before.left + earned);
    this.#byKey.set(key, { left: left < 1 ? left : left - 1, at: now });
    if (left >= 1) return;
    this.#turnedAway += 1;
    const seconds = Math.max(1, Math.ceil((1 - left) / rateLimit));
    const header = this.#quirks.retryAfter === "seconds" ? { "retry-after": String(seconds) } : {};
    throw new Refusal(429, "Rate limit exceeded.", header);
  }
}
