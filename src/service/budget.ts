// One account's budget of requests: places and pace that all its clients in this process share, with a clock to wait by.
import { Places } from "../model/places.js";
import { type BudgetTerms, Pace } from "./pace.js";
import { Turns } from "./turns.js";

export interface BudgetClock {
  /** Milliseconds since any moment. */
  elapsed(): number;
  sleep(ms: number): Promise<void>;
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

const DEFAULT_CONCURRENCY = 16;

export class Budget {
  readonly #clock: BudgetClock;
  readonly #reads = new Places(DEFAULT_CONCURRENCY);
  // A write must not wait behind reads while what it rests on grows old.
  readonly #writes = new Places(DEFAULT_CONCURRENCY);
  readonly #pace = new Pace();
  readonly #turns = new Turns<Waiting>();
  /** The same, to be found by their signals. */
  readonly #waiting = new Set<Waiting>();
  readonly #heard = new WeakSet<AbortSignal>();
  #isArmed = false;
  /** What was slept has passed, even where the clock says a little less; and the clock may be set back. */
  #passed = Number.NEGATIVE_INFINITY;

  constructor(clock: BudgetClock) {
    this.#clock = clock;
  }

  /** The last word counts, for whoever asks from now on; what isn't stated stays. */
  keepTo({ requestsPerSecond, concurrency }: BudgetTerms): void {
    if (requestsPerSecond !== undefined) this.#pace.limitTo(requestsPerSecond);
    if (concurrency === undefined) return;
    this.#reads.resize(concurrency);
    this.#writes.resize(concurrency);
  }

  /** Runs the exchange as soon as there is a place and it is its turn; at once, without any other, where nothing is limited. */
  run<T>(kind: "read" | "write", exchange: () => Promise<T>, wish: Wish = {}): Promise<T> {
    return (kind === "read" ? this.#reads : this.#writes).run(() => {
      const turn = this.#turn(kind, wish);
      return turn === undefined ? exchange() : turn.then(exchange);
    });
  }

  /** The service asked for fewer requests. @returns by how many milliseconds its wish is news, 0 where it isn't */
  slowDown(pauseMs: number): number {
    return this.#pace.slowDown(this.#now(), pauseMs);
  }

  /** Waits, by the clock that the turns go by. */
  async sleep(ms: number): Promise<void> {
    const until = this.#now() + ms;
    await this.#clock.sleep(ms);
    this.#passed = Math.max(this.#passed, until);
  }

  #now(): number {
    this.#passed = Math.max(this.#passed, this.#clock.elapsed());
    return this.#passed;
  }

  #turn(kind: "read" | "write", { mayLeave, signal }: Wish): Promise<void> | undefined {
    const now = this.#now();
    if (this.#turns.isEmpty && this.#pace.wait(now) <= 0) {
      this.#pace.take(now);
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
    const wait = this.#pace.wait(this.#now());
    void this.sleep(Math.max(0, wait)).then(() => {
      this.#isArmed = false;
      this.#letGo();
      this.#arm();
    });
  }

  #letGo(): void {
    const now = this.#now();
    while (!this.#turns.isEmpty && this.#pace.wait(now) <= 0) {
      this.#pace.take(now);
      this.#turns.next()?.go();
    }
  }
}

/** A budget for each account, known by where it is and its key. */
export class Budgets {
  readonly #clock: BudgetClock;
  readonly #byAccount = new Map<string, Budget>();

  constructor(clock: BudgetClock) {
    this.#clock = clock;
  }

  of(origin: string, apiKey: string): Budget {
    const account = `${apiKey} ${origin}`;
    const known = this.#byAccount.get(account);
    if (known !== undefined) return known;
    const made = new Budget(this.#clock);
    this.#byAccount.set(account, made);
    return made;
  }
}
