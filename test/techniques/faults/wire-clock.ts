// One time for client, server and run: it passes when somebody sleeps, or a second at a time while a request hangs.
import { createRequire } from "node:module";
import { afterAll, vi } from "vitest";
import * as z from "zod/mini";
import { VirtualClock } from "../../support/clock.js";

/** Turns of the event loop without a request after which nothing but the hanging one is under way. */
const QUIET_TURNS = 25;
/** More wire time than any deadline: a request that hangs longer hangs for ever. */
const MOST_SECONDS = 600;

/** undici keeps one timer for all its connections. Left alone it would wait for a clock that stands still, in the next file of this process, too. */
const undiciTimers = z.parse(
  z.looseObject({ reset: z.custom<() => void>((value) => typeof value === "function") }),
  createRequire(import.meta.url)("undici/lib/util/timers.js"),
);

/** Makes timers wait for a WireClock until the test file ends; sockets stay real. To be called before its first request. */
export function fakeTimers(): void {
  undiciTimers.reset();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  afterAll(() => {
    undiciTimers.reset();
    vi.useRealTimers();
  });
}

export class WireClock extends VirtualClock {
  #moves = 0;

  /** Says that something is still under way. */
  moved(): void {
    this.#moves += 1;
  }

  /** Lets time pass for every timer, whenever all is quiet, until `done`. Throws Error when that never comes. */
  async passUntil(done: () => boolean): Promise<void> {
    for (let seconds = 0; seconds < MOST_SECONDS; seconds += 1) {
      await this.#quiet(done);
      if (done()) return;
      this.advance(1_000);
      vi.advanceTimersByTime(1_000);
    }
    throw new Error(`a request hung for ${MOST_SECONDS} s: its client has no deadline`);
  }

  /** Lets time pass until the call has ended. */
  async passDuring<T>(call: Promise<T>): Promise<T> {
    let ended = false;
    const end = () => {
      ended = true;
    };
    call.then(end, end);
    await this.passUntil(() => ended);
    return call;
  }

  async #quiet(done: () => boolean): Promise<void> {
    let moves = this.#moves;
    for (let turns = 0; turns < QUIET_TURNS && !done(); turns += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (moves === this.#moves) continue;
      moves = this.#moves;
      turns = 0;
    }
  }
}
