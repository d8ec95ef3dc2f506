// Which deals a command is about, and how they are read: of one access or all, of one bot or all.

import type { ObservedBot } from "../model/bot/bot.js";
import { type DealFacts, factsOf } from "../model/deal/deal-facts.js";
import type { Client } from "../service/client.js";
import { accountIn, type BotReference, botReference, idOf } from "./bot-reference.js";
import type { Host } from "./host.js";
import { type LiveAccount, openLive, type ReadingOptions } from "./live-account.js";
import { chosenAccesses, type Declared, type Fleet, readAccesses, readDeals, readFleet } from "./live-read.js";

export interface DealsOptions extends ReadingOptions {
  readonly access?: string;
  /** An address, a bot key or an id. */
  readonly bot?: string;
}

export interface DealsSubject {
  readonly live: LiveAccount;
  readonly access: string | undefined;
  readonly bot: BotReference | undefined;
}

export async function dealsSubject(host: Host, options: DealsOptions): Promise<DealsSubject> {
  const bot = options.bot === undefined ? undefined : botReference(options.bot);
  const live = await openLive(host, options, options.bot === undefined ? undefined : accountIn(options.bot));
  return { live, access: options.access, bot };
}

export async function readDealFacts(
  client: Client,
  subject: DealsSubject,
  which: "activeDeals" | "dealsHistory",
): Promise<readonly DealFacts[]> {
  return (await readDealsWithBots(client, subject, which)).facts;
}

export interface DealsWithBots {
  readonly facts: readonly DealFacts[];
  readonly bots: ReadonlyMap<number, ObservedBot>;
  readonly declared: Declared;
}

/** By id. Bots are read where there is a configuration, whose addresses need them, and where `withBots` asks for them. */
export async function readDealsWithBots(
  client: Client,
  { live: { desired }, access, bot }: DealsSubject,
  which: "activeDeals" | "dealsHistory",
  withBots = false,
): Promise<DealsWithBots> {
  const accesses = await readAccesses(client);
  const chosen = chosenAccesses(accesses, desired, access);
  const noBots: Fleet = { bots: [], declared: new Map() };
  // Deals first: a bot that is made in between is then in the list, and not taken for one that is gone.
  const deals = await readDeals(client, chosen, which);
  const isNeeded = desired !== undefined || withBots;
  const { bots, declared } = isNeeded ? await readFleet(client, accesses, desired) : noBots;
  const byId = new Map(bots.map((one) => [one.id, one]));
  const botId = bot === undefined ? undefined : idOf(bot, desired, declared);
  const wanted = deals.filter((deal) => botId === undefined || deal.botId === botId);
  const facts = wanted.map((deal) =>
    factsOf(deal, declared.get(deal.botId)?.address, byId.get(deal.botId)?.fields.title),
  );
  return { facts, bots: byId, declared };
}
