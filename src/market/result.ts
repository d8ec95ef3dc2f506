// The result of a deal, in the field names of the interface.
import Big from "big.js";
import type { Deal } from "./deal.js";
import { quotient } from "./quotient.js";

/** Base asset for quantities, quote asset for money; averages are rounded to 12 places for showing. */
interface DealResult {
  /** What safety orders (and averaging by command) bought or sold, and at which average price; 0 where they did nothing. */
  readonly safetyQuantity: string;
  readonly safetyPrice: string;
  readonly exitQuantity: string;
  readonly exitPrice: string;
  /** All fees of the deal. */
  readonly fees: string;
  /** Before fees. */
  readonly profit: string;
  /** profit − fees: what the deal changed in the wallet. */
  readonly net: string;
}

/** null for a deal that goes on, and for one that ended without a closing order. */
export function resultOf({ exit, fees, safety }: Deal): DealResult | null {
  if (exit === null || exit.price === null) return null;
  return {
    safetyQuantity: safety.amount,
    safetyPrice: averageText(safety.amount, safety.cost),
    exitQuantity: exit.amount,
    exitPrice: exit.price,
    fees,
    profit: exit.profit,
    net: new Big(exit.profit).minus(fees).toFixed(),
  };
}

const SHOWN_PLACES = 12;

/** cost / amount as text for showing; "0" without an amount. */
export function averageText(amount: string, cost: string): string {
  const base = new Big(amount);
  return base.eq(0) ? "0" : quotient(new Big(cost), base).round(SHOWN_PLACES).toFixed();
}
