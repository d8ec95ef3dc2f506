// Reads everything of a live account but its deals: accesses, balances, pairs, bots with their addresses, a bot's log.
import type { AccountInformation } from "../../model/bot/account.js";
import type { Access } from "../../model/bot/bot.js";
import type { AccessFacts, BotListFacts, PairFacts, ShownBot } from "../../model/bot/live-facts.js";
import type { LogEntry } from "../../model/bot/new-logs.js";
import { factsOf } from "../../model/deal/deal-facts.js";
import { isLedgerUnread } from "../../model/plan/plan.js";
import { fits } from "../../model/text/pattern.js";
import type { Past } from "../../reconcile/plan/remembered.js";
import { liveBot } from "../../service/canonical.js";
import { observedAccount } from "../../service/canonical-account.js";
import type { Client } from "../../service/client.js";
import type { Host } from "../host.js";
import {
  chosenAccesses,
  idOf,
  type LiveAccount,
  openLive,
  type ReadingOptions,
  readAccesses,
  readDeals,
  readFleet,
  readLive,
  readPast,
  rememberedOf,
} from "./account.js";
import { type BotName, botName } from "./targets.js";

export async function listAccesses(host: Host, options: ReadingOptions): Promise<AccessFacts> {
  const live = await openLive(host, options);
  const accesses = await readLive(host, live, readAccesses);
  const declared = live.desired?.accesses ?? [];
  const aliasesOf = ({ id, title }: Access) =>
    declared.filter((reference) => reference.live === id || reference.live === title).map(({ alias }) => alias);
  return { account: live.account, accesses: accesses.map((access) => ({ access, aliases: aliasesOf(access) })) };
}

/** Balances and positions. */
export async function accountInformation(host: Host, live: LiveAccount): Promise<AccountInformation> {
  return observedAccount(await readLive(host, live, (client) => client.accountInformation()));
}

export interface KnownPairs extends PairFacts {
  /** How many the service knows. */
  readonly known: number;
}

/** The pairs that the service knows, or those that fit a text. */
export async function listPairs(
  host: Host,
  options: ReadingOptions & { readonly filter?: string },
): Promise<KnownPairs> {
  const { filter } = options;
  const live = await openLive(host, options);
  const all = await readLive(host, live, (client) => client.pairList());
  const pairs = [...all].sort().filter((pair) => filter === undefined || isListed(pair, filter));
  return { account: live.account, pairs, known: all.length };
}

/** A part of the name, or with `*` for any text the whole of it; the case makes no difference. */
function isListed(pair: string, filter: string): boolean {
  const [name, wanted] = [pair.toUpperCase(), filter.toUpperCase()];
  return wanted.includes("*") ? fits(wanted, name) : name.includes(wanted);
}

export interface ListOptions extends ReadingOptions {
  /** An alias, a title or an id. */
  readonly access?: string;
  /** Whether each bot is read by itself, which tells its access. */
  readonly details?: boolean;
}

export async function listBots(host: Host, options: ListOptions): Promise<BotListFacts> {
  const live = await openLive(host, options);
  const past = await readPast(live, options);
  return readLive(host, live, (client) => botsOf(client, live, options, past));
}

async function botsOf(
  client: Client,
  live: LiveAccount,
  { access, details }: ListOptions,
  past: Past,
): Promise<BotListFacts> {
  const { account, desired } = live;
  const accesses = await readAccesses(client);
  const wanted = new Set(chosenAccesses(accesses, desired, access).map(({ id }) => id));
  // Only a bot's details show its access.
  const isAsked = details === true || (access !== undefined && accesses.length > 1);
  const [fleet, deals] = await Promise.all([
    readFleet(client, accesses, desired, isAsked, past),
    readDeals(client, accesses, "activeDeals"),
  ]);
  const { bots, declared } = fleet;
  const listed = bots.map((bot) => {
    const running = deals.filter(({ botId }) => botId === bot.id);
    // A bot can't move to another access, so it is where its deal runs.
    const accessId = bot.accessId ?? running[0]?.accessId ?? null;
    return {
      bot: { ...bot, accessId },
      address: declared.get(bot.id)?.address ?? null,
      access: accesses.find(({ id }) => id === accessId),
      runningDeals: running.length,
    };
  });
  const asked = listed.filter(({ bot }) => access === undefined || (bot.accessId !== null && wanted.has(bot.accessId)));
  return { account, bots: asked, ...rememberedOf(live, fleet, past) };
}

export interface BotOptions extends ReadingOptions {
  /** An address, a bot key or an id. */
  readonly bot: string;
}

/** One bot in full, beside its configuration. Throws AppError if it isn't clear which bot is meant. */
export async function showBot(host: Host, options: BotOptions): Promise<ShownBot> {
  const name = botName(options.bot);
  const live = await openLive(host, options, name.account);
  const past = await readPast(live, options);
  return readLive(host, live, (client) => botIn(client, live, name, past));
}

async function botIn(client: Client, live: LiveAccount, name: BotName, past: Past): Promise<ShownBot> {
  const { account, desired } = live;
  const accesses = await readAccesses(client);
  const fleet = desired === undefined ? undefined : await readFleet(client, accesses, desired, false, past);
  const id = idOf(name, desired, fleet?.declared ?? new Map());
  // The list may lag behind writes; the bot itself doesn't.
  const bot = liveBot(await client.botDetails(id));
  const access = accesses.find((one) => one.id === bot.accessId);
  const deals = await readDeals(client, access === undefined ? accesses : [access], "activeDeals");
  const declared = fleet?.declared.get(id);
  const own = deals.filter(({ botId }) => botId === id);
  const address = declared?.address ?? null;
  const facts = own.map((deal) => factsOf(deal, declared, bot.fields.title));
  const shown = { bots: [bot], declared: new Map(declared === undefined ? [] : [[id, declared]]) };
  const { inDoubt: doubts, diagnostics: all } = rememberedOf(live, shown, past);
  const inDoubt = doubts.find(({ botId }) => botId === id);
  // The bot itself shows the others.
  const diagnostics = all.filter((one) => isLedgerUnread({ diagnostics: [one] }));
  const found = { account, bot, address, access, desired: declared, deals: facts, diagnostics };
  return { ...found, ...(inDoubt !== undefined && { inDoubt }) };
}

/** The log of one bot, to be read once or again and again. */
export interface BotLog {
  readonly account: string;
  readonly botId: number;
  /** In the order of the service; a limit is the service's to keep. */
  readonly read: (host: Host, limit: number | undefined) => Promise<readonly LogEntry[]>;
}

export async function openLog(host: Host, options: BotOptions): Promise<BotLog> {
  const name = botName(options.bot);
  const live = await openLive(host, options, name.account);
  const { account, desired } = live;
  const botId = await readLive(host, live, async (client) => {
    if (name.kind === "id" || desired === undefined) return idOf(name, desired, new Map());
    const { declared } = await readFleet(client, await readAccesses(client), desired);
    return idOf(name, desired, declared);
  });
  const read: BotLog["read"] = async (reader, limit) => {
    const entries = await readLive(reader, live, (client) => client.botLogs(botId, limit));
    return entries.map(({ datetime, message }) => ({ datetime, message }));
  };
  return { account, botId, read };
}
