// Reads what results need of ended deals: net after fees, margin, how it ended; null where the service doesn't show it.
import Big from "big.js";
import type { Fields } from "../model/bot/field.js";
import { instantOf } from "../model/bot/moment.js";
import { quoteOf } from "../model/bot/pair.js";
import type { Deal } from "../model/deal/deal.js";
import { byEnd } from "../model/deal/deal-totals.js";
import { safetyOrdersUsed } from "../model/deal/safety-orders.js";
import type { ProfitReading } from "../model/results.js";
import { settingsFingerprint } from "./fingerprint.js";

/** `lost`: it lost, and may have been liquidated; the service doesn't always show that (S-50). */
export type DealEnd = "cancelled" | "liquidated" | "lost" | "other";

export interface EndedDeal {
  readonly id: number;
  readonly botId: number;
  readonly accessId: number | null;
  readonly title: string;
  readonly asset: string;
  readonly settings: Fields;
  readonly fingerprint: string;
  /** Milliseconds since the epoch. */
  readonly at: number | null;
  /** Milliseconds since its bot's deal before ended: it was open no longer. */
  readonly atMost: number | null;
  readonly net: Big | null;
  /** Margin of its whole position, in the asset. */
  readonly margin: Big | null;
  readonly safetyOrders: number | null;
  readonly end: DealEnd;
}

/** In the order in which they ended, each once. */
export function endedDeals(deals: readonly Deal[], profit: ProfitReading): readonly EndedDeal[] {
  const before = new Map<number, number | null>();
  return byEnd([...new Map(deals.map((deal) => [deal.id, deal])).values()]).map((deal): EndedDeal => {
    const { id, botId, accessId, settings, result, pairTitle } = deal;
    const at = deal.updated === null ? null : instantOf(deal.updated);
    const previous = before.get(botId) ?? null;
    before.set(botId, at);
    const net = netOf(deal, profit);
    return {
      ...{ id, botId, accessId, settings, at, net },
      title: settings.title ?? "",
      asset: result?.profitAsset || quoteOf(pairTitle),
      fingerprint: settingsFingerprint(settings),
      atMost: at === null || previous === null ? null : at - previous,
      margin: marginOf(deal),
      safetyOrders: safetyOrdersUsed(deal),
      end: endOf(deal, net),
    };
  });
}

/** Shares of the fees within which a sum is taken for the right one, and of the deals that have to agree. */
const NEAR = "0.25";
const AGREEING = 0.9;

/**
 * Whether profits are after fees: no documentation says, but a deal that shows its prices does. (exit − entry) × quantity is the
 * profit before fees; unknown where no deal tells, or they disagree.
 */
export function profitReading(deals: readonly Deal[]): ProfitReading {
  let [after, before] = [0, 0];
  for (const deal of deals) {
    const gross = grossOf(deal);
    const { fees, profit } = deal.result ?? {};
    if (gross === null || fees == null || profit == null || !sameAsset(deal) || new Big(fees).lte(0)) continue;
    const near = new Big(fees).times(NEAR);
    if (gross.minus(fees).minus(profit).abs().lt(near)) after += 1;
    else if (gross.minus(profit).abs().lt(near)) before += 1;
  }
  const all = after + before;
  if (all === 0) return "unknown";
  return after / all >= AGREEING ? "after-fees" : before / all >= AGREEING ? "before-fees" : "unknown";
}

function grossOf({ result, position, settings, entryPrice }: Deal): Big | null {
  const { exitPrice, exitQuantity } = result ?? {};
  const side = position?.side ?? settings.strategy;
  if (exitPrice == null || exitQuantity == null || entryPrice === null || !/^(?:LONG|SHORT)$/i.test(side ?? ""))
    return null;
  const gained = new Big(exitPrice).minus(entryPrice).times(exitQuantity);
  return side?.toUpperCase() === "SHORT" ? gained.times(-1) : gained;
}

function netOf(deal: Deal, reading: ProfitReading): Big | null {
  const { profit, fees } = deal.result ?? {};
  if (profit == null) return null;
  if (reading === "after-fees" || (fees != null && new Big(fees).eq(0))) return new Big(profit);
  if (reading === "unknown" || fees == null || !sameAsset(deal)) return null;
  return new Big(profit).minus(fees);
}

function sameAsset({ result, pairTitle }: Deal): boolean {
  const quote = quoteOf(pairTitle);
  return (result?.feesAsset || quote) === (result?.profitAsset || quote);
}

/** By quantity and price, which hold whatever a volume means (S-59). */
function marginOf({ result, entryPrice, settings, position }: Deal): Big | null {
  const quantity = result?.exitQuantity ?? null;
  const leverage = decimal(settings.leverage) ?? decimal(position?.leverage ?? null);
  if (quantity === null || entryPrice === null || leverage === null || leverage.lte(0)) return null;
  const margin = new Big(quantity).times(entryPrice).abs().div(leverage);
  return margin.eq(0) ? null : margin;
}

function endOf({ status, result }: Deal, net: Big | null): DealEnd {
  if (/liquid/i.test(status)) return "liquidated";
  if (/cancel/i.test(status) && result === null) return "cancelled";
  return net === null || net.lt(0) ? "lost" : "other";
}

/** Of a snapshot any text may come. */
function decimal(text: string | null): Big | null {
  return text !== null && /^\d+(?:\.\d+)?$/.test(text) ? new Big(text) : null;
}
