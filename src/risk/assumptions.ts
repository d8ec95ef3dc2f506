// The assumptions behind every figure in money: defaults, and what a configuration states instead.
import type {
  AssumptionFacts,
  Assumptions,
  PairRounding,
  StatedAssumptions,
  TierTable,
} from "../model/risk/assumptions.js";
import { DEFAULT_TIERS } from "./default-tiers.js";
import { type Bracket, bracketsOf } from "./liquidation.js";

/** 8 places of the base asset: what exchanges book at the finest. */
const FINEST: PairRounding = { tick: null, lot: "0.00000001" };

/** Fees: 0.04 % maker, 0.05 % taker (S-61). The rest is assumed, and named wherever a figure rests on it. */
export const DEFAULT_ASSUMPTIONS: Assumptions = {
  volumeMeaning: "notional",
  volumeBase: "first",
  anchor: "base",
  makerFee: "0.0004",
  takerFee: "0.0005",
  fundingRate: "0.0001",
  tiers: DEFAULT_TIERS,
  liquidation: "binance",
  reserve: "0",
  hedgeMode: false,
  safetyBuffer: "0",
  rounding: { mode: "half-up", pairs: {}, other: FINEST },
};

/** @param table the tiers of the file that is stated, once somebody has read it */
export function assumptionsOf(stated: StatedAssumptions = {}, table?: TierTable): Assumptions {
  const { maintenance, tiersFile: _file, statedIn: _place, roundingMode, pairs = {}, ...rest } = stated;
  const { tiers, rounding } = DEFAULT_ASSUMPTIONS;
  const roundings = Object.entries(pairs).map(
    ([pair, { tick = null, lot = FINEST.lot }]) => [pair, { tick, lot }] as const,
  );
  return {
    ...DEFAULT_ASSUMPTIONS,
    ...rest,
    ...(rest.hedgeMode !== undefined && { hedgeModeStated: true }),
    tiers: maintenance === undefined ? (table ?? tiers) : flatTiers(maintenance),
    rounding: {
      mode: roundingMode ?? rounding.mode,
      pairs: Object.fromEntries(roundings),
      other: rounding.other,
    },
  };
}

function flatTiers(rate: string): TierTable {
  return { source: "one rate for every size, as configured", date: "", pairs: {}, other: [{ floor: "0", rate }] };
}

/** What is printed with the figures. */
export function factsOf({ rounding: _rounding, tiers, ...rest }: Assumptions): AssumptionFacts {
  return { ...rest, tiers: { source: tiers.source, date: tiers.date } };
}

/** The tiers of a pair with their maintenance amounts. */
export function tiersOf({ tiers }: Assumptions, pair: string): readonly Bracket[] {
  return bracketsOf((Object.hasOwn(tiers.pairs, pair) ? tiers.pairs[pair] : undefined) ?? tiers.other);
}

export function roundingOf({ rounding }: Assumptions, pair: string): PairRounding {
  return (Object.hasOwn(rounding.pairs, pair) ? rounding.pairs[pair] : undefined) ?? rounding.other;
}
