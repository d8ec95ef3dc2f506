// Reads what one account has earned: its ended deals, those that run, and whose they are.
import type { Access } from "../../model/bot/bot.js";
import { instantOf } from "../../model/bot/moment.js";
import type { Deal } from "../../model/deal/deal.js";
import type { AccountHistory, AppliedBy, ProfitReading, ResultBot } from "../../model/results.js";
import { fitting } from "../../model/text/pattern.js";
import { appliedBefore } from "../../results/dating.js";
import { type EndedDeal, endedDeals, profitReading } from "../../results/ended-deal.js";
import type { InForce } from "../../results/figures.js";
import type { Host } from "../host.js";
import {
  type Declared,
  openLive,
  type ReadingOptions,
  readAccesses,
  readDeals,
  readFleet,
  readLive,
} from "../live/account.js";
import { momentOf } from "../live/deals.js";
import { appliedIn } from "./applied.js";

export interface PeriodOptions {
  readonly since?: string;
  readonly until?: string;
}

/** With a journal, its runs date the versions. */
export interface AccountReading extends ReadingOptions, PeriodOptions {
  /** Patterns of addresses, keys, titles or #ids; all bots where there are none. */
  readonly bot?: readonly string[];
  /** What the service's profit is, where its deals don't show it. */
  readonly profit?: Exclude<ProfitReading, "unknown">;
}

/** Of the bots and the time that are meant; deals in the order of their ends. */
export interface AccountDeals {
  readonly history: AccountHistory;
  readonly ended: readonly EndedDeal[];
  /** Which run applied the settings of an ended deal's version, by the deal's id, where the ledger tells. */
  readonly applied: ReadonlyMap<number, AppliedBy>;
  readonly inForce: InForce;
  readonly running: readonly Deal[];
  readonly bots: ReadonlyMap<number, ResultBot>;
  /** Those of the configuration, whether or not they have ended deals. */
  readonly declared: Declared;
  /** Titles by ids. */
  readonly accesses: ReadonlyMap<number, string>;
  /** The newest time that the service shows of any deal, or the one that was asked for: by its own clock, which may be another's. */
  readonly asOf: number;
  /** Of the names that were asked for, those that fit no bot. */
  readonly unknown: readonly string[];
  /** Every name of its bots. */
  readonly names: readonly string[];
}

/** Rejects with AppError and ServiceError. */
export async function accountDeals(host: Host, options: AccountReading): Promise<AccountDeals> {
  const span = spanOf(options, Date.now());
  const live = await openLive(host, options);
  const { dating, steps } = await appliedIn(host, live, options.journal);
  return readLive(host, live, async (client) => {
    const accesses = await readAccesses(client);
    // Deals that run are read first: one that ends in between is then in the history, and counted there alone.
    const running = await readDeals(client, accesses, "activeDeals");
    const lists = await Promise.all(accesses.map((access) => readDeals(client, [access], "dealsHistory")));
    const declared =
      live.desired === undefined ? NONE_DECLARED : (await readFleet(client, accesses, live.desired)).declared;
    const all = lists.flat();
    const profit = options.profit ?? profitReading(all);
    const ended = endedDeals(all, profit);
    const bots = botsOf(ended, declared);
    const names = (id: number) => namesOf(id, bots.get(id)?.title, declared.get(id)?.address);
    const isMeant = meant(options.bot, names);
    const everyName = [...bots.keys(), ...declared.keys(), ...running.map(({ botId }) => botId)].flatMap(names);
    const isOver = new Set(ended.map(({ id }) => id));
    const { account } = live;
    return {
      history: {
        account,
        shown: ended.length,
        mayLack: lists.some((list) => mayLack(list, span.from)),
        profit,
        ...dating,
      },
      ended: ended.filter((deal) => isMeant(deal.botId) && isWithin(deal, span)),
      ...appliedBefore(ended, steps, span),
      running: running.filter(({ id, botId }) => !isOver.has(id) && isMeant(botId)),
      bots,
      declared: new Map([...declared].filter(([id]) => isMeant(id))),
      accesses: titlesOf(accesses),
      asOf: Math.min(newest([...all, ...running]), span.to ?? Number.POSITIVE_INFINITY),
      unknown: (options.bot ?? []).filter((pattern) => !everyName.some(fitting(pattern))),
      names: everyName,
    };
  });
}

/** Of accounts that one command has read. */
export function asOfAll(read: readonly Pick<AccountDeals, "asOf">[]): number {
  return Math.max(0, ...read.map(({ asOf }) => asOf));
}

function newest(deals: readonly Deal[]): number {
  return deals.reduce((last, { updated }) => Math.max(last, updated === null ? 0 : (instantOf(updated) ?? 0)), 0);
}

const NONE_DECLARED: Declared = new Map();

interface Span {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Throws AppError. */
function spanOf({ since, until }: PeriodOptions, now: number): Span {
  return {
    from: since === undefined ? undefined : momentOf("--since", since, now, false),
    to: until === undefined ? undefined : momentOf("--until", until, now, true),
  };
}

/** With a time, a deal whose end can't be read is left out. */
function isWithin({ at }: EndedDeal, { from, to }: Span): boolean {
  if (from === undefined && to === undefined) return true;
  return at !== null && at >= (from ?? Number.NEGATIVE_INFINITY) && at <= (to ?? Number.POSITIVE_INFINITY);
}

/** No service is known to cut its lists at fewer (S-51). */
const SHORTEST_CUT = 10;

/** Whether the list may lack deals of the time: it is long enough to have been cut, and shows none that is older. */
function mayLack(shown: readonly Deal[], from: number | undefined): boolean {
  if (shown.length < SHORTEST_CUT) return false;
  if (from === undefined) return true;
  return shown.every(({ updated }) => updated === null || (instantOf(updated) ?? from) >= from);
}

function botsOf(ended: readonly EndedDeal[], declared: Declared): ReadonlyMap<number, ResultBot> {
  return new Map(
    ended.map(({ botId, title }) => [botId, { id: botId, title, address: declared.get(botId)?.address ?? null }]),
  );
}

function meant(patterns: readonly string[] | undefined, names: (id: number) => readonly string[]) {
  if (patterns === undefined || patterns.length === 0) return () => true;
  const tests = patterns.map(fitting);
  return (id: number) => tests.some((test) => names(id).some(test));
}

/** What a bot may be called. */
function namesOf(id: number, title: string | undefined, address: string | undefined): readonly string[] {
  const keys = address === undefined ? [] : [address, address.slice(address.indexOf("/") + 1)];
  return [...(title === undefined ? [] : [title]), `#${id}`, ...keys];
}

function titlesOf(accesses: readonly Access[]): ReadonlyMap<number, string> {
  return new Map(accesses.map(({ id, title }) => [id, title]));
}
