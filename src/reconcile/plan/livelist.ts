// Rule 1: the account's bot list, where an unreadable or suddenly empty one is no list; read again whenever the last reading is older than the asker accepts.
import type { ObservedBot } from "../../model/bot/bot.js";
import { type Clock, ServiceError, type ServiceReader } from "../../model/ports.js";

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

/** One reading of the list: whatever rests on it rests on this one alone. */
export interface Sight {
  readonly bots: readonly ObservedBot[];
  /** When it was asked for: what it shows may be no newer. */
  readonly begun: Moment;
}

interface Reading {
  readonly begun: Moment;
  readonly sight: Promise<Sight>;
}

const SLOWEST_LIST_MS = 10_000;

export class LiveList {
  readonly #reader: ServiceReader;
  readonly #clock: Clock;
  #latest: Reading | undefined;
  /** Milliseconds the quickest reading took. */
  #quickest = Number.POSITIVE_INFINITY;
  #readings = 0;
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
  async sight(maxAgeMs: number, notBefore = Number.NEGATIVE_INFINITY): Promise<Sight> {
    let reading = this.#latest;
    if (reading === undefined || since(this.#clock, reading.begun) > maxAgeMs || reading.begun.elapsed <= notBefore) {
      const begun = moment(this.#clock);
      reading = { begun, sight: this.#readNow(begun) };
      this.#latest = reading;
    }
    try {
      return await reading.sight;
    } catch (error) {
      if (this.#latest === reading) this.#latest = undefined;
      throw error;
    }
  }

  /** The same, where nothing is to be sent that rests on it. */
  async read(maxAgeMs: number, notBefore?: number): Promise<readonly ObservedBot[]> {
    return (await this.sight(maxAgeMs, notBefore)).bots;
  }

  /**
   * Whether a reading was asked for at most `maxAgeMs` ago. Where the service needs long for every list, none is fresher
   * than it can make them: what the quickest of several took is allowed for, up to ten seconds.
   */
  isFresh({ begun }: Sight, maxAgeMs: number): boolean {
    const allowance = this.#readings < 2 ? 0 : Math.min(this.#quickest, SLOWEST_LIST_MS);
    return since(this.#clock, begun) <= maxAgeMs + allowance;
  }

  /** Ids of the bots that any reading so far showed under the title. */
  everSeen(title: string): readonly number[] {
    return [...(this.#everSeen.get(title) ?? [])];
  }

  async #readNow(begun: Moment): Promise<Sight> {
    const bots = await wholeList(this.#reader, this.#seenAny);
    this.#seenAny ||= bots.length > 0;
    this.#readings += 1;
    this.#quickest = Math.min(this.#quickest, since(this.#clock, begun));
    for (const { id, fields } of bots) {
      const title = fields.title ?? "";
      const ids = this.#everSeen.get(title);
      if (ids === undefined) this.#everSeen.set(title, new Set([id]));
      else ids.add(id);
    }
    return { bots, begun };
  }
}

/** The bot list; a bad read where it is empty and the account is known to have bots. Throws ServiceError. */
export async function wholeList(reader: ServiceReader, hasBots: boolean): Promise<readonly ObservedBot[]> {
  const bots = await reader.bots();
  if (bots.length === 0 && hasBots) throw new ServiceError("shape", "the bot list is suddenly empty");
  return bots;
}

/** What was read, or how that failed. */
export async function tried<T>(reading: Promise<T>): Promise<T | ServiceError> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** Those of the bots that are there, read by id. */
export async function readThose(ids: readonly number[], reader: ServiceReader): Promise<readonly ObservedBot[]> {
  return (await Promise.all(ids.map((id) => readIfThere(id, reader)))).flatMap((bot) => bot ?? []);
}

/** A bot; undefined where the service has none with that id: it refuses, or answers with nothing (wire facts, section 9). */
export async function readIfThere(botId: number, reader: ServiceReader): Promise<ObservedBot | undefined> {
  const read = await tried(reader.bot(botId));
  if (!(read instanceof ServiceError)) return read;
  if (read.kind === "refused" || read.kind === "absent") return undefined;
  throw read;
}
