// The account's bot list, read again whenever the last reading is older than the asker accepts.
import type { ObservedBot } from "../model/bot.js";
import { type Clock, ServiceError, type ServiceReader } from "../model/ports.js";

interface Reading {
  /** When it was begun, by both clocks. */
  readonly elapsed: number;
  readonly now: number;
  readonly bots: Promise<readonly ObservedBot[]>;
}

export class LiveList {
  readonly #reader: ServiceReader;
  readonly #clock: Clock;
  #latest: Reading | undefined;
  #seenAny: boolean;

  /** @param expected whether the account is known to have bots: then an empty list is a bad read (rule 1). */
  constructor(reader: ServiceReader, clock: Clock, expected: boolean) {
    this.#reader = reader;
    this.#clock = clock;
    this.#seenAny = expected;
  }

  /**
   * The list as of at most `maxAgeMs` ago and, where it is given, of no earlier than the moment `notBefore` of
   * `clock.elapsed`. Who asks while a good reading is under way shares it. Throws ServiceError.
   */
  async read(maxAgeMs: number, notBefore = Number.NEGATIVE_INFINITY): Promise<readonly ObservedBot[]> {
    let reading = this.#latest;
    if (reading === undefined || this.#age(reading) > maxAgeMs || reading.elapsed <= notBefore) {
      reading = { elapsed: this.#clock.elapsed(), now: this.#clock.now(), bots: this.#readNow() };
      this.#latest = reading;
    }
    try {
      return await reading.bots;
    } catch (error) {
      if (this.#latest === reading) this.#latest = undefined;
      throw error;
    }
  }

  /** By the clock that has gone further: one stands still while the machine is suspended, the other may be set back. */
  #age(reading: Reading): number {
    return Math.max(this.#clock.elapsed() - reading.elapsed, this.#clock.now() - reading.now);
  }

  async #readNow(): Promise<readonly ObservedBot[]> {
    const bots = await this.#reader.bots();
    if (bots.length === 0 && this.#seenAny) throw new ServiceError("shape", "the bot list is suddenly empty");
    this.#seenAny ||= bots.length > 0;
    return bots;
  }
}
