// A clock that only moves when somebody sleeps.
import type { Clock } from "../../src/model/ports.js";

/** Sleeps that end at once, since the run was stopped, before it counts as one that never ends. */
const MOST_WITHOUT_TIME = 1_000;

export class VirtualClock implements Clock {
  #withoutTime = 0;
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
    if (signal?.aborted === true) {
      this.#withoutTime += 1;
      if (this.#withoutTime > MOST_WITHOUT_TIME) throw new Error("a run that was stopped goes on and on");
      return;
    }
    this.#now += ms;
    // Lets everything else that is ready go first, as a real wait would.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
