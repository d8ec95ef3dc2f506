// Requests that wait for one pace: who of them leaves when, with one timer for all.
import type { Pace } from "./pace.js";
import type { Turns } from "./turns.js";

/** A request that may change its mind while it waits for its turn. */
export interface Wish {
  /** Whether it is still to leave. */
  readonly mayLeave?: (() => boolean) | undefined;
  /** Aborted, it is asked at once. */
  readonly signal?: AbortSignal | undefined;
}

export interface Waiting extends Wish {
  readonly go: () => void;
}

/** The time that all lanes of a budget share; it never goes back. */
export interface LaneClock {
  now(): number;
  sleep(ms: number): Promise<void>;
}

export class Lane {
  readonly pace: Pace;
  readonly #clock: LaneClock;
  readonly #turns: Turns<Waiting>;
  /** The same, to be found by their signals. */
  readonly #waiting = new Set<Waiting>();
  readonly #heard = new WeakSet<AbortSignal>();
  #isArmed = false;

  constructor(clock: LaneClock, pace: Pace, turns: Turns<Waiting>) {
    this.#clock = clock;
    this.pace = pace;
    this.#turns = turns;
  }

  /** Resolves when it is its turn; undefined where that is at once. */
  turn(kind: "read" | "write", { mayLeave, signal }: Wish): Promise<void> | undefined {
    const now = this.#clock.now();
    if (this.#turns.isEmpty && this.pace.wait(now) <= 0) {
      this.pace.take(now);
      return undefined;
    }
    return new Promise((resolve) => {
      const one: Waiting = {
        mayLeave,
        signal,
        go: () => {
          this.#waiting.delete(one);
          resolve();
        },
      };
      this.#turns.add(kind, one);
      this.#waiting.add(one);
      if (signal !== undefined) this.#listenTo(signal);
      this.#arm();
    });
  }

  /** Once for each signal, however many wait. */
  #listenTo(signal: AbortSignal): void {
    if (this.#heard.has(signal)) return;
    this.#heard.add(signal);
    const reconsider = () => {
      for (const one of [...this.#waiting]) {
        if (one.signal !== signal || one.mayLeave?.() !== false) continue;
        // It goes on without a turn: the exchange asks once more, and doesn't take place.
        this.#turns.remove(one);
        one.go();
      }
    };
    signal.addEventListener("abort", reconsider, { once: true });
  }

  /** One timer for all who wait. */
  #arm(): void {
    if (this.#isArmed || this.#turns.isEmpty) return;
    this.#isArmed = true;
    const wait = this.pace.wait(this.#clock.now());
    void this.#clock.sleep(Math.max(0, wait)).then(() => {
      this.#isArmed = false;
      this.#letGo();
      this.#arm();
    });
  }

  #letGo(): void {
    const now = this.#clock.now();
    while (!this.#turns.isEmpty && this.pace.wait(now) <= 0) {
      this.pace.take(now);
      this.#turns.next()?.go();
    }
  }
}
