// Commands on a deal: open, complete, cancel or average it, change its take profit or other settings.
import Big from "big.js";
import { constant } from "./constant.js";
import { type Afford, type Deal, type MarketMoment, type Step, UNLIMITED } from "./deal.js";
import { dealParams } from "./deal-params.js";
import { close, fillAverage, fillFirst } from "./fills.js";
import { initialMargin } from "./holding.js";
import { placeOrders } from "./orders.js";
import { amountOf, type MarketRules, roundingOf, roundLot, roundTick } from "./rules.js";
import type { DealSettings, SettingsChange } from "./settings.js";
import { begin, end, stepOf, type Work } from "./work.js";

/** Why no deal opened; margin in the quote asset, fee included. */
export interface Refusal {
  readonly refused: "too-small" | "unaffordable";
  readonly margin: string;
}

/**
 * Opens a deal. A LIMIT first order rests at the price of the moment and fills, as maker, at the next look that stands
 * there or beyond: at once where the driver looks again at the same price.
 */
export function openDeal(
  settings: DealSettings,
  rules: MarketRules,
  market: MarketMoment,
  afford: Afford = UNLIMITED,
): Step | Refusal {
  const { tick, lot, mode, leastNotional } = roundingOf(rules, settings.pairTitle);
  const isLimit = settings.firstOrder === "LIMIT";
  const price = isLimit ? roundTick(new Big(market.price), tick, mode) : new Big(market.price);
  const amount = amountOf(dealParams(settings, rules).firstNotional, price, lot, mode);
  const volume = amount.times(price);
  if (leastNotional !== undefined && volume.lt(leastNotional)) return { refused: "too-small", margin: "0" };
  const margin = marginOf(volume, settings.leverage, isLimit ? rules.makerFee : rules.takerFee, afford);
  if (isRefusal(margin)) return margin;
  const work = begin(blank(settings, market.time), rules, market, afford);
  if (isLimit) {
    const order = { price: price.toFixed(), amount: amount.toFixed() };
    work.deal = { ...work.deal, firstOrder: order };
    work.events.push({ kind: "first-placed", ...order });
  } else {
    // The fee is added to this where it is booked.
    work.need = margin;
    fillFirst(work, market.price, amount.toFixed(), "taker");
  }
  return stepOf(work);
}

export function isRefusal(result: Step | Big | Refusal): result is Refusal {
  return "refused" in result;
}

/** What an order at market or at the price of the moment ties up, where the account can give it and the fee. */
function marginOf(volume: Big, leverage: string, fee: string, afford: Afford): Big | Refusal {
  if (volume.eq(0)) return { refused: "too-small", margin: "0" };
  const margin = afford === UNLIMITED ? new Big(0) : initialMargin(volume, leverage);
  const need = margin.plus(volume.times(constant(fee)));
  return afford(need) ? margin : { refused: "unaffordable", margin: need.round(8).toFixed() };
}

function blank(settings: DealSettings, opened: number): Deal {
  return {
    settings,
    status: "OPENING",
    opened,
    firstOrder: null,
    anchor: null,
    entered: null,
    amount: "0",
    cost: "0",
    safety: { filled: 0, placed: 0, amount: "0", cost: "0" },
    next: null,
    takeProfit: null,
    takeProfits: 0,
    stop: null,
    stopDue: null,
    liquidation: null,
    fees: "0",
    exit: null,
  };
}

/**
 * Closes the position at market and removes all orders (S-48): by command, or since the account can no
 * longer hold a cross position. A first order that rests is withdrawn.
 */
export function closeDeal(
  deal: Deal,
  rules: MarketRules,
  market: MarketMoment,
  reason: "command" | "liquidated",
): Step {
  return acting(deal, rules, market, UNLIMITED, (work) => {
    if (deal.status === "OPENING") withdraw(work, reason);
    else close(work, reason, market.price, "taker");
  });
}

/** Ends the deal and removes its orders; the position stays in `amount` and `cost` of the ended deal. */
export function cancelDeal(deal: Deal, rules: MarketRules, market: MarketMoment): Step {
  return acting(deal, rules, market, UNLIMITED, (work) => withdraw(work, "cancelled"));
}

/** Adds to the position at market, for a volume in the quote asset. Nothing happens to a deal whose first order rests. */
export function averageDeal(
  deal: Deal,
  rules: MarketRules,
  market: MarketMoment,
  volume: string,
  afford: Afford = UNLIMITED,
): Step | Refusal {
  if (deal.status !== "OPEN") return { deal, bookings: [], events: [] };
  const { lot, mode } = roundingOf(rules, deal.settings.pairTitle);
  const { factor } = dealParams(deal.settings, rules);
  const amount = roundLot(factor.times(volume).div(market.price), lot, mode);
  const margin = marginOf(amount.times(market.price), deal.settings.leverage, rules.takerFee, afford);
  if (isRefusal(margin)) return margin;
  return acting(deal, rules, market, afford, (work) => {
    work.need = margin;
    fillAverage(work, market.price, amount.toFixed());
  });
}

/** A new percentage for the take profit: placed at once, or only when the next averaging places it anew. */
export function changeTakeProfit(
  deal: Deal,
  rules: MarketRules,
  market: MarketMoment,
  percent: string,
  immediately: boolean,
): Step {
  const takeProfit = { enabled: true, event: "percentage", value: percent } as const;
  return immediately
    ? changeSettings(deal, rules, market, { takeProfit })
    : acting(deal, rules, market, UNLIMITED, (work) => {
        work.deal = { ...deal, settings: { ...deal.settings, takeProfit } };
      });
}

/** New averaging, take profit or stop loss for a running deal; what of it stands as an order is placed anew. */
export function changeSettings(
  deal: Deal,
  rules: MarketRules,
  market: MarketMoment,
  change: SettingsChange,
  afford: Afford = UNLIMITED,
): Step {
  const settings = { ...deal.settings, ...change };
  return acting({ ...deal, settings }, rules, market, afford, (work) => {
    if (change.safety !== undefined) {
      // All of them are withdrawn and placed by the new grid.
      work.deal = { ...work.deal, safety: { ...deal.safety, placed: deal.safety.filled } };
    }
    if (change.stop !== undefined) work.deal = { ...work.deal, stopDue: null };
    if (deal.status === "OPEN") placeOrders(work);
  });
}

function acting(deal: Deal, rules: MarketRules, market: MarketMoment, afford: Afford, act: (work: Work) => void): Step {
  const work = begin(deal, rules, market, afford);
  if (deal.status !== "ENDED") act(work);
  return stepOf(work);
}

function withdraw(work: Work, reason: "command" | "cancelled" | "liquidated"): void {
  const nothing = { amount: "0", cost: "0", fee: "0", profit: "0" };
  end(work, { reason, at: work.market.time, price: null, ...nothing });
}
