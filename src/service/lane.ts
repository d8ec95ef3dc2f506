// Requests that wait for one pace: who of them leaves when, with one timer for all; writes go first, and reads are never passed over for ever.
import { Pace } from "./pace.js";

/** Writes that may pass a waiting read, one after the other. */
const PASSED_OVER_AT_MOST = 4;

/** Two queues, each first come first served. A write waits for no read but, after four writes, a single one. */
export class Turns<T> {
  readonly #reads: T[] = [];
  readonly #writes: T[] = [];
  #passedOver = 0;

  /** Those who wait, in no order. */
  get all(): readonly T[] {
    return [...this.#reads, ...this.#writes];
  }

  get isEmpty(): boolean {
    return this.#reads.length === 0 && this.#writes.length === 0;
  }

  add(kind: "read" | "write", one: T): void {
    (kind === "read" ? this.#reads : this.#writes).push(one);
  }

  /** Takes one out that doesn't want to leave any more. */
  remove(one: T): void {
    for (const queue of [this.#reads, this.#writes]) {
      const place = queue.indexOf(one);
      if (place >= 0) queue.splice(place, 1);
    }
  }

  /** Takes out whose turn it is; undefined where nobody waits. */
  next(): T | undefined {
    const isReadDue = this.#writes.length === 0 || (this.#reads.length > 0 && this.#passedOver >= PASSED_OVER_AT_MOST);
    if (isReadDue) {
      this.#passedOver = 0;
      return this.#reads.shift();
    }
    this.#passedOver = this.#reads.length > 0 ? this.#passedOver + 1 : 0;
    return this.#writes.shift();
  }
}

/** A request that may change its mind while it waits for its turn. */
export interface Wish {
  /** Whether it is still to leave. */
  readonly mayLeave?: (() => boolean) | undefined;
  /** Aborted, it is asked at once. */
  readonly signal?: AbortSignal | undefined;
}

interface Waiting extends Wish {
  readonly go: () => void;
}

/** The time that all lanes of a budget share; it never goes back. */
export interface LaneClock {
  now(): number;
  sleep(ms: number): Promise<void>;
}

export class Lane {
  readonly pace = new Pace();
  readonly #clock: LaneClock;
  readonly #turns = new Turns<Waiting>();
  readonly #heard = new WeakSet<AbortSignal>();
  #isArmed = false;

  constructor(clock: LaneClock) {
    this.#clock = clock;
  }

  /** Resolves when it is its turn; undefined where that is at once. */
  turn(kind: "read" | "write", { mayLeave, signal }: Wish): Promise<void> | undefined {
    const now = this.#clock.now();
    if (this.#turns.isEmpty && this.pace.wait(now) <= 0) {
      this.pace.take(now);
      return undefined;
    }
    return new Promise((go) => {
      this.#turns.add(kind, { mayLeave, signal, go });
      if (signal !== undefined) this.#listenTo(signal);
      this.#arm();
    });
  }

  /** Once for each signal, however many wait. */
  #listenTo(signal: AbortSignal): void {
    if (this.#heard.has(signal)) return;
    this.#heard.add(signal);
    const reconsider = () => {
      for (const one of this.#turns.all) {
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
