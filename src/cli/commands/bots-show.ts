// botform bots show: one live bot in full, beside what the configuration says of it, with its running deals.

import { accountIn, type BotReference, botReference, idOf } from "../../app/bot-reference.js";
import { reading } from "../../app/endpoint.js";
import type { ExitCode } from "../../app/exit.js";
import { type LiveAccount, openLive, type ReadingOptions } from "../../app/live-account.js";
import { readAccesses, readDeals, readFleet } from "../../app/live-read.js";
import { factsOf } from "../../model/deal/deal-facts.js";
import type { ShownBot } from "../../render/text/bots-text.js";
import { liveBot } from "../../service/canonical.js";
import type { Client } from "../../service/client.js";
import type { Context } from "../terminal/context.js";
import { show } from "../terminal/watch.js";

export interface BotOptions extends ReadingOptions {
  /** An address, a bot key or an id. */
  readonly bot: string;
}

export async function botsShowCommand(context: Context, options: BotOptions): Promise<ExitCode> {
  const reference = botReference(options.bot);
  const live = await openLive(context, options, accountIn(options.bot));
  return show(context, "bots show", { ...options, interval: 0 }, async (c) => ({
    result: await reading(c, live, options.concurrency, (client) => readBot(client, live, reference)),
  }));
}

async function readBot(client: Client, { account, desired }: LiveAccount, reference: BotReference): Promise<ShownBot> {
  const accesses = await readAccesses(client);
  const fleet = desired === undefined ? undefined : await readFleet(client, accesses, desired);
  const id = idOf(reference, desired, fleet?.declared ?? new Map());
  // The list may lag behind writes; the bot itself doesn't.
  const bot = liveBot(await client.botDetails(id));
  const access = accesses.find((one) => one.id === bot.accessId);
  const deals = await readDeals(client, access === undefined ? accesses : [access], "activeDeals");
  const declared = fleet?.declared.get(id);
  const address = declared?.address ?? null;
  return {
    account,
    bot,
    address,
    access,
    desired: declared,
    deals: deals
      .filter(({ botId }) => botId === id)
      .map((deal) => factsOf(deal, address ?? undefined, bot.fields.title)),
  };
}
