// One account's budget of requests: places and pace that all its clients in this process share, with a clock to wait by.
import { Places } from "../model/text/places.js";
import { Lane, type TurnOptions } from "./lane.js";
import type { RequestLimits } from "./pace.js";

export interface BudgetClock {
  /** Milliseconds since any moment. */
  elapsed(): number;
  sleep(ms: number): Promise<void>;
}

/** How the budget treats a request. A turn-off makes a bot safe, so only an answer to another turn-off can slow it down. */
export type Kind = "read" | "write" | "turn-off";

const DEFAULT_CONCURRENCY = 16;

export class Budget {
  readonly #clock: BudgetClock;
  readonly #places = {
    read: new Places(DEFAULT_CONCURRENCY),
    // A write rests on a fresh look, which would grow old while it waits behind reads.
    write: new Places(DEFAULT_CONCURRENCY),
    "turn-off": new Places(DEFAULT_CONCURRENCY),
  };
  readonly #usual: Lane;
  readonly #urgent: Lane;
  /** The latest time that is known to have passed: clocks may wake a sleeper a little early, or be set back. */
  #passed = Number.NEGATIVE_INFINITY;

  constructor(clock: BudgetClock) {
    this.#clock = clock;
    const time = { now: () => this.#now(), sleep: (ms: number) => this.sleep(ms) };
    this.#usual = new Lane(time);
    this.#urgent = new Lane(time);
  }

  /**
   * The last call wins, for requests from now on; what it leaves out stays as it was. Throws RangeError for limits under which
   * nothing would ever leave.
   */
  keepTo({ requestsPerSecond, concurrency }: RequestLimits): void {
    if (requestsPerSecond !== undefined && !(requestsPerSecond > 0))
      throw new RangeError("requestsPerSecond must be greater than 0");
    if (concurrency !== undefined && !(Number.isInteger(concurrency) && concurrency > 0))
      throw new RangeError("concurrency must be a whole number of at least 1");
    if (requestsPerSecond !== undefined) this.#usual.pace.limitTo(requestsPerSecond);
    if (concurrency === undefined) return;
    for (const places of Object.values(this.#places)) places.resize(concurrency);
  }

  /** Runs the exchange once there is a place and its turn has come; without limits that is at once, in the same tick. */
  run<T>(kind: Kind, exchange: () => Promise<T>, options: TurnOptions = {}): Promise<T> {
    return this.#places[kind].run(() => {
      const turn = kind === "turn-off" ? this.#urgently(options) : this.#usual.turn(kind, options);
      return turn === undefined ? exchange() : turn.then(exchange);
    });
  }

  /** A turn-off doesn't wait for the usual lane, but uses up one of its turns, so that the rate stays within the limit. */
  #urgently(options: TurnOptions): Promise<void> | undefined {
    this.#usual.pace.take(this.#now());
    return this.#urgent.turn("write", options);
  }

  /**
   * The service asked for fewer requests, in the answer to one of this kind.
   *
   * @returns by how many milliseconds the pause grew; 0 where it did not
   */
  slowDown(pauseMs: number, kind: Kind = "read"): number {
    const now = this.#now();
    if (kind === "turn-off") this.#urgent.pace.slowDown(now, pauseMs);
    return this.#usual.pace.slowDown(now, pauseMs);
  }

  /** Waits by the clock of the turns. */
  async sleep(ms: number): Promise<void> {
    const until = this.#now() + ms;
    await this.#clock.sleep(ms);
    this.#passed = Math.max(this.#passed, until);
  }

  #now(): number {
    this.#passed = Math.max(this.#passed, this.#clock.elapsed());
    return this.#passed;
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
