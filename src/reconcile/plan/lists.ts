// Rule 1: the lists of an account's bots and running deals. An unreadable or suddenly empty one doesn't count. A list is read again if the last reading is older than the caller accepts.
import type { ObservedBot } from "../../model/bot/bot.js";
import type { Deal, RunningDeal } from "../../model/deal/deal.js";
import { type Clock, ServiceError, type ServiceReader } from "../../model/ports.js";
import type { KnownBots } from "../ledger/facts.js";

/** A moment by two clocks: one stops while the machine is suspended, the other may be set back. */
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

/** One reading of the list. */
interface Snapshot {
  readonly bots: readonly ObservedBot[];
  /** When it was asked for; later changes may be missing from it. */
  readonly begun: Moment;
}

/** The latest reading of something that changes. */
class Latest<T> {
  readonly #clock: Clock;
  readonly #read: (begun: Moment) => Promise<T>;
  #latest: { readonly begun: Moment; readonly reading: Promise<T> } | undefined;

  constructor(clock: Clock, read: (begun: Moment) => Promise<T>) {
    this.#clock = clock;
    this.#read = read;
  }

  /**
   * As of at most `maxAgeMs` ago and, where it is given, of no earlier than the moment `notBefore` of `clock.elapsed`. Who
   * asks while a good reading is under way shares it; one that fails is asked for again. Throws ServiceError.
   */
  async get(maxAgeMs: number, notBefore = Number.NEGATIVE_INFINITY): Promise<T> {
    let latest = this.#latest;
    if (latest === undefined || since(this.#clock, latest.begun) > maxAgeMs || latest.begun.elapsed <= notBefore) {
      const begun = moment(this.#clock);
      latest = { begun, reading: this.#read(begun) };
      this.#latest = latest;
    }
    try {
      return await latest.reading;
    } catch (error) {
      if (this.#latest === latest) this.#latest = undefined;
      throw error;
    }
  }
}

const SLOWEST_LIST_MS = 10_000;

export class LiveList {
  readonly #reader: ServiceReader;
  readonly #clock: Clock;
  readonly #latest: Latest<Snapshot>;
  /** Milliseconds the quickest reading took. */
  #quickest = Number.POSITIVE_INFINITY;
  #readings = 0;
  #hasListed: boolean;
  /** Ids by title, over all readings, so that no bot is forgotten because of one bad list. */
  readonly #everSeen = new Map<string, Set<number>>();
  readonly #known = new Set<number>();
  /** Ids that the first reading showed. */
  #first: ReadonlySet<number> | undefined;
  readonly #onRead: (bots: readonly ObservedBot[]) => void;

  /**
   * @param expected whether the account is known to have bots: then an empty list is a bad read (rule 1).
   * @param onRead told of each list, before whoever asked for it
   */
  constructor(
    reader: ServiceReader,
    clock: Clock,
    expected: boolean,
    onRead: (bots: readonly ObservedBot[]) => void = () => {},
  ) {
    this.#onRead = onRead;
    this.#reader = reader;
    this.#clock = clock;
    this.#hasListed = expected;
    this.#latest = new Latest(clock, (begun) => this.#readNow(begun));
  }

  /** The list as of at most `maxAgeMs` ago, and of no earlier than `notBefore`. Throws ServiceError. */
  snapshot(maxAgeMs: number, notBefore?: number): Promise<Snapshot> {
    return this.#latest.get(maxAgeMs, notBefore);
  }

  /** The same, where nothing is to be sent that rests on it. */
  async read(maxAgeMs: number, notBefore?: number): Promise<readonly ObservedBot[]> {
    return (await this.snapshot(maxAgeMs, notBefore)).bots;
  }

  /**
   * Whether a reading was asked for at most `maxAgeMs` ago. Where the service needs long for every list, none is fresher
   * than it can make them: what the quickest of several took is allowed for, up to ten seconds.
   */
  isFresh({ begun }: Snapshot, maxAgeMs: number): boolean {
    const allowance = this.#readings < 2 ? 0 : Math.min(this.#quickest, SLOWEST_LIST_MS);
    return since(this.#clock, begun) <= maxAgeMs + allowance;
  }

  /** Rule 20: bots that are known beside it; a list that hides one is no proof of its absence. */
  expect(known: KnownBots): void {
    for (const { id, title } of known.values()) this.#see(title, id);
    for (const id of known.keys()) this.#known.add(id);
  }

  /** A bot that was read by its id. */
  saw({ id, fields }: ObservedBot): void {
    this.#see(fields.title ?? "", id);
  }

  /** Ids of the bots that any reading so far showed under one of the titles, and of those that were known before. */
  everSeen(titles: readonly string[]): readonly number[] {
    return [...new Set(titles.flatMap((title) => [...(this.#everSeen.get(title) ?? [])]))];
  }

  /** Whether a bot that is listed now was unknown, and in no list, when the run began. */
  hasAppeared(id: number): boolean {
    return this.#first?.has(id) === false && !this.#known.has(id);
  }

  async #readNow(begun: Moment): Promise<Snapshot> {
    const bots = await wholeList(this.#reader, this.#hasListed);
    this.#first ??= new Set(bots.map(({ id }) => id));
    this.#hasListed ||= bots.length > 0;
    this.#readings += 1;
    this.#quickest = Math.min(this.#quickest, since(this.#clock, begun));
    for (const bot of bots) this.saw(bot);
    this.#onRead(bots);
    return { bots, begun };
  }

  #see(title: string, id: number): void {
    const ids = this.#everSeen.get(title);
    if (ids === undefined) this.#everSeen.set(title, new Set([id]));
    else ids.add(id);
  }
}

/** The bot list; a bad read where it is empty and the account is known to have bots. Throws ServiceError. */
export async function wholeList(reader: ServiceReader, hasBots: boolean): Promise<readonly ObservedBot[]> {
  const bots = await reader.bots();
  if (bots.length === 0 && hasBots) throw new ServiceError("shape", "the bot list is suddenly empty");
  return bots;
}

/** What was read, or how that failed. */
export async function attempt<T>(reading: Promise<T>): Promise<T | ServiceError> {
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

/**
 * A bot; undefined where the service has none with that id: it answers with nothing, or refuses (S-19). A service that refuses
 * may refuse anything just then, so that is believed only if its list lacks the bot, it shows another one, and it refuses this
 * one again. Throws ServiceError.
 */
export async function readIfThere(botId: number, reader: ListedReader): Promise<ObservedBot | undefined> {
  const read = await attempt(reader.bot(botId));
  if (!(read instanceof ServiceError)) return read;
  if (read.kind === "absent") return undefined;
  if (read.kind !== "refused") throw read;
  const rows = await reader.bots();
  if (rows.some(({ id }) => id === botId)) return reader.bot(botId);
  const [other] = rows;
  if (other !== undefined) await reader.bot(other.id);
  const again = await attempt(reader.bot(botId));
  if (!(again instanceof ServiceError)) return again;
  if (isAbsent(again)) return undefined;
  throw again;
}

type ListedReader = Pick<ServiceReader, "bot" | "bots">;

/** Whether the service says that it has no such bot. */
export function isAbsent({ kind }: ServiceError): boolean {
  return kind === "refused" || kind === "absent";
}

/** One reading of an access's running deals. */
export interface DealSnapshot {
  readonly deals: readonly RunningDeal[];
  /** When it was asked for. */
  readonly begun: Moment;
  /** Deals that an earlier reading, or the plan, has shown on the access. */
  readonly before: ReadonlySet<number>;
}

/** What is known of a deal. `unclear`: the list lacks it, and that alone proves nothing. */
type Whereabouts =
  | { readonly kind: "running"; readonly deal: RunningDeal; readonly snapshot: DealSnapshot }
  /** `shown` is how the history shows it; undefined where it doesn't. */
  | { readonly kind: "ended"; readonly shown: Deal | undefined }
  | { readonly kind: "unclear" };

/** Milliseconds until the list is read once more, when a deal is absent. */
const AGAIN_MS = 500;

export class DealList {
  readonly #reader: ServiceReader;
  readonly #clock: Clock;
  readonly #latest = new Map<number, Latest<DealSnapshot>>();
  /** Ids by access. */
  readonly #everSeen = new Map<number, Set<number>>();

  constructor(reader: ServiceReader, clock: Clock) {
    this.#reader = reader;
    this.#clock = clock;
  }

  /** Deals that are known to have run on the access. */
  expect(accessId: number, deals: readonly { readonly id: number }[]): void {
    const known = this.#everSeen.get(accessId) ?? new Set();
    for (const { id } of deals) known.add(id);
    this.#everSeen.set(accessId, known);
  }

  /** The access's running deals as of at most `maxAgeMs` ago. Throws ServiceError. */
  snapshot(accessId: number, maxAgeMs: number): Promise<DealSnapshot> {
    const known = this.#latest.get(accessId);
    const latest = known ?? new Latest(this.#clock, (begun) => this.#readNow(accessId, begun));
    this.#latest.set(accessId, latest);
    return latest.get(maxAgeMs);
  }

  /**
   * Where a deal is that was seen running. Gone it is when the history shows it, or when two readings lack it that aren't
   * empty of all the access's other deals, too: absence in a bad read is not absence (rule 1). Throws ServiceError.
   */
  async whereabouts(accessId: number, dealId: number, maxAgeMs = 0): Promise<Whereabouts> {
    const snapshot = await this.snapshot(accessId, maxAgeMs);
    const deal = snapshot.deals.find(({ id }) => id === dealId);
    if (deal !== undefined) return { kind: "running", deal, snapshot };
    const history = await attempt(this.#reader.endedDeals(accessId));
    const shown = history instanceof ServiceError ? undefined : history.find(({ id }) => id === dealId);
    if (shown !== undefined) return { kind: "ended", shown };
    await this.#clock.sleep(AGAIN_MS);
    const again = await this.snapshot(accessId, 0);
    const back = again.deals.find(({ id }) => id === dealId);
    if (back !== undefined) return { kind: "running", deal: back, snapshot: again };
    return isCredible(snapshot, dealId) && isCredible(again, dealId) ? { kind: "ended", shown: undefined } : UNCLEAR;
  }

  async #readNow(accessId: number, begun: Moment): Promise<DealSnapshot> {
    const deals = await this.#reader.runningDeals(accessId);
    const before = new Set(this.#everSeen.get(accessId));
    this.expect(accessId, deals);
    return { deals, begun, before };
  }
}

const UNCLEAR: Whereabouts = { kind: "unclear" };

/** A suddenly empty list counts as unread, unless this deal was the only one. */
function isCredible({ deals, before }: DealSnapshot, dealId: number): boolean {
  return deals.length > 0 || [...before].every((id) => id === dealId);
}
