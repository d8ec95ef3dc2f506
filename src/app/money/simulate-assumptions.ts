// What a simulation rests on, as sentences for its report.
import Big from "big.js";
import type { MarketRules } from "../../market/rules.js";
import type { TierTable } from "../../model/risk/assumptions.js";
import type { WithinCandle } from "../../model/risk/simulation.js";

const ANCHORS = { base: "the first fill", previous: "the order before", average: "the average entry" } as const;

const WITHIN: Readonly<Record<WithinCandle, string>> = {
  conservative:
    "Within a candle nothing is known of the way of the price (conservative): it first goes against a position, then with it, then against it again; no deal takes its profit in a candle in which one of its orders filled, but it may be liquidated there.",
  "against-first": "Within a candle the price first goes against a position, then with it (against-first).",
  "with-first": "Within a candle the price first goes with a position, then against it (with-first).",
};

interface Assumed {
  /** null where none was given; undefined where the wallet is spoken of elsewhere. */
  readonly balance: string | null | undefined;
  readonly signalEvery: number | null;
  readonly fundingRate: string;
  /** undefined where the command line gives one rate for all. */
  readonly tiers: Pick<TierTable, "source" | "date"> | undefined;
  readonly orders: readonly WithinCandle[];
  readonly isWalk: boolean;
}

/** One sentence each. */
export function simulationAssumptions(
  rules: MarketRules,
  { balance, signalEvery, fundingRate, tiers, orders, isWalk }: Assumed,
): readonly string[] {
  const percent = (fraction: string) => `${new Big(fraction).times(100).toFixed()} %`;
  const rate = percent(rules.tiers[0]?.rate.toFixed() ?? "0");
  return [
    ...(isWalk ? ["The prices are a made-up random walk: they tell nothing about any market."] : []),
    ...orders.map((order) => WITHIN[order]),
    ...(orders.length > 1
      ? ["None of these readings is a limit of what can happen; the worst result comes first."]
      : []),
    `Fees: maker ${percent(rules.makerFee)}, taker ${percent(rules.takerFee)} of an order's notional.`,
    rules.volumeMeaning === "notional"
      ? "A volume is an order's notional; its margin is volume / leverage."
      : "A volume is an order's margin; its notional is volume × leverage.",
    rules.volumeBase === "first"
      ? "Martingale multiplies the first order's volume."
      : "Martingale multiplies the safety order's volume.",
    `Safety orders are spaced from ${ANCHORS[rules.anchor]}; all of them are in the market at once.`,
    tiers === undefined || tiers.date === ""
      ? `Maintenance margin is ${rate} of a position's notional at every size.`
      : `Maintenance margin rises with a position's notional, by the same tiers as in risk: ${tiers.source}, ${tiers.date}.`,
    new Big(fundingRate).eq(0)
      ? "No funding is paid."
      : `Funding is ${percent(fundingRate)} of a position's value at 00:00, 08:00 and 16:00 UTC, always; a LONG ${fundingRate.startsWith("-") ? "receives" : "pays"} it.`,
    ...(balance === undefined ? [] : [walletSentence(balance)]),
    "Limit orders fill at their own price as soon as it is touched, market orders at the current price: no slippage, no queue, no partial fills.",
    "When a deal ends, the next one opens at the same price. Tick, lot and least notional count where the account states them (else amounts have 8 decimals); no delays by the service.",
    ...(signalEvery === null
      ? []
      : [
          `Bots that open on signals get one ${signalEvery === 1 ? "with every candle" : `every ${signalEvery} candles`}; when they would really open is unknown.`,
        ]),
  ];
}

function walletSentence(balance: string | null): string {
  return balance === null
    ? "No balance was given, so margin never runs short and cross positions are never liquidated. Isolated ones are."
    : `All bots share a wallet that starts with ${balance}; an order it can't afford isn't placed.`;
}
