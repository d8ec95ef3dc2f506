// What stands behind a cross position beside itself.
import Big from "big.js";
import type { Assumptions } from "../model/risk/assumptions.js";
import { tiersOf } from "./assumptions.js";
import type { Known } from "./known.js";
import { leaves } from "./liquidation.js";
import type { BotTerms } from "./terms.js";

/** WB + UPNL_other − TMM_other, the others being the cross positions that run now in the same asset. */
export function backingOf(
  { pair, side, quote }: BotTerms,
  { funds, held }: Known,
  assumptions: Assumptions,
): Big | undefined {
  const own = funds?.get(quote);
  if (own === undefined) return undefined;
  // Isolated positions hold a part of the wallet that doesn't stand behind cross ones.
  const locked = held.filter((one) => one.isolated && one.pair.startsWith(`${quote}-`));
  const others = held.filter(
    (one) => !one.isolated && one.pair.startsWith(`${quote}-`) && !(one.pair === pair && one.side === side),
  );
  const free = locked.reduce((sum, { margin }) => sum.minus(margin), new Big(own.wallet));
  return others.reduce((sum, { pair: other, side: way, amount, entryPrice, markPrice }) => {
    if (amount === null || entryPrice === null || markPrice === null) return sum;
    const size = new Big(amount).abs();
    const holding = { long: way === "LONG", amount: size, cost: size.times(entryPrice) };
    return sum.plus(leaves(holding, new Big(markPrice), tiersOf(assumptions, other)));
  }, free);
}
