// Deals of a live account: those that run, those that ended, and those that keep other settings than their bot.
import type { ObservedBot } from "../../model/bot/bot.js";
import type { ActiveDealsFacts, DealDriftFacts, DriftedDeal, EndedDealsFacts } from "../../model/bot/live-facts.js";
import { instantOf, readMoment } from "../../model/bot/moment.js";
import { driftOf } from "../../model/deal/deal-drift.js";
import { type DealFacts, factsOf } from "../../model/deal/deal-facts.js";
import { byEnd, totalsOf } from "../../model/deal/deal-totals.js";
import { signsOf, standingPercent } from "../../model/deal/take-profit.js";
import { isDealAction } from "../../model/plan/actions.js";
import { nakedAmong, nakedProblem } from "../../reconcile/plan/naked-deals.js";
import { stillOpen } from "../../reconcile/plan/remembered.js";
import { botsInDoubt, inDoubtProblem } from "../../reconcile/plan/remembered-problems.js";
import type { Client } from "../../service/client.js";
import { AppError } from "../error.js";
import type { Host } from "../host.js";
import {
  chosenAccesses,
  type Declared,
  type Fleet,
  idOf,
  type LiveAccount,
  openLive,
  type ReadingOptions,
  readAccesses,
  readDeals,
  readFleet,
  readLive,
  readPast,
} from "./account.js";
import { type BotName, botName } from "./targets.js";

export interface DealsOptions extends ReadingOptions {
  readonly access?: string;
  /** An address, a bot key or an id. */
  readonly bot?: string;
}

/** An account with those of its deals that are meant. */
export interface OpenDeals {
  readonly live: LiveAccount;
  readonly access: string | undefined;
  readonly bot: BotName | undefined;
  /** The folder of the ledger, of a command that tells which starts of deals are in doubt. */
  readonly journal?: string | undefined;
}

export async function openDeals(host: Host, options: DealsOptions): Promise<OpenDeals> {
  const bot = options.bot === undefined ? undefined : botName(options.bot);
  const live = await openLive(host, options, bot?.account);
  return { live, access: options.access, bot, journal: options.journal };
}

/** The deals that run, by id. */
export async function activeDeals(host: Host, subject: OpenDeals): Promise<ActiveDealsFacts> {
  const { account, desired } = subject.live;
  const { memory, now } = await readPast(
    subject.live,
    subject.journal === undefined ? {} : { journal: subject.journal },
  );
  const { facts, declared, botId } = await dealsAndBots(host, subject, "activeDeals");
  const open = stillOpen(memory.intents, now).filter(({ sends }) => isDealAction(sends));
  const inDoubt = botsInDoubt(account, { bots: [], open }, declared).filter(
    (one) => botId === undefined || one.botId === botId,
  );
  const naked = nakedAmong(
    facts.map(({ deal }) => deal),
    declared,
  );
  const problems = naked.map((deal) => nakedProblem(deal, declared, desired?.account));
  return { account, deals: facts, inDoubt, diagnostics: [...inDoubt.map(inDoubtProblem), ...problems] };
}

export interface HistoryOptions extends DealsOptions {
  readonly since?: string;
  readonly until?: string;
  readonly limit?: number;
}

/** The ended deals and their totals. */
export async function endedDeals(host: Host, options: HistoryOptions): Promise<EndedDealsFacts> {
  const isWanted = period(options, Date.now());
  const subject = await openDeals(host, options);
  const { facts: all } = await dealsAndBots(host, subject, "dealsHistory");
  const deals = newest(all.filter(isWanted), options.limit);
  return { account: subject.live.account, deals, totals: totalsOf(deals.map(({ deal }) => deal)) };
}

/** The last ones, newest first. */
function newest(facts: readonly DealFacts[], limit: number | undefined): readonly DealFacts[] {
  const byDeal = new Map(facts.map((one) => [one.deal, one]));
  const ordered = byEnd([...byDeal.keys()]).toReversed();
  return ordered.slice(0, limit).flatMap((deal) => byDeal.get(deal) ?? []);
}

/** A test whether a deal ended within the given time. With a time, a deal whose end can't be read is left out. */
function period({ since, until }: HistoryOptions, now: number): (facts: DealFacts) => boolean {
  const from = since === undefined ? undefined : momentOf("--since", since, now, false);
  const to = until === undefined ? undefined : momentOf("--until", until, now, true);
  if (from === undefined && to === undefined) return () => true;
  return ({ deal: { updated } }) => {
    const at = updated === null ? null : instantOf(updated);
    return at !== null && at >= (from ?? Number.NEGATIVE_INFINITY) && at <= (to ?? Number.POSITIVE_INFINITY);
  };
}

/** Throws AppError. @param end of a day without a time, its last moment */
export function momentOf(option: string, text: string, now: number, end: boolean): number {
  const moment = readMoment(text, now, end);
  if (moment !== undefined) return moment;
  throw new AppError(
    `${option} ${text} is not a time\nWrite 2026-01-15, 2026-01-15T12:00 (UTC), or how long ago: 36h, 7d, 2w.`,
  );
}

export async function driftedDeals(host: Host, options: DealsOptions): Promise<DealDriftFacts> {
  const subject = await openDeals(host, options);
  const { facts, bots, declared } = await dealsAndBots(host, subject, "activeDeals", true);
  const compared = facts.map((one): DriftedDeal => {
    const { deal } = one;
    const bot = bots.get(deal.botId);
    const desired = declared.get(deal.botId);
    const known = [bot?.fields.percentTakeProfit ?? null, desired?.fields.percentTakeProfit ?? null];
    const fields = driftOf(deal, bot, desired, standingPercent(signsOf(deal), known));
    return { facts: one, hasBot: bot !== undefined, fields };
  });
  const drifted = compared.filter(({ hasBot, fields }) => !hasBot || fields.length > 0);
  return { account: subject.live.account, drifted, runningDeals: facts.length };
}

interface DealsAndBots {
  readonly facts: readonly DealFacts[];
  readonly bots: ReadonlyMap<number, ObservedBot>;
  readonly declared: Declared;
  /** Of the bot whose deals are meant. */
  readonly botId: number | undefined;
}

function dealsAndBots(
  host: Host,
  subject: OpenDeals,
  which: "activeDeals" | "dealsHistory",
  withBots = false,
): Promise<DealsAndBots> {
  return readLive(host, subject.live, (client) => readDealsAndBots(client, subject, which, withBots));
}

/** By id. Bots are read where there is a configuration, whose addresses need them, and where `withBots` asks for them. */
async function readDealsAndBots(
  client: Client,
  { live: { desired }, access, bot }: OpenDeals,
  which: "activeDeals" | "dealsHistory",
  withBots: boolean,
): Promise<DealsAndBots> {
  const accesses = await readAccesses(client);
  const chosen = chosenAccesses(accesses, desired, access);
  const noBots: Fleet = { bots: [], declared: new Map(), unlisted: new Map() };
  // Deals are read first: a bot that is created in between is then in the list, and doesn't look deleted.
  const deals = await readDeals(client, chosen, which);
  const isNeeded = desired !== undefined || withBots;
  const { bots, declared } = isNeeded ? await readFleet(client, accesses, desired) : noBots;
  const byId = new Map(bots.map((one) => [one.id, one]));
  const botId = bot === undefined ? undefined : idOf(bot, desired, declared);
  const wanted = deals.filter((deal) => botId === undefined || deal.botId === botId);
  const facts = wanted.map((deal) => factsOf(deal, declared.get(deal.botId), byId.get(deal.botId)?.fields.title));
  return { facts, bots: byId, declared, botId };
}
