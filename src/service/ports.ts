// Fits the client to what reconcile asks for: canonical bots out, canonical fields in.
import type { ServiceReader, ServiceWriter } from "../model/ports.js";
import { observedAccess, observedBot, runningDeal, toParameters } from "./canonical.js";
import type { Client } from "./client.js";

/** A reader for one account and exchange. Hand it a client whose transport allows reads only. */
export function serviceReader(client: Client, exchange: string): ServiceReader {
  return {
    accesses: async () => (await client.accessList()).map(observedAccess),
    bots: async () => (await client.listBots(exchange)).map(observedBot),
    bot: async (botId) => observedBot(await client.botDetails(botId)),
    runningDeals: async (accessId) => (await client.activeDeals(accessId, exchange)).map(runningDeal),
    pairs: () => client.pairList(),
  };
}

/** A writer for one account and exchange. */
export function serviceWriter(client: Client, exchange: string): ServiceWriter {
  return {
    create: (accessId, fields) =>
      client.createBot([["accessId", accessId], ["exchange", exchange], ...toParameters(fields, {})]),
    update: (botId, target, before) => client.updateBot([["botId", botId], ...toParameters(target, before)]),
    turnOn: (botId) => client.turnOn(botId),
    turnOff: (botId) => client.turnOff(botId),
  };
}
