// The account's bot list, read again whenever the last reading is older than the asker accepts.
import type { ObservedBot } from "../model/bot.js";
import { type Clock, ServiceError, type ServiceReader } from "../model/ports.js";

export class LiveList {
  readonly #reader: ServiceReader;
  readonly #clock: Clock;
  #latest: { readonly at: number; readonly bots: Promise<readonly ObservedBot[]> } | undefined;
  #seenAny: boolean;

  /** @param expected whether the account is known to have bots: then an empty list is a bad read (rule 1). */
  constructor(reader: ServiceReader, clock: Clock, expected: boolean) {
    this.#reader = reader;
    this.#clock = clock;
    this.#seenAny = expected;
  }

  /** The list as of at most `maxAgeMs` ago. Who asks while a reading is under way shares it. Throws ServiceError. */
  async read(maxAgeMs: number): Promise<readonly ObservedBot[]> {
    const now = this.#clock.now();
    // A clock that was set back makes every earlier reading useless.
    if (this.#latest === undefined || now < this.#latest.at || now - this.#latest.at > maxAgeMs) {
      this.#latest = { at: now, bots: this.#readNow() };
    }
    const reading = this.#latest;
    try {
      return await reading.bots;
    } catch (error) {
      if (this.#latest === reading) this.#latest = undefined;
      throw error;
    }
  }

  async #readNow(): Promise<readonly ObservedBot[]> {
    const bots = await this.#reader.bots();
    if (bots.length === 0 && this.#seenAny) throw new ServiceError("shape", "the bot list is suddenly empty");
    this.#seenAny ||= bots.length > 0;
    return bots;
  }
}
