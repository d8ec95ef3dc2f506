// The queue of requests that wait for one pace, with one timer for all. Writes go first, but pass a waiting read only a few times.
import { Pace, type SharedTurns } from "./pace.js";

/** How many writes in a row may pass a waiting read. */
const PASSED_OVER_AT_MOST = 4;

/** Two queues, each first come, first served. Writes go first; after four writes in a row one read goes. */
export class Turns<T> {
  readonly #reads: T[] = [];
  readonly #writes: T[] = [];
  #passedOver = 0;

  /** All that wait, in no order. */
  get all(): readonly T[] {
    return [...this.#reads, ...this.#writes];
  }

  get isEmpty(): boolean {
    return this.#reads.length === 0 && this.#writes.length === 0;
  }

  add(kind: "read" | "write", one: T): void {
    (kind === "read" ? this.#reads : this.#writes).push(one);
  }

  /** Removes one that is no longer to leave. */
  remove(one: T): void {
    for (const queue of [this.#reads, this.#writes]) {
      const place = queue.indexOf(one);
      if (place >= 0) queue.splice(place, 1);
    }
  }

  /** Removes and returns the next one; undefined if none waits. */
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

/** Whether a request that waits for its turn is still to be sent. */
export interface TurnOptions {
  /** Asked when its turn comes; a no withdraws it. */
  readonly maySend?: (() => boolean) | undefined;
  /** On abort it is asked at once. */
  readonly signal?: AbortSignal | undefined;
}

interface Waiting extends TurnOptions {
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

  /** Resolves when its turn comes; undefined if that is at once. */
  turn(kind: "read" | "write", { maySend, signal }: TurnOptions): Promise<void> | undefined {
    const now = this.#clock.now();
    if (this.#turns.isEmpty && this.pace.wait(now) <= 0) {
      this.pace.take(now);
      return undefined;
    }
    return new Promise((go) => {
      this.#turns.add(kind, { maySend, signal, go });
      if (signal !== undefined) this.#listenTo(signal);
      this.#arm();
    });
  }

  /** Listens once to each signal, however many requests wait. */
  #listenTo(signal: AbortSignal): void {
    if (this.#heard.has(signal)) return;
    this.#heard.add(signal);
    const reconsider = () => {
      for (const one of this.#turns.all) {
        if (one.signal !== signal || one.maySend?.() !== false) continue;
        // It resolves without a turn: the exchange asks maySend again, and isn't made.
        this.#turns.remove(one);
        one.go();
      }
    };
    signal.addEventListener("abort", reconsider, { once: true });
  }

  /** One timer for all that wait. */
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

/** The turns among the requests of other processes. One request of an account at a time asks for its own, so that each account gets as many. */
export class SharedLane {
  /** Who is asked; the rates that are stated last count. */
  ask: SharedTurns;
  readonly #clock: Pick<LaneClock, "sleep">;
  readonly #turns = new Turns<Waiting>();
  readonly #heard = new WeakSet<AbortSignal>();
  #isAsking = false;

  constructor(ask: SharedTurns, clock: Pick<LaneClock, "sleep">) {
    this.ask = ask;
    this.#clock = clock;
  }

  /** Resolves when its turn comes, or when it is withdrawn. */
  turn(kind: "read" | "write", options: TurnOptions): Promise<void> {
    const { signal } = options;
    if (signal !== undefined && !this.#heard.has(signal)) {
      this.#heard.add(signal);
      signal.addEventListener("abort", () => this.#hasAny(), { once: true });
    }
    return new Promise((go) => {
      this.#turns.add(kind, { ...options, go });
      void this.#serve();
    });
  }

  /** Uses up a turn that nobody waits for. */
  pass(): void {
    void this.ask(true);
  }

  async #serve(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#hasAny()) {
      const wait = await this.ask(false);
      if (wait > 0) await this.#clock.sleep(wait);
      this.#turns.next()?.go();
    }
    this.#isAsking = false;
  }

  #hasAny(): boolean {
    for (const one of this.#turns.all) {
      if (one.maySend?.() !== false) continue;
      this.#turns.remove(one);
      one.go();
    }
    return !this.#turns.isEmpty;
  }
}
