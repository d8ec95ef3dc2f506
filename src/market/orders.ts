// The orders of a position: safety orders, take profit, stop and liquidation level, placed anew when the position changes.
import Big from "big.js";
import { isolatedLiquidation } from "./account.js";
import { constant } from "./constant.js";
import { type Deal, holdingOf, type SafetyOrder, UNLIMITED } from "./deal.js";
import { type DealParams, ladderMargin } from "./deal-params.js";
import { averageEntry, type Holding, HUNDREDTH, priceAtPercent, priceAtProfit } from "./holding.js";
import { amountOf, roundingOf, roundTick } from "./rules.js";
import type { Work } from "./work.js";

const ONE = new Big(1);

/** Places what the position calls for now. The take profit keeps its place (and number) where it wouldn't change. */
export function placeOrders(work: Work): void {
  placeSafetyOrders(work);
  const { deal, params, rules } = work;
  const holding = holdingOf(deal);
  const stop = stopLevel(work, holding);
  const liquidation = deal.settings.isolated
    ? isolatedLiquidation(holding, deal.settings.leverage, rules, deal.settings.pairTitle)
    : undefined;
  work.deal = {
    ...deal,
    next: nextSafetyOrder(deal, params),
    stop,
    stopDue: stop === null ? null : deal.stopDue,
    liquidation: liquidation === undefined ? null : roundTick(liquidation, null).toFixed(),
  };
  placeTakeProfit(work, holding);
}

/** As many as may work at once and the account can give margin for; the others wait for the next change. */
function placeSafetyOrders(work: Work): void {
  const { deal, params } = work;
  const { filled } = deal.safety;
  const last = Math.max(filled, Math.min(params.rungs.length, filled + deal.settings.safety.active));
  // An averaging that is switched off takes its orders away.
  let placed = Math.min(Math.max(deal.safety.placed, filled), last);
  const asked = (to: number) => work.need.plus(ladderMargin(params, placed, to));
  if (work.afford === UNLIMITED) placed = last;
  else if (placed < last && work.afford(asked(last))) {
    work.need = asked(last);
    placed = last;
  }
  while (placed < last) {
    const need = asked(placed + 1);
    if (!work.afford(need)) {
      const margin = need.minus(work.need).round(8).toFixed();
      work.events.push({ kind: "unaffordable", number: placed + 1, margin });
      break;
    }
    work.need = need;
    placed += 1;
  }
  work.deal = { ...deal, safety: { ...deal.safety, placed } };
}

function nextSafetyOrder(deal: Deal, params: DealParams): SafetyOrder | null {
  return deal.safety.filled < deal.safety.placed ? safetyOrder(deal, params, deal.safety.filled + 1) : null;
}

/** A safety order of a deal as it is or would be placed; null where the grid has none, or its amount is less than a lot. */
function safetyOrder(deal: Deal, params: DealParams, number: number): SafetyOrder | null {
  const rung = params.rungs[number - 1];
  if (rung === undefined || deal.anchor === null) return null;
  const { settings } = deal;
  const { rules, factor } = params;
  const { tick, lot, mode, leastNotional } = roundingOf(rules, settings.pairTitle);
  const anchor = rules.anchor === "average" ? averageEntry(holdingOf(deal)) : new Big(deal.anchor);
  const price = roundTick(anchor.times(rung.factor), tick, mode);
  if (price.lte(0)) return null;
  const amount = amountOf(rung.volume.times(factor), price, lot, mode);
  if (leastNotional !== undefined && amount.times(price).lt(leastNotional)) return null;
  return amount.eq(0) ? null : { number, price: price.toFixed(), amount: amount.toFixed() };
}

function placeTakeProfit(work: Work, holding: Holding): void {
  const { deal, market } = work;
  const price = takeProfitLevel(work, holding);
  if (price === null) {
    work.deal = { ...deal, takeProfit: null };
    return;
  }
  const { takeProfit: before, settings, amount } = deal;
  const type = settings.takeProfitOrder;
  if (before?.price === price && before.amount === amount && before.type === type) return;
  const number = deal.takeProfits + 1;
  const order = { number, type, price, amount, placed: market.time, filled: false };
  work.deal = { ...deal, takeProfit: order, takeProfits: number };
  work.events.push({ kind: "take-profit-placed", number, price, amount });
}

function takeProfitLevel({ deal, rules }: Work, holding: Holding): string | null {
  const { takeProfit, pairTitle } = deal.settings;
  if (!takeProfit.enabled || takeProfit.event === "delay" || holding.amount.eq(0)) return null;
  const value = constant(takeProfit.value);
  const price = takeProfit.event === "percentage" ? percentLevel(deal, holding, value) : priceAtProfit(holding, value);
  return levelText(price, rules, pairTitle);
}

function stopLevel({ deal, rules }: Work, holding: Holding): string | null {
  const { stop, pairTitle } = deal.settings;
  if (!stop.enabled || holding.amount.eq(0)) return null;
  const loss = constant(stop.value).times(-1);
  const price = stop.event === "percentage" ? percentLevel(deal, holding, loss) : priceAtProfit(holding, loss);
  return levelText(price, rules, pairTitle);
}

/** With the first order alone the average is its price, and nothing needs to be divided. */
function percentLevel({ safety, anchor }: Deal, holding: Holding, percent: Big): Big {
  if (safety.amount !== "0" || anchor === null) return priceAtPercent(holding, percent);
  const move = percent.times(HUNDREDTH);
  return new Big(anchor).times(holding.long ? move.plus(1) : ONE.minus(move));
}

/** A level at or below 0 is never reached: no order. */
function levelText(price: Big, rules: Work["rules"], pair: string): string | null {
  const { tick, mode } = roundingOf(rules, pair);
  const level = roundTick(price, tick, mode);
  return level.gt(0) ? level.toFixed() : null;
}
