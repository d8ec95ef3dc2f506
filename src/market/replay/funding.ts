// What a position pays or receives at a funding event: value · rate, rounded to 8 places.
import Big from "big.js";
import { money } from "../work.js";
import { UNITS } from "./money-sum.js";

/** Beyond this a double may be wrong by more than a share of a unit. */
const MOST = 2 ** 40;
/** How far a product of four doubles, each the nearest to its decimal, may be off at most, as a share of it; generously. */
const DOUBT = 2e-15;

/**
 * In whole hundred-millionths of the quote asset, positive where the rate is. Doubles decide unless it is close; then decimals do.
 * @param amount in the base asset @param rate of the position's value
 */
export function fundingUnits(amount: string, price: number, rate: string): number {
  const units = Number(amount) * price * Number(rate) * UNITS;
  const size = Math.abs(units);
  if (size < MOST && Math.abs((size % 1) - 0.5) > DOUBT * size) return Math.round(units);
  return money(new Big(amount).times(String(price)).times(rate))
    .times(UNITS)
    .toNumber();
}
