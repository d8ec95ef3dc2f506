// Tells whether a bot's price limits hold back its next deal.
import type Big from "big.js";
import type { Side } from "./prices.js";
import type { Values } from "./settings.js";
import { isUnset } from "./writing.js";

export interface HeldBack {
  /** Where the price stands. */
  readonly side: Side;
  /** Of this limit. */
  readonly level: string;
}

/** Outside its limits a bot opens no new deals, and a limit of 0 is none (wire facts, section 5). */
export function heldBack(values: Values, price: Big): HeldBack | undefined {
  const { priceLevel, priceLevelUp, priceLevelDown } = values;
  const up = priceLevel === "UPPER" || priceLevel === "BOTH" ? priceLevelUp : "";
  const down = priceLevel === "LOWER" || priceLevel === "BOTH" ? priceLevelDown : "";
  if (!isUnset(up) && price.gt(up)) return { side: "above", level: up };
  if (!isUnset(down) && price.lt(down)) return { side: "below", level: down };
  return undefined;
}

/** Whether any limit applies at all. */
export function hasLimits(values: Values): boolean {
  return ["UPPER", "LOWER", "BOTH"].includes(values.priceLevel);
}
