// What a user does to a running deal: complete, cancel, average, change its take profit or other settings.
import { type Afford, type Deal, type Look, type Step, UNLIMITED } from "./deal.js";
import { close, fillAverage } from "./fills.js";
import { initialMargin } from "./holding.js";
import type { Refusal } from "./opening.js";
import { placeOrders } from "./orders.js";
import { roundLot } from "./rounding.js";
import { type MarketRules, roundingOf } from "./rules.js";
import type { SettingsChange } from "./settings.js";
import { termsOf } from "./terms.js";
import { begin, end, stepOf, type Work } from "./work.js";

/**
 * Closes the position at market and removes all orders (wire facts, section 4): by command, or since the account can no
 * longer hold a cross position. A first order that rests is withdrawn.
 */
export function closeDeal(deal: Deal, rules: MarketRules, look: Look, reason: "command" | "liquidated"): Step {
  return acting(deal, rules, look, UNLIMITED, (work) => {
    if (deal.status === "OPENING") withdraw(work, reason);
    else close(work, reason, look.price, "taker");
  });
}

/** Ends the deal and removes its orders; the position stays in `amount` and `cost` of the ended deal. */
export function cancelDeal(deal: Deal, rules: MarketRules, look: Look): Step {
  return acting(deal, rules, look, UNLIMITED, (work) => withdraw(work, "cancelled"));
}

/** Adds to the position at market, for a volume in the quote asset. Nothing happens to a deal whose first order rests. */
export function averageDeal(
  deal: Deal,
  rules: MarketRules,
  look: Look,
  volume: string,
  afford: Afford = UNLIMITED,
): Step | Refusal {
  if (deal.status !== "OPEN") return { deal, bookings: [], events: [] };
  const { lot, mode } = roundingOf(rules, deal.settings.pairTitle);
  const { factor } = termsOf(deal.settings, rules);
  const amount = roundLot(factor.times(volume).div(look.price), lot, mode);
  if (amount.eq(0)) return { refused: "too-small", margin: "0" };
  const notional = amount.times(look.price);
  const margin = initialMargin(notional, deal.settings.leverage);
  const need = margin.plus(notional.times(rules.takerFee));
  if (!afford(need)) return { refused: "unaffordable", margin: need.round(8).toFixed() };
  return acting(deal, rules, look, afford, (work) => {
    work.need = margin;
    fillAverage(work, look.price, amount.toFixed());
  });
}

/** A new percentage for the take profit: placed at once, or only when the next averaging places it anew. */
export function changeTakeProfit(
  deal: Deal,
  rules: MarketRules,
  look: Look,
  percent: string,
  immediately: boolean,
): Step {
  const takeProfit = { enabled: true, event: "percentage", value: percent } as const;
  return immediately
    ? changeSettings(deal, rules, look, { takeProfit })
    : acting(deal, rules, look, UNLIMITED, (work) => {
        work.deal = { ...deal, settings: { ...deal.settings, takeProfit } };
      });
}

/** New averaging, take profit or stop loss for a running deal; what of it stands as an order is placed anew. */
export function changeSettings(
  deal: Deal,
  rules: MarketRules,
  look: Look,
  change: SettingsChange,
  afford: Afford = UNLIMITED,
): Step {
  const settings = { ...deal.settings, ...change };
  return acting({ ...deal, settings }, rules, look, afford, (work) => {
    if (change.safety !== undefined) {
      // All of them are withdrawn and placed by the new grid.
      work.deal = { ...work.deal, safety: { ...deal.safety, placed: deal.safety.filled } };
    }
    if (change.stop !== undefined) work.deal = { ...work.deal, stopDue: null };
    if (deal.status === "OPEN") placeOrders(work);
  });
}

function acting(deal: Deal, rules: MarketRules, look: Look, afford: Afford, act: (work: Work) => void): Step {
  const work = begin(deal, rules, look, afford);
  if (deal.status !== "ENDED") act(work);
  return stepOf(work);
}

function withdraw(work: Work, reason: "command" | "cancelled" | "liquidated"): void {
  const nothing = { amount: "0", cost: "0", fee: "0", profit: "0" };
  end(work, { reason, at: work.look.time, price: null, ...nothing });
}
