// A deal under way through one call: what is booked and what happens on the way, and what it asks of the account.
import Big from "big.js";
import type { Afford, Booking, Deal, DealEvent, Exit, MarketMoment, Step } from "./deal.js";
import { type DealParams, dealParams } from "./deal-params.js";
import { type MarketRules, MONEY_PLACES } from "./rules.js";

/** Changed in place by one call of the machine, never outside it. */
export interface Work {
  deal: Deal;
  params: DealParams;
  readonly rules: MarketRules;
  readonly market: MarketMoment;
  readonly afford: Afford;
  /** Margin and fees this call has taken so far. */
  need: Big;
  readonly bookings: Booking[];
  readonly events: DealEvent[];
}

export function begin(deal: Deal, rules: MarketRules, market: MarketMoment, afford: Afford): Work {
  const params = dealParams(deal.settings, rules);
  return { deal, params, rules, market, afford, need: new Big(0), bookings: [], events: [] };
}

export function stepOf({ deal, bookings, events }: Work): Step {
  return { deal, bookings, events };
}

/** Money as it is booked: 8 places, half up. */
export function money(value: Big): Big {
  return value.round(MONEY_PLACES);
}

export function bookFee(work: Work, fee: Big): void {
  work.deal = { ...work.deal, fees: fee.plus(work.deal.fees).toFixed() };
  work.need = work.need.plus(fee);
  if (!fee.eq(0)) work.bookings.push({ kind: "fee", amount: fee.toFixed() });
}

/** Ends the deal; with a profit of null nothing was closed and the position stays. */
export function end(work: Work, exit: Exit): void {
  const { deal, bookings, events } = work;
  const isClosed = exit.price !== null;
  if (isClosed && exit.profit !== "0") bookings.push({ kind: "profit", amount: exit.profit });
  const over = {
    status: "ENDED",
    firstOrder: null,
    next: null,
    stop: null,
    stopDue: null,
    liquidation: null,
    exit,
  } as const;
  const { takeProfit } = deal;
  const filled = exit.reason === "take-profit" && takeProfit !== null ? { ...takeProfit, filled: true } : null;
  work.deal = { ...deal, ...over, takeProfit: filled, ...(isClosed && { amount: "0", cost: "0" }) };
  events.push({ kind: "ended", exit });
}
