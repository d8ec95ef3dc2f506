// Orders that fill: the first one, safety orders, averaging by command, and what closes the position.
import Big from "big.js";
import type { EndReason } from "../model/risk/back-test.js";
import { constant } from "./constant.js";
import { type DealEvent, holdingOf, type SafetyOrder } from "./deal.js";
import { initialMargin, profitAt } from "./holding.js";
import { placeOrders } from "./orders.js";
import { bookFee, end, money, type Work } from "./work.js";

type Liquidity = "maker" | "taker";

function feeOf({ rules }: Work, volume: Big, liquidity: Liquidity): Big {
  return money(volume.times(constant(liquidity === "maker" ? rules.makerFee : rules.takerFee)));
}

/** Adds to the position and books the fee. */
function add(
  work: Work,
  order: Extract<DealEvent, { kind: "filled" }>["order"],
  fill: SafetyOrder,
  by: Liquidity,
): void {
  const { number, price, amount } = fill;
  const volume = new Big(amount).times(price);
  const fee = feeOf(work, volume, by);
  const { deal } = work;
  const { safety } = deal;
  const isFirst = order === "first";
  work.deal = {
    ...deal,
    amount: new Big(deal.amount).plus(amount).toFixed(),
    cost: volume.plus(deal.cost).toFixed(),
    safety: isFirst
      ? safety
      : {
          ...safety,
          filled: order === "safety" ? safety.filled + 1 : safety.filled,
          amount: new Big(amount).plus(safety.amount).toFixed(),
          cost: volume.plus(safety.cost).toFixed(),
        },
  };
  work.events.push({ kind: "filled", order, number, price, amount, fee: fee.toFixed() });
  bookFee(work, fee);
}

/** The position begins: safety orders are counted from here (S-57). */
export function fillFirst(work: Work, price: string, amount: string, by: Liquidity): void {
  add(work, "first", { number: 0, price, amount }, by);
  work.deal = { ...work.deal, status: "OPEN", firstOrder: null, anchor: price, entered: work.market.time };
  placeOrders(work);
}

/** A resting order fills at its own price, one that is placed behind the price at the price of the moment. */
export function fillSafety(work: Work, order: SafetyOrder, isResting: boolean): void {
  if (isResting) add(work, "safety", order, "maker");
  else add(work, "safety", { ...order, price: work.market.price }, "taker");
  placeOrders(work);
}

export function fillAverage(work: Work, price: string, amount: string): void {
  add(work, "average", { number: 0, price, amount }, "taker");
  placeOrders(work);
}

/** Closes the whole position at a price. */
export function close(work: Work, reason: EndReason, price: string, by: Liquidity): void {
  const holding = holdingOf(work.deal);
  const fee = feeOf(work, holding.amount.times(price), by);
  const profit = money(profitAt(holding, new Big(price)));
  leave(work, reason, price, fee, profit);
}

/** The exchange takes an isolated position: its margin is lost whole, and no fee is asked beyond it. */
export function takeAway(work: Work, price: string): void {
  const { cost, settings } = work.deal;
  leave(work, "liquidated", price, new Big(0), money(initialMargin(new Big(cost), settings.leverage)).times(-1));
}

function leave(work: Work, reason: EndReason, price: string, fee: Big, profit: Big): void {
  const { amount, cost } = work.deal;
  bookFee(work, fee);
  end(work, { reason, at: work.market.time, price, amount, cost, fee: fee.toFixed(), profit: profit.toFixed() });
}
