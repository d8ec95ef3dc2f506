// What the market takes for granted: fees, maintenance, rounding, and the readings of what the service leaves open.
import type { Anchor, Assumptions, Tier, VolumeBase, VolumeMeaning } from "../model/risk/assumptions.js";
import { DEFAULT_ASSUMPTIONS } from "../risk/assumptions.js";
import { type TierAmount, withAmounts } from "./liquidation.js";
import type { Rounding } from "./rounding.js";

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

/** The emulator's exchange has one rate for every size, and so has a replay whose account states no other. */
const TIERS: readonly Tier[] = [{ floor: "0", rate: "0.005" }];

/** The rules that an account's assumptions come to. Of tiers by pair a market knows one list only: that of unnamed pairs. */
export function marketRules(assumptions: Assumptions): MarketRules {
  const { makerFee, takerFee, tiers, volumeMeaning, volumeBase, anchor, rounding } = assumptions;
  return {
    ...{ makerFee, takerFee, volumeMeaning, volumeBase, anchor },
    tiers: withAmounts(tiers.other),
    pairs: Object.fromEntries(
      Object.entries(rounding.pairs).map(([pair, own]) => [pair, { ...own, mode: rounding.mode }] as const),
    ),
    other: rounding.other,
  };
}

export const DEFAULT_RULES: MarketRules = { ...marketRules(DEFAULT_ASSUMPTIONS), tiers: withAmounts(TIERS) };

/** Tick and lot of a pair. */
export function roundingOf(rules: MarketRules, pair: string): Rounding {
  return rules.pairs[pair] ?? rules.other;
}
