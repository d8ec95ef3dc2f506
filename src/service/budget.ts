// One account's budget of requests: places and pace that all its clients in this process share, behind the pace of its address.
import { Places } from "../model/text/places.js";
import { Lane, SharedLane, type TurnOptions } from "./lane.js";
import type { RequestLimits } from "./pace.js";
import { fingerprint } from "./signing.js";

export interface BudgetClock {
  /** Milliseconds since any moment. */
  elapsed(): number;
  sleep(ms: number): Promise<void>;
}

/** How the budget treats a request. A turn-off makes a bot safe, so only an answer to another turn-off can slow it down. */
export type Kind = "read" | "write" | "turn-off";

const DEFAULT_CONCURRENCY = 16;

/** A clock that never goes back. */
class Steady {
  readonly #clock: BudgetClock;
  /** The latest time that is known to have passed: clocks may wake a sleeper a little early, or be set back. */
  #passed = Number.NEGATIVE_INFINITY;

  constructor(clock: BudgetClock) {
    this.#clock = clock;
  }

  now(): number {
    this.#passed = Math.max(this.#passed, this.#clock.elapsed());
    return this.#passed;
  }

  async sleep(ms: number): Promise<void> {
    const until = this.now() + ms;
    await this.#clock.sleep(ms);
    this.#passed = Math.max(this.#passed, until);
  }
}

export class Budget {
  readonly #time: Steady;
  readonly #places = {
    read: new Places(DEFAULT_CONCURRENCY),
    // A write rests on a fresh look, which would grow old while it waits behind reads.
    write: new Places(DEFAULT_CONCURRENCY),
    "turn-off": new Places(DEFAULT_CONCURRENCY),
  };
  readonly #usual: Lane;
  readonly #urgent: Lane;
  readonly #address: Lane;
  #amongAll: SharedLane | undefined;

  /** @param address of all accounts at the same address; its own where there is none */
  constructor(clock: BudgetClock, address?: Lane) {
    this.#time = new Steady(clock);
    this.#usual = new Lane(this.#time);
    this.#urgent = new Lane(this.#time);
    this.#address = address ?? new Lane(this.#time);
  }

  /**
   * The last call wins, for requests from now on; what it leaves out stays as it was. Throws RangeError for limits under which
   * nothing would ever leave.
   */
  keepTo({ requestsPerSecond, concurrency, addressRequestsPerSecond, turns }: RequestLimits): void {
    for (const [name, rate] of Object.entries({ requestsPerSecond, addressRequestsPerSecond }))
      if (rate !== undefined && !(rate > 0)) throw new RangeError(`${name} must be greater than 0`);
    if (concurrency !== undefined && !(Number.isInteger(concurrency) && concurrency > 0))
      throw new RangeError("concurrency must be a whole number of at least 1");
    if (requestsPerSecond !== undefined) this.#usual.pace.limitTo(requestsPerSecond);
    if (addressRequestsPerSecond !== undefined) this.#address.pace.limitTo(addressRequestsPerSecond);
    if (turns !== undefined) {
      this.#amongAll ??= new SharedLane(turns, this.#time);
      this.#amongAll.ask = turns;
    }
    if (concurrency === undefined) return;
    for (const places of Object.values(this.#places)) places.resize(concurrency);
  }

  /** Runs the exchange once there is a place and its turn has come; without limits that is at once, in the same tick. */
  run<T>(kind: Kind, exchange: () => Promise<T>, options: TurnOptions = {}): Promise<T> {
    return this.#places[kind].run(() => {
      if (kind === "turn-off") return after(this.#urgently(options), exchange);
      return after(this.#usual.turn(kind, options), () =>
        after(this.#address.turn(kind, options), () => after(this.#amongAll?.turn(kind, options), exchange)),
      );
    });
  }

  /** A turn-off doesn't wait for the usual lanes, but uses up one of their turns, so that the rates stay within the limits. */
  #urgently(options: TurnOptions): Promise<void> | undefined {
    for (const { pace } of [this.#usual, this.#address]) pace.take(this.#time.now());
    this.#amongAll?.pass();
    return this.#urgent.turn("write", options);
  }

  /**
   * The service asked for fewer requests, in the answer to one of this kind.
   *
   * @returns by how many milliseconds the pause grew; 0 where it did not
   */
  slowDown(pauseMs: number, kind: Kind = "read"): number {
    const now = this.#time.now();
    if (kind === "turn-off") this.#urgent.pace.slowDown(now, pauseMs);
    return this.#usual.pace.slowDown(now, pauseMs);
  }

  /** Waits by the clock of the turns. */
  sleep(ms: number): Promise<void> {
    return this.#time.sleep(ms);
  }
}

/** At once where nothing is waited for, in the same tick. */
function after<T>(turn: Promise<void> | undefined, then: () => Promise<T>): Promise<T> {
  return turn === undefined ? then() : turn.then(then);
}

/** A budget for each account, known by where it is and its key, and one pace for all accounts at an address. */
export class Budgets {
  readonly #clock: BudgetClock;
  readonly #byAccount = new Map<string, Budget>();
  readonly #byAddress = new Map<string, Lane>();

  constructor(clock: BudgetClock) {
    this.#clock = clock;
  }

  of(origin: string, apiKey: string): Budget {
    // Kept for as long as the process lives, which the key is not.
    const account = fingerprint(`${apiKey} ${origin}`);
    const known = this.#byAccount.get(account);
    if (known !== undefined) return known;
    const address = this.#byAddress.get(origin) ?? new Lane(new Steady(this.#clock));
    this.#byAddress.set(origin, address);
    const made = new Budget(this.#clock, address);
    this.#byAccount.set(account, made);
    return made;
  }
}
