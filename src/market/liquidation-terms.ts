// The price at which an isolated position is liquidated by another exchange's formula or with a buffer: the very code that risk uses.
import Big from "big.js";
import { fixed, fixedText } from "../risk/fixed.js";
import { liquidationAt } from "../risk/liquidation.js";
import type { Holding } from "./holding.js";
import type { TierAmount } from "./liquidation.js";
import type { LiquidationTerms } from "./rules.js";

/** undefined where no price above 0 takes the position away, and where every price does. */
export function liquidationByTerms(
  { long, amount, cost }: Holding,
  leverage: string,
  tiers: readonly TierAmount[],
  assumptions: LiquidationTerms,
): Big | undefined {
  const position = { long, amount: fixed(amount.toFixed()), cost: fixed(cost.toFixed()) };
  const brackets = tiers.map(({ floor, rate, cum }) => ({
    floor: fixed(floor.toFixed()),
    rate: fixed(rate.toFixed()),
    cum: fixed(cum.toFixed()),
  }));
  const stand = { leverage: fixed(leverage), isolated: true, brackets, backing: undefined, assumptions };
  const price = liquidationAt(position, stand);
  return price === undefined || price === 0n ? undefined : new Big(fixedText(price));
}
