// Live bots and deals as JSON: canonical values, numbers that aren't counts or ids as decimal text.
import type { Access } from "../../model/bot/bot.js";
import type { LiveBot } from "../../model/bot/live-bot.js";
import type { DealFacts } from "../../model/deal/deal-facts.js";

/** What is known of a live bot beside itself; absent where nobody asked. */
export interface BotSurroundings {
  readonly address?: string | null;
  readonly access?: Access | undefined;
  readonly runningDeals?: number;
}

export function botJson(bot: LiveBot, { address, access, runningDeals }: BotSurroundings = {}): object {
  const { id, fields, status, accessId, exchange, userId, updated, countOrderWorking, unknownSettings } = bot;
  return {
    id,
    ...(address !== undefined && { address }),
    title: fields.title,
    on: status.on,
    status: status.raw,
    accessId,
    ...(access !== undefined && { access: access.title }),
    exchange,
    userId,
    ...(runningDeals !== undefined && { runningDeals }),
    settings: fields,
    countOrderWorking,
    unknownSettings,
    updated,
  };
}

export function dealJson({ deal, address, title, profitPercent, safetyOrders }: DealFacts): object {
  const { id, botId, pairTitle, status, accessId, exchange, userId, position, takeProfits, result, updated } = deal;
  return {
    id,
    botId,
    address,
    title,
    pairTitle,
    status,
    accessId,
    exchange,
    userId,
    position,
    profitPercent,
    takeProfits,
    safetyOrders,
    result,
    snapshot: botJson(deal.snapshot),
    updated,
  };
}
