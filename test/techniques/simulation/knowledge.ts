// What one run has been told by the service so far, as it came over the wire: its lists and each bot's details.
import * as z from "zod/mini";
import type { ObservedBot } from "../../../src/model/bot/bot.js";
import { observedBot } from "../../../src/service/canonical.js";
import { ANSWERS } from "../../../src/service/wire.js";

/** When something happened: the true time, and the order of what happened at one time. */
export interface Instant {
  readonly at: number;
  readonly event: number;
}

/** One answer that reached the run. Times are true ones, in milliseconds. */
export interface Reading {
  readonly begunAt: number;
  readonly handledAt: number;
  readonly endedAt: number;
  /** The scheduler's event with which it came. */
  readonly event: number;
  /** Whether a fault changed it on the way. */
  readonly bent: boolean;
}

export interface ListReading extends Reading {
  readonly titles: ReadonlyMap<number, string>;
}

/** A bot's details; read only when somebody asks. */
interface DetailsReading {
  readonly reading: Reading;
  readonly body: string;
  live?: ObservedBot | undefined;
}

const detailed = z.object({ isSuccess: z.literal(true), data: ANSWERS.botDetails });

/** Several steps may each rest on a list of their own. */
const MOST_LISTS = 8;

export class Knowledge {
  /** The last lists that a careful reader accepts, newest first. */
  readonly lists: ListReading[] = [];
  /** The last list of running deals. */
  deals: Reading | undefined;
  /** When each bot was first seen under each title, by id. */
  readonly #seen = new Map<number, Map<string, Instant>>();
  /** Of each bot, the oldest first. */
  readonly #details = new Map<number, DetailsReading[]>();

  /** A list that reached the run; one that is misshapen, empty without reason or double is no reading (rule 1). */
  toldList(body: string, reading: Reading): void {
    const titles = titlesOf(body);
    if (titles === undefined || (titles.size === 0 && this.#seen.size > 0)) return;
    this.lists.unshift({ ...reading, titles });
    if (this.lists.length > MOST_LISTS) this.lists.pop();
    const now = { at: reading.endedAt, event: reading.event };
    for (const [id, title] of titles) {
      const known = this.#seen.get(id);
      if (known === undefined) this.#seen.set(id, new Map([[title, now]]));
      else if (!known.has(title)) known.set(title, now);
    }
  }

  /** When a list first showed the bot under the title; undefined if none did. */
  firstSeen(botId: number, title: string): Instant | undefined {
    return this.#seen.get(botId)?.get(title);
  }

  /** Ids of the bots that any list showed. */
  get seen(): Iterable<number> {
    return this.#seen.keys();
  }

  toldDetails(botId: number, body: string, reading: Reading): void {
    const known = this.#details.get(botId);
    if (known === undefined) this.#details.set(botId, [{ reading, body }]);
    else if ((known.at(-1)?.reading.handledAt ?? 0) <= reading.handledAt) known.push({ reading, body });
  }

  /** The bot as its freshest details that reached the run show it; undefined where these can't be read. */
  bot(botId: number): { readonly live: ObservedBot; readonly reading: Reading } | undefined {
    const details = this.#details.get(botId)?.at(-1);
    const live = details && liveIn(details, botId);
    return details === undefined || live === undefined ? undefined : { live, reading: details.reading };
  }

  /**
   * What the bot is called, and its access, which never changes: an answer that can't be read doesn't make unknown what others have
   * shown. Then the newest list has the title.
   */
  called(botId: number): { readonly title: string | null | undefined; readonly accessId: number | null } | undefined {
    const known = this.#details.get(botId) ?? [];
    const last = known.findLast((details) => liveIn(details, botId) !== undefined);
    const live = last && liveIn(last, botId);
    if (live === undefined) return undefined;
    const listed = last === known.at(-1) ? undefined : this.lists[0]?.titles.get(botId);
    return { title: listed ?? live.fields.title, accessId: live.accessId };
  }
}

function liveIn(details: DetailsReading, botId: number): ObservedBot | undefined {
  details.live ??= readDetails(details.body, botId);
  return details.live;
}

function readDetails(body: string, botId: number): ObservedBot | undefined {
  const read = z.safeParse(detailed, parse(body));
  const wire = read.success ? read.data.data.find((bot) => bot.id === botId) : undefined;
  return wire && observedBot(wire);
}

/** The same list comes again and again; it is read once. */
let lastBody = "";
let lastTitles: ReadonlyMap<number, string> | undefined;

function titlesOf(body: string): ReadonlyMap<number, string> | undefined {
  if (body !== lastBody) {
    lastTitles = readTitles(body);
    lastBody = body;
  }
  return lastTitles;
}

function readTitles(body: string): ReadonlyMap<number, string> | undefined {
  const answer = parse(body);
  if (!isRecord(answer) || answer["isSuccess"] !== true || !Array.isArray(answer["data"])) return undefined;
  const titles = new Map<number, string>();
  for (const row of answer["data"]) {
    if (!isRecord(row) || typeof row["id"] !== "number" || typeof row["title"] !== "string") return undefined;
    titles.set(row["id"], row["title"]);
  }
  return titles.size === answer["data"].length ? titles : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
