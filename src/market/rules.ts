// What the market takes for granted: fees, maintenance, rounding, and the readings of what the service leaves open.
import type { Anchor, Rounding, VolumeBase } from "../risk/grid.js";
import { type Tier, type TierAmount, withAmounts } from "../risk/liquidation.js";

/** Whether a volume is the order's notional, or the margin that is multiplied by the leverage. Unknown for this service. */
export type VolumeMeaning = "notional" | "margin";

export interface MarketRules {
  /** Fractions of an order's notional. */
  readonly makerFee: string;
  readonly takerFee: string;
  readonly tiers: readonly TierAmount[];
  readonly volumeMeaning: VolumeMeaning;
  readonly volumeBase: VolumeBase;
  readonly anchor: Anchor;
  /** Tick and lot by pair (QUOTE-BASE); `other` is for pairs that aren't named. */
  readonly pairs: Readonly<Record<string, Rounding>>;
  readonly other: Rounding;
}

/** Places to which money is rounded (half up) whenever it is booked: sums of what was booked are exact. */
export const MONEY_PLACES = 8;

const TIERS: readonly Tier[] = [{ floor: "0", rate: "0.005" }];

/** Fees: 0.04 % maker, 0.05 % taker (wire facts, section 6). The rest is assumed, and said wherever a figure rests on it. */
export const DEFAULT_RULES: MarketRules = {
  makerFee: "0.0004",
  takerFee: "0.0005",
  tiers: withAmounts(TIERS),
  volumeMeaning: "notional",
  volumeBase: "first",
  anchor: "base",
  pairs: {},
  other: { tick: null, lot: "0.00000001" },
};

/** Tick and lot of a pair. */
export function roundingOf(rules: MarketRules, pair: string): Rounding {
  return rules.pairs[pair] ?? rules.other;
}
