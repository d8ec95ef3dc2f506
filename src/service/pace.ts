// When an account's next request may leave: a token bucket over times it is told, slower after a 429 and recovering by and by (AIMD).

/** What an account's requests keep to, whoever of this process sends them; what is absent isn't limited, or has its default. */
export interface RequestLimits {
  /** Requests that leave in a second on average, reads and writes together; greater than 0. */
  readonly requestsPerSecond?: number;
  /** Reads under way at once, and writes beside them. */
  readonly concurrency?: number;
}

/** An even flow is what servers of every kind of limit take: no more than a tenth of a second's worth leaves at once. */
const BURST_S = 0.1;
/** What was under way together when the service asked for less tells it but once. */
const EPISODE_MS = 1_000;
const RECOVERY_S = 10;
const SECOND_MS = 1_000;
/** A rate never falls below this, or below the limit where that is lower still: a pause is what a service can always ask for. */
const SLOWEST = 1;
/** Where no limit is stated: what left in the last second may have been few for other reasons than the service's. */
const FEWEST_GUESSED = 8;
/** Hundreds of turn-offs leave unasked: the look that shows them off must not wait until they are all made up for. */
const MOST_DEBT_S = 1;
/** What adding up tenths leaves over. */
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
  /** Requests a second more, each second. */
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

  /** The last word on the limit; a rate that is lower at the time grows up to it. */
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

  /** A request leaves. Ask `wait` before, or those after it wait the longer. */
  take(now: number): void {
    this.#recent.count(now);
    this.#tokens = Math.max(this.#tokens - 1, -this.#rate * MOST_DEBT_S);
  }

  /**
   * The service asked for fewer requests: none leaves for so long, and then half as many as before.
   *
   * @returns milliseconds by which that makes a pause longer than it was already
   */
  slowDown(now: number, pauseMs: number): number {
    this.#advance(now);
    const longer = now + pauseMs - Math.max(now, this.#pausedUntil);
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pauseMs);
    if (now >= this.#episodeEnds) this.#halve(now);
    // Where nobody stated a limit the first one after a pause goes at once: it tells whether that was long enough.
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
    // A pause earns nothing, neither requests nor a higher rate.
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
