// Fixed-point figures as big.js numbers, to be compared with what others published.
import Big from "big.js";
import type { AssumptionFacts } from "../../../src/model/risk/assumptions.js";
import { type Fixed, fixed, times } from "../../../src/risk/fixed.js";
import { liquidationAt, type Position } from "../../../src/risk/liquidation.js";

export const big = (value: Fixed): Big => new Big(value.toString()).times("1e-24");

export function held(side: string, entry: string, amount: string): Position {
  return { long: side === "LONG", amount: fixed(amount), cost: times(fixed(entry), fixed(amount)) };
}

/** Where a position with this margin behind it ends, in one tier. */
export function endOf(
  position: Position,
  margin: string,
  tier: { readonly rate: string; readonly cum?: string },
  stated: { readonly liquidation?: AssumptionFacts["liquidation"]; readonly takerFee?: string } = {},
): Big | undefined {
  const end = liquidationAt(position, {
    leverage: fixed("1"),
    isolated: false,
    brackets: [{ floor: 0n, rate: fixed(tier.rate), cum: fixed(tier.cum ?? "0") }],
    backing: fixed(margin),
    assumptions: { liquidation: "binance", safetyBuffer: "0", takerFee: "0", ...stated },
  });
  return end === undefined ? undefined : big(end);
}
