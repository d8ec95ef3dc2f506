// The rules of the market: fees, maintenance, rounding, and answers to what the service leaves open.
import Big from "big.js";
import type { Anchor, Assumptions, RoundingMode, Tier, VolumeBase, VolumeMeaning } from "../model/risk/assumptions.js";
import { DEFAULT_ASSUMPTIONS, limitsOf } from "../risk/assumptions.js";
import { type TierAmount, withAmounts } from "./liquidation.js";
import { quotient } from "./quotient.js";

export interface MarketRules {
  /** Fractions of an order's notional. */
  readonly makerFee: string;
  readonly takerFee: string;
  readonly tiers: readonly TierAmount[];
  /** Of pairs (QUOTE-BASE) that have tiers of their own. */
  readonly pairTiers?: Readonly<Record<string, readonly TierAmount[]>>;
  /** By which formula isolated positions are liquidated; Binance's without a buffer where it is absent. */
  readonly liquidation?: LiquidationTerms;
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

export type LiquidationTerms = Pick<Assumptions, "liquidation" | "safetyBuffer" | "takerFee">;

/**
 * The rules that `risk` works with, for these pairs: each pair's own tiers, the formula and its buffer, and the least notional
 * that the account states or its exchange file has.
 */
export function replayRules(assumptions: Assumptions, pairs: readonly string[]): MarketRules {
  const { liquidation, safetyBuffer, takerFee, tiers, ownLimits } = assumptions;
  const rules = marketRules(assumptions);
  const isBundled = assumptions.limits.source === DEFAULT_ASSUMPTIONS.limits.source;
  const rounding = pairs.map((pair) => {
    const { leastNotional } = isBundled ? (ownLimits[pair] ?? {}) : limitsOf(assumptions, pair);
    return [pair, { ...roundingOf(rules, pair), ...(leastNotional !== undefined && { leastNotional }) }] as const;
  });
  const own = pairs.flatMap((pair) => {
    const listed = Object.hasOwn(tiers.pairs, pair) ? tiers.pairs[pair] : undefined;
    return listed === undefined ? [] : [[pair, withAmounts(listed)] as const];
  });
  return {
    ...rules,
    pairs: { ...rules.pairs, ...Object.fromEntries(rounding) },
    pairTiers: Object.fromEntries(own),
    liquidation: { liquidation, safetyBuffer, takerFee },
  };
}

export function tiersOf({ tiers, pairTiers = {} }: MarketRules, pair: string): readonly TierAmount[] {
  return Object.hasOwn(pairTiers, pair) ? (pairTiers[pair] ?? tiers) : tiers;
}

/** Tick and lot of a pair. */
export function roundingOf(rules: MarketRules, pair: string): Rounding {
  return rules.pairs[pair] ?? rules.other;
}

interface Rounding {
  /** null rounds prices to 12 significant digits. */
  readonly tick: string | null;
  readonly lot: string;
  readonly mode?: RoundingMode;
  /** Of one order, in the quote asset: a smaller one isn't placed. */
  readonly leastNotional?: string;
}

const MODES = { down: Big.roundDown, "half-up": Big.roundHalfUp, up: Big.roundUp } as const;
/** Significant digits of a price whose tick nobody stated: more than any exchange quotes. */
const DIGITS = 12;
const POWER_OF_TEN = /^(?:0\.(0*)1|1)$/;

/** To a multiple of `tick`; with null to 12 significant digits. */
export function roundTick(price: Big, tick: string | null, mode: RoundingMode = "half-up"): Big {
  if (tick !== null) return toMultiple(price, tick, mode);
  return price.c.length <= DIGITS ? price : price.prec(DIGITS, MODES[mode]);
}

/** To a multiple of `lot`. */
export function roundLot(amount: Big, lot: string, mode: RoundingMode = "half-up"): Big {
  return toMultiple(amount, lot, mode);
}

/** volume / price as an amount, to a multiple of `lot`: for a lot of 0.1, 0.01, … one division, rounded once. */
export function amountOf(volume: Big, price: Big, lot: string, mode: RoundingMode = "half-up"): Big {
  const match = POWER_OF_TEN.exec(lot);
  if (match === null || mode !== "half-up") return roundLot(volume.div(price), lot, mode);
  return quotient(volume, price, placesOf(lot, match));
}

function placesOf(unit: string, match: RegExpExecArray): number {
  return unit === "1" ? 0 : (match[1]?.length ?? 0) + 1;
}

function toMultiple(value: Big, unit: string, mode: RoundingMode): Big {
  const match = POWER_OF_TEN.exec(unit);
  if (match !== null) return value.round(placesOf(unit, match), MODES[mode]);
  return value.div(unit).round(0, MODES[mode]).times(unit);
}
