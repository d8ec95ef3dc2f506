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

/** Those that wait. Each leaves when it is let go, or is withdrawn when its signal aborts. */
class Queue {
  readonly #turns = new Turns<Waiting>();
  readonly #heard = new WeakSet<AbortSignal>();

  get isEmpty(): boolean {
    return this.#turns.isEmpty;
  }

  /** Resolves when its turn comes. */
  join(kind: "read" | "write", { maySend, signal }: TurnOptions): Promise<void> {
    return new Promise((go) => {
      this.#turns.add(kind, { maySend, signal, go });
      if (signal !== undefined) this.#listenTo(signal);
    });
  }

  letGo(): void {
    this.#turns.next()?.go();
  }

  /** Listens once to each signal, however many requests wait. */
  #listenTo(signal: AbortSignal): void {
    if (this.#heard.has(signal)) return;
    this.#heard.add(signal);
    signal.addEventListener("abort", () => this.withdraw(signal), { once: true });
  }

  /** Those that may not leave any more; of one signal, or of all. */
  withdraw(of?: AbortSignal): void {
    for (const one of this.#turns.all) {
      if ((of !== undefined && one.signal !== of) || one.maySend?.() !== false) continue;
      // It resolves without a turn: the exchange asks maySend again, and isn't made.
      this.#turns.remove(one);
      one.go();
    }
  }
}

export class Lane {
  readonly pace = new Pace();
  readonly #clock: LaneClock;
  readonly #queue = new Queue();
  #isArmed = false;

  constructor(clock: LaneClock) {
    this.#clock = clock;
  }

  /** Resolves when its turn comes; undefined if that is at once. */
  turn(kind: "read" | "write", options: TurnOptions): Promise<void> | undefined {
    const now = this.#clock.now();
    if (this.#queue.isEmpty && this.pace.wait(now) <= 0) {
      this.pace.take(now);
      return undefined;
    }
    const turn = this.#queue.join(kind, options);
    this.#arm();
    return turn;
  }

  /** One timer for all that wait. */
  #arm(): void {
    if (this.#isArmed || this.#queue.isEmpty) return;
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
    while (!this.#queue.isEmpty && this.pace.wait(now) <= 0) {
      this.pace.take(now);
      this.#queue.letGo();
    }
  }
}

/** The turns among the requests of other processes. One request of an account at a time asks for its own, so that each account gets as many. */
export class SharedLane {
  /** Who is asked; the rates that are stated last count. */
  ask: SharedTurns;
  readonly #clock: Pick<LaneClock, "sleep">;
  readonly #queue = new Queue();
  #isAsking = false;

  constructor(ask: SharedTurns, clock: Pick<LaneClock, "sleep">) {
    this.ask = ask;
    this.#clock = clock;
  }

  /** Resolves when its turn comes, or when it is withdrawn. */
  turn(kind: "read" | "write", options: TurnOptions): Promise<void> {
    const turn = this.#queue.join(kind, options);
    void this.#serve();
    return turn;
  }

  /** Uses up a turn that nobody waits for. */
  pass(): void {
    void this.ask(true);
  }

  async #serve(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    for (;;) {
      this.#queue.withdraw();
      if (this.#queue.isEmpty) break;
      const wait = await this.ask(false);
      if (wait > 0) await this.#clock.sleep(wait);
      this.#queue.letGo();
    }
    this.#isAsking = false;
  }
}
