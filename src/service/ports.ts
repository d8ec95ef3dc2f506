// Fits the client to what reconcile asks for: canonical bots out, canonical fields in.
import type { ObservedBot } from "../model/bot/bot.js";
import { ServiceError, type ServiceReader, type ServiceWriter } from "../model/ports.js";
import { observedAccess, observedBot, toParameters } from "./canonical.js";
import { observedDeal } from "./canonical-deal.js";
import type { Client } from "./client.js";
import { READING } from "./operations.js";

/** A reader for one account and exchange. Hand it a client whose transport allows reads only. @param repeated what becomes of a list that shows a bot twice */
export function serviceReader(client: Client, exchange: string, repeated: ListRule = eachOnce): ServiceReader {
  return {
    accesses: async () => (await client.accessList()).map(observedAccess),
    bots: async (other = exchange) => repeated((await client.listBots(other)).map(observedBot)),
    bot: async (botId) => observedBot(await client.botDetails(botId)),
    runningDeals: async (accessId, other = exchange) => (await client.activeDeals(accessId, other)).map(observedDeal),
    endedDeals: async (accessId, other = exchange) => (await client.dealsHistory(accessId, other)).map(observedDeal),
    pairs: () => client.pairList(),
  };
}

type ListRule = (bots: readonly ObservedBot[]) => readonly ObservedBot[];

/** For whoever turns off whatever is there: no doubt about a list keeps a bot on. Of rows of one bot, one that is on counts. */
export function whateverIsShown(bots: readonly ObservedBot[]): readonly ObservedBot[] {
  const byId = new Map<number, ObservedBot>();
  for (const bot of bots) if (bot.status.on || !byId.has(bot.id)) byId.set(bot.id, bot);
  return [...byId.values()];
}

/** A list that shows a bot twice is a bad read (rule 1). */
function eachOnce(bots: readonly ObservedBot[]): readonly ObservedBot[] {
  if (new Set(bots.map((bot) => bot.id)).size === bots.length) return bots;
  throw new ServiceError("shape", `${READING.listBots}: the list shows a bot twice`);
}

/** A writer for one account and exchange. @param known of the service */
export function serviceWriter(
  client: Client,
  exchange: string,
  known: { readonly zeroSwitchesOff: boolean } = { zeroSwitchesOff: false },
): ServiceWriter {
  return {
    turn: () => client.turn(),
    create: (accessId, fields, maySend) =>
      client.createBot([["accessId", accessId], ["exchange", exchange], ...toParameters(fields, {})], maySend),
    update: (botId, target, before, maySend) =>
      client.updateBot([["botId", botId], ...toParameters(target, before, known)], maySend),
    turnOn: (botId, maySend) => client.turnOn(botId, maySend),
    turnOff: (botId, maySend) => client.turnOff(botId, maySend),
    startDeal: (botId, maySend) => client.startDeal(botId, maySend),
    changeTakeProfit: (dealId, percent, immediately, maySend) =>
      client.changeTakeProfit(dealId, percent, immediately, maySend),
    completeDeal: (dealId, maySend) => client.completeDeal(dealId, maySend),
    cancelDeal: (dealId, maySend) => client.cancelDeal(dealId, maySend),
  };
}
