// botform bots list: every live bot of the account, with its address and its running deals.

import { reading } from "../../app/endpoint.js";
import type { ExitCode } from "../../app/exit.js";
import { type LiveAccount, openLive, type ReadingOptions } from "../../app/live-account.js";
import { chosenAccesses, readAccesses, readDeals, readFleet } from "../../app/live-read.js";
import type { ListedBot } from "../../render/text/bots-text.js";
import type { Client } from "../../service/client.js";
import type { Context } from "../terminal/context.js";
import { show } from "../terminal/watch.js";

export interface BotsListOptions extends ReadingOptions {
  readonly access?: string;
  readonly details?: boolean;
}

export async function botsListCommand(context: Context, options: BotsListOptions): Promise<ExitCode> {
  const live = await openLive(context, options);
  return show(context, "bots list", { ...options, interval: 0 }, async (c) => {
    const bots = await reading(c, live, options.concurrency, (client) => listBots(client, live, options));
    return { result: { account: live.account, bots } };
  });
}

async function listBots(
  client: Client,
  { desired }: LiveAccount,
  { access, details }: BotsListOptions,
): Promise<readonly ListedBot[]> {
  const accesses = await readAccesses(client);
  const wanted = new Set(chosenAccesses(accesses, desired, access).map(({ id }) => id));
  // Which bots are on one access only each bot itself tells.
  const isAsked = details === true || (access !== undefined && accesses.length > 1);
  const [{ bots, declared }, deals] = await Promise.all([
    readFleet(client, accesses, desired, isAsked),
    readDeals(client, accesses, "activeDeals"),
  ]);
  const listed = bots.map((bot) => {
    const running = deals.filter(({ botId }) => botId === bot.id);
    // A bot can't move to another access: where its deal runs, it is.
    const accessId = bot.accessId ?? running[0]?.accessId ?? null;
    return {
      bot: { ...bot, accessId },
      address: declared.get(bot.id)?.address ?? null,
      access: accesses.find(({ id }) => id === accessId),
      runningDeals: running.length,
    };
  });
  return listed.filter(({ bot }) => access === undefined || (bot.accessId !== null && wanted.has(bot.accessId)));
}
