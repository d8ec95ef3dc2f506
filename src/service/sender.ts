// The one way by which a key's requests leave where the service wants its nonces in order, or each of them once (F6).
import { Turns } from "./lane.js";

/** What the service wants of the nonces of a key, beside their age. */
export interface NonceOrder {
  /** Each may be used once; else only none may be older than the last one. */
  readonly isOnce: boolean;
  /** Where other processes with the key take their places. */
  readonly places?: SharedPlaces;
}

/** A request's place: no other request of the key leaves until it is given back. */
export interface Place {
  /** Unix time in seconds. */
  readonly nonce: number;
  done(): void;
}

/**
 * Takes a place among the requests of all processes with the key, and resolves to its nonce once it is there; undefined where nobody
 * can be asked.
 *
 * @param atLeast the nonce may not be smaller
 * @param isUrgent it is taken whoever has one: a nonce that is greater shuts out what was signed before
 */
export type SharedPlaces = (
  atLeast: number,
  isUrgent: boolean,
) => Promise<{ readonly nonce: number; readonly waitMs: number; giveBack(): Promise<void> } | undefined>;

export interface SenderClock {
  /** Milliseconds since the epoch. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** One request of a key at a time, writes first, each with a nonce that isn't smaller than any before. */
export class Sender {
  order: NonceOrder;
  readonly #clock: SenderClock;
  readonly #turns = new Turns<(place: Place) => void>();
  #last = 0;
  #isServing = false;

  constructor(order: NonceOrder, clock: SenderClock) {
    this.order = order;
    this.#clock = clock;
  }

  /** Resolves when its turn has come; the place has to be given back. */
  turn(kind: "read" | "write"): Promise<Place> {
    const turn = new Promise<Place>((go) => this.#turns.add(kind, go));
    void this.#serve();
    return turn;
  }

  /** The nonce of a request that waits for no other one. */
  async urgent(): Promise<number> {
    const { nonce, waitMs } = await this.#take(true);
    await this.#clock.sleep(Math.min(waitMs, LONGEST_URGENT_MS));
    return nonce;
  }

  /** Whether a later nonce has left meanwhile: the service would refuse this one. */
  isPassed(nonce: number): boolean {
    return nonce < this.#last;
  }

  async #serve(): Promise<void> {
    if (this.#isServing) return;
    this.#isServing = true;
    try {
      while (!this.#turns.isEmpty) {
        const { nonce, waitMs, giveBack } = await this.#take(false);
        if (waitMs > 0) await this.#clock.sleep(waitMs);
        // Chosen last: a write that has come meanwhile goes first.
        const next = this.#turns.next();
        if (next !== undefined) await new Promise<void>((done) => next({ nonce, done }));
        // It ends by itself.
        await giveBack().catch(() => {});
      }
    } finally {
      this.#isServing = false;
    }
  }

  async #take(isUrgent: boolean) {
    // Among several machines only the database's clock counts.
    const shared = await this.order.places?.(this.#after(), isUrgent).catch(() => undefined);
    const second = Math.floor(this.#clock.now() / 1000);
    // What a clock said that was set back since was refused, or is forgotten.
    if (this.#last > second + LONGEST_MS / 1000) this.#last = 0;
    const nonce = shared?.nonce ?? Math.max(second, this.#after());
    this.#last = nonce;
    const waitMs = shared?.waitMs ?? Math.max(0, nonce * 1000 - this.#clock.now());
    return { nonce, waitMs: Math.min(waitMs, LONGEST_MS), giveBack: shared?.giveBack ?? (async () => {}) };
  }

  /** The smallest that may follow. */
  #after(): number {
    return this.#last + (this.order.isOnce ? 1 : 0);
  }
}

/** Nobody waits for longer for a nonce's second. */
const LONGEST_MS = 60_000;
/** What makes safe leaves, whatever the clocks say. */
const LONGEST_URGENT_MS = 1_500;
