// Paces an account's requests: a token bucket, slower after a 429 and faster again step by step (AIMD). It has no clock of its own.

/** Limits on an account's requests, shared by all its clients in this process. What is absent isn't limited, or has its default. */
export interface RequestLimits {
  /** Requests that leave in a second on average, reads and writes together; greater than 0. */
  readonly requestsPerSecond?: number;
  /** Reads under way at once, and writes beside them. */
  readonly concurrency?: number;
  /** Requests that leave in a second on average for the account's address, those of all its accounts together; greater than 0. */
  readonly addressRequestsPerSecond?: number;
  /** Where other processes keep to the same rates. */
  readonly turns?: SharedTurns;
}

/**
 * Takes a turn among the requests of all processes that share a ledger, and resolves to the milliseconds until it comes: 0 where nobody
 * can be asked. @param isUrgent it isn't waited for, and is used up all the same
 */
export type SharedTurns = (isUrgent: boolean) => Promise<number>;

/** An even flow suits every kind of rate limit, so at most a tenth of a second's worth leaves at once. */
const BURST_S = 0.1;
/** Several 429s within this time are one episode: they answer requests that were under way together. */
const EPISODE_MS = 1_000;
const RECOVERY_S = 10;
const SECOND_MS = 1_000;
/** A rate never falls below this, or below the limit if that is lower: for less, a service can still ask for a pause. */
const SLOWEST = 1;
/** Without a stated limit, the rate after a 429 is guessed from the last second; there may have been few requests for other reasons. */
const FEWEST_GUESSED = 8;
/** Hundreds of turn-offs may leave beyond the rate. The reads that observe them must not wait until all of that is made up for. */
const MOST_DEBT_S = 1;
/** Tolerance for rounding errors of sums. */
const NEARLY = 1e-9;

/**
 * In any window of `t` seconds at most `requestsPerSecond * t + burst` requests leave, where `burst` is a tenth of the rate
 * and at least 1. Without a limit any number does, until the service asks for fewer: then half of what left in the last
 * second is the rate, and at least 4. A rate that was halved grows evenly, and is what it was after ten seconds. Times are milliseconds
 * since any moment, and never go back.
 */
export class Pace {
  #limit: number;
  #rate: number;
  /** By how many requests a second the rate grows, each second. */
  #growth = 0;
  #tokens = 1;
  #at = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #episodeEnds = Number.NEGATIVE_INFINITY;
  readonly #recent = new Recent();

  constructor(requestsPerSecond = Number.POSITIVE_INFINITY) {
    this.#limit = requestsPerSecond;
    this.#rate = requestsPerSecond;
    this.#tokens = this.#burst;
  }

  /** The last call wins; a rate that is lower at the time grows to the limit. */
  limitTo(requestsPerSecond: number): void {
    if (requestsPerSecond === this.#limit) return;
    const isSlowed = this.#rate < this.#limit;
    this.#limit = requestsPerSecond;
    this.#rate = isSlowed ? Math.min(this.#rate, requestsPerSecond) : requestsPerSecond;
    this.#tokens = Math.min(this.#tokens, this.#burst);
  }

  /** Requests a second that may leave now. */
  get rate(): number {
    return this.#rate;
  }

  /** Milliseconds until the next request may leave; 0 where it may at once. */
  wait(now: number): number {
    if (this.#rate === Number.POSITIVE_INFINITY) return 0;
    this.#advance(now);
    const missing = 1 - NEARLY - this.#tokens;
    return Math.max(this.#pausedUntil - now, missing <= 0 ? 0 : Math.ceil((missing / this.#rate) * SECOND_MS));
  }

  /** Counts a request that leaves. Ask `wait` first, or later requests wait longer. */
  take(now: number): void {
    this.#recent.count(now);
    this.#tokens = Math.max(this.#tokens - 1, -this.#rate * MOST_DEBT_S);
  }

  /**
   * The service asked for fewer requests: none leaves for that time, and then half as many as before.
   *
   * @returns milliseconds by which that makes a pause longer than it was already
   */
  slowDown(now: number, pauseMs: number): number {
    this.#advance(now);
    const longer = now + pauseMs - Math.max(now, this.#pausedUntil);
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pauseMs);
    if (now >= this.#episodeEnds) this.#halve(now);
    // Without a stated limit, the first request after a pause goes at once: it shows whether the pause was long enough.
    if (this.#limit === Number.POSITIVE_INFINITY) this.#tokens = 1;
    this.#episodeEnds = Math.max(this.#episodeEnds, this.#pausedUntil, now + EPISODE_MS);
    return Math.max(0, longer);
  }

  #halve(now: number): void {
    const guess = () => Math.max(FEWEST_GUESSED, this.#recent.inLastSecond(now));
    const before = this.#rate === Number.POSITIVE_INFINITY ? guess() : this.#rate;
    this.#rate = Math.min(this.#limit, Math.max(SLOWEST, before / 2));
    this.#growth = Math.max(SLOWEST, before) / 2 / RECOVERY_S;
    this.#tokens = Math.min(this.#tokens, this.#burst);
  }

  #advance(now: number): void {
    const seconds = Math.max(0, now - this.#at) / SECOND_MS;
    this.#at = Math.max(this.#at, now);
    if (this.#rate === Number.POSITIVE_INFINITY) return;
    // During a pause neither tokens nor the rate grow.
    const rested = Math.min(seconds, Math.max(0, now - this.#pausedUntil) / SECOND_MS);
    this.#tokens = Math.min(this.#burst, this.#tokens + this.#rate * rested);
    this.#rate = Math.min(this.#limit, this.#rate + this.#growth * rested);
  }

  get #burst(): number {
    return Math.max(1, this.#rate * BURST_S);
  }
}

/** About how many left in the last second. */
class Recent {
  #since = Number.NEGATIVE_INFINITY;
  #count = 0;
  #before = 0;

  count(now: number): void {
    this.#turn(now);
    this.#count += 1;
  }

  inLastSecond(now: number): number {
    this.#turn(now);
    return Math.max(this.#count, this.#before);
  }

  #turn(now: number): void {
    const passed = now - this.#since;
    if (passed < SECOND_MS) return;
    this.#before = passed < 2 * SECOND_MS ? this.#count : 0;
    this.#count = 0;
    this.#since = now;
  }
}
