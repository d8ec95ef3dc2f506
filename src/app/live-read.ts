// Reads what the reading commands show: accesses, bots with their addresses, deals of every access.

import type { Access } from "../model/bot/bot.js";
import type { Desired, DesiredBot } from "../model/bot/desired.js";
import type { LiveBot } from "../model/bot/live-bot.js";
import type { Deal } from "../model/deal/deal.js";
import { resolveAccesses } from "../reconcile/plan/access.js";
import { matchBots } from "../reconcile/plan/match.js";
import { liveBot, observedAccess } from "../service/canonical.js";
import { observedDeal } from "../service/canonical-deal.js";
import type { Client } from "../service/client.js";
import { AppError } from "./error.js";

export async function readAccesses(client: Client): Promise<readonly Access[]> {
  return (await client.accessList()).map(observedAccess);
}

/** Which live bot each declared one is, by the live bot's id. */
export type Declared = ReadonlyMap<number, DesiredBot>;

export interface Fleet {
  readonly bots: readonly LiveBot[];
  readonly declared: Declared;
}

/**
 * The bots of every exchange of the account, by id. The list carries no access: with one access it is known, otherwise only
 * of bots read by themselves, which are all with `details`, else those whose title the configuration has.
 */
export async function readFleet(
  client: Client,
  accesses: readonly Access[],
  desired: Desired | undefined,
  details = false,
): Promise<Fleet> {
  const exchanges = new Set(accesses.map(({ exchange }) => exchange));
  const lists = await Promise.all([...exchanges].map((exchange) => client.listBots(exchange)));
  const listed = new Map(lists.flat().map((bot) => [bot.id, liveBot(bot)]));
  const [only, second] = accesses;
  const titles = new Set(desired?.bots.flatMap((bot) => [bot.fields.title, ...bot.previousTitles]));
  const pinned = new Set(desired?.bots.map(({ botId }) => botId));
  const placed = await Promise.all(
    [...listed.values()].map(async (bot): Promise<LiveBot> => {
      if (bot.accessId !== null && !details) return bot;
      if (!details && only !== undefined && second === undefined) return { ...bot, accessId: only.id };
      const matters = details || titles.has(bot.fields.title ?? "") || pinned.has(bot.id);
      return matters ? liveBot(await client.botDetails(bot.id)) : bot;
    }),
  );
  const bots = placed.sort((left, right) => left.id - right.id);
  return { bots, declared: desired === undefined ? new Map() : declaredAmong(bots, accesses, desired) };
}

/** By the rules of a plan: what a plan finds unclear has no address. */
function declaredAmong(bots: readonly LiveBot[], accesses: readonly Access[], desired: Desired): Declared {
  const { byAlias } = resolveAccesses(desired, accesses);
  const matches = matchBots(desired, { accesses, bots, deals: null, pairs: null }, byAlias);
  return new Map(matches.flatMap((match) => (match.kind === "live" ? [[match.live.id, match.bot] as const] : [])));
}

/** Of these accesses, by id. */
export async function readDeals(
  client: Client,
  accesses: readonly Access[],
  which: "activeDeals" | "dealsHistory",
): Promise<readonly Deal[]> {
  const lists = await Promise.all(accesses.map(({ id, exchange }) => client[which](id, exchange)));
  return lists
    .flat()
    .map(observedDeal)
    .sort((left, right) => left.id - right.id);
}

/** The accesses that --access means: an alias of the configuration, a live title, or an id. Throws AppError. */
export function chosenAccesses(
  accesses: readonly Access[],
  desired: Desired | undefined,
  wanted: string | undefined,
): readonly Access[] {
  if (wanted === undefined) return accesses;
  const live = desired?.accesses.find(({ alias }) => alias === wanted)?.live ?? wanted;
  const found = accesses.filter(({ id, title }) => title === live || String(id) === String(live).replace(/^#/, ""));
  if (found.length > 0) return found;
  const known = accesses.map(({ id, title }) => `${id} "${title}"`).join(", ") || "none at all";
  throw new AppError(`the account has no access ${wanted}; it has ${known}`);
}
