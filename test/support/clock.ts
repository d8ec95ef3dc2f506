// A clock that only moves when somebody sleeps.
import type { Clock } from "../../src/model/ports.js";

export class VirtualClock implements Clock {
  #now: number;
  #skew = 0;

  constructor(start = 1_790_000_000_000) {
    this.#now = start;
  }

  now = (): number => this.#now + this.#skew;
  elapsed = (): number => this.#now;

  /** Sets the wall clock by so much; elapsed time goes on as if nothing had been. */
  set(ms: number): void {
    this.#skew += ms;
  }

  advance(ms: number): void {
    this.#now += ms;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return;
    this.#now += ms;
    // Lets everything else that is ready go first, as a real wait would.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
