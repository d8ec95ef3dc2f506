// A clock that only moves when somebody sleeps.
import type { Clock } from "../src/model/ports.js";

export class VirtualClock implements Clock {
  #now: number;

  constructor(start = 1_790_000_000_000) {
    this.#now = start;
  }

  now = (): number => this.#now;

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
