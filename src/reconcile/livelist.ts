// The account's bot list, read again whenever the last reading is older than the asker accepts.
import type { ObservedBot } from "../model/bot.js";
import { type Clock, ServiceError, type ServiceReader } from "../model/ports.js";

/** A moment by both clocks: one stands still while the machine is suspended, the other may be set back. */
export interface Moment {
  readonly elapsed: number;
  readonly now: number;
}

export function moment(clock: Clock): Moment {
  return { elapsed: clock.elapsed(), now: clock.now() };
}

/** Milliseconds since a moment, by the clock that has gone further. */
export function since(clock: Clock, { elapsed, now }: Moment): number {
  return Math.max(clock.elapsed() - elapsed, clock.now() - now);
}

interface Reading {
  readonly begun: Moment;
  readonly bots: Promise<readonly ObservedBot[]>;
}

export class LiveList {
  readonly #reader: ServiceReader;
  readonly #clock: Clock;
  #latest: Reading | undefined;
  #answered: Moment | undefined;
  #seenAny: boolean;
  /** Ids by title, over all readings: one bad list must not make a bot forgotten. */
  readonly #everSeen = new Map<string, Set<number>>();

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
    if (reading === undefined || since(this.#clock, reading.begun) > maxAgeMs || reading.begun.elapsed <= notBefore) {
      reading = { begun: moment(this.#clock), bots: this.#readNow() };
      this.#latest = reading;
    }
    try {
      return await reading.bots;
    } catch (error) {
      if (this.#latest === reading) this.#latest = undefined;
      throw error;
    }
  }

  /** Milliseconds since the service last answered with a list. */
  get age(): number {
    return this.#answered === undefined ? Number.POSITIVE_INFINITY : since(this.#clock, this.#answered);
  }

  /** Ids of the bots that any reading so far showed under the title. */
  everSeen(title: string): readonly number[] {
    return [...(this.#everSeen.get(title) ?? [])];
  }

  async #readNow(): Promise<readonly ObservedBot[]> {
    const bots = await this.#reader.bots();
    if (bots.length === 0 && this.#seenAny) throw new ServiceError("shape", "the bot list is suddenly empty");
    this.#seenAny ||= bots.length > 0;
    this.#answered = moment(this.#clock);
    for (const { id, fields } of bots) {
      const title = fields.title ?? "";
      const ids = this.#everSeen.get(title);
      if (ids === undefined) this.#everSeen.set(title, new Set([id]));
      else ids.add(id);
    }
    return bots;
  }
}
