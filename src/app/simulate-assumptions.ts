// What the figures of a simulation rest on, in sentences.
import Big from "big.js";
import type { MarketRules } from "../market/rules.js";
import type { WithinCandle } from "../model/risk/simulation.js";

const ANCHORS = { base: "the first fill", previous: "the order before", average: "the average entry" } as const;

export interface Assumed {
  readonly balance: string | null;
  readonly signalEvery: number | null;
  readonly orders: readonly WithinCandle[];
  readonly isWalk: boolean;
}

export function assumptionsOf(
  rules: MarketRules,
  { balance, signalEvery, orders, isWalk }: Assumed,
): readonly string[] {
  const percent = (fraction: string) => `${new Big(fraction).times(100).toFixed()} %`;
  const rate = percent(rules.tiers[0]?.rate.toFixed() ?? "0");
  const [order] = orders;
  return [
    ...(isWalk ? ["The prices are made up by a random walk: they say nothing about any market."] : []),
    orders.length > 1
      ? "Within a candle the price goes against a position first (pessimistic) or with it first (optimistic); neither is a bound."
      : `Within a candle the price goes ${order === "pessimistic" ? "against" : "with"} a position first (${order}).`,
    `Fees: maker ${percent(rules.makerFee)}, taker ${percent(rules.takerFee)} of an order's notional.`,
    rules.volumeMeaning === "notional"
      ? "A volume is an order's notional; its margin is volume / leverage."
      : "A volume is an order's margin; its notional is volume × leverage.",
    rules.volumeBase === "first"
      ? "Martingale multiplies the first order's volume."
      : "Martingale multiplies the safety order's volume.",
    `Safety orders are counted from ${ANCHORS[rules.anchor]}; all of them work at once.`,
    rules.tiers.length > 1
      ? `Maintenance margin rises with a position's notional, from ${rate} on, as the account's assumptions have it.`
      : `Maintenance margin is ${rate} of a position's notional at every size.`,
    balance === null
      ? "No balance was given: margin is never short, and cross positions are never liquidated. Isolated ones are."
      : `The wallet begins with ${balance} for all bots together; an order it can't afford isn't placed.`,
    "Limit orders fill at their own price as soon as it is touched, market orders at the price of the moment: no slippage, no queue, no partial fill.",
    "A deal that ends is followed by the next one at the same price. No funding payments, no tick sizes (amounts have 8 places), no delays of the service.",
    ...(signalEvery === null
      ? []
      : [`Bots that open on signals get one every ${signalEvery} candles: how they would really open isn't known.`]),
  ];
}
