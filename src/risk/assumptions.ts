// The assumptions behind every figure in money: defaults, and what a configuration states instead.
import Big from "big.js";
import type {
  AssumptionFacts,
  Assumptions,
  ExchangeTable,
  PairLimits,
  PairRounding,
  StatedAssumptions,
  TierTable,
} from "../model/risk/assumptions.js";
import { DEFAULT_LIMITS } from "./default-limits.js";
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
  limits: DEFAULT_LIMITS,
  ownLimits: {},
  liquidation: "binance",
  reserve: "0",
  hedgeMode: false,
  safetyBuffer: "0",
  rounding: { mode: "half-up", pairs: {}, other: FINEST },
};

/** @param table the exchange's table of the file that is stated, once somebody has read it */
export function assumptionsOf(stated: StatedAssumptions = {}, table?: ExchangeTable): Assumptions {
  const { maintenance, exchangeFile: _file, statedIn: _place, roundingMode, pairs = {}, ...rest } = stated;
  const { tiers, limits, rounding } = DEFAULT_ASSUMPTIONS;
  return {
    ...DEFAULT_ASSUMPTIONS,
    ...rest,
    ...(rest.hedgeMode !== undefined && { hedgeModeStated: true }),
    tiers: maintenance === undefined ? (table?.tiers ?? tiers) : flatTiers(maintenance),
    limits: table?.limits ?? limits,
    ownLimits: pairs,
    rounding: {
      mode: roundingMode ?? rounding.mode,
      pairs: roundings(table?.limits?.pairs ?? {}, pairs),
      other: rounding.other,
    },
  };
}

/** The bundled table judges orders and rounds none: how the service rounds isn't known, and figures of all orders in full are the larger ones. */
function roundings(
  listed: Readonly<Record<string, PairLimits>>,
  own: Readonly<Record<string, PairLimits>>,
): Readonly<Record<string, PairRounding>> {
  const names = [...new Set([...Object.keys(listed), ...Object.keys(own)])];
  return Object.fromEntries(
    names.map((pair) => {
      const { tick = null, lot = FINEST.lot } = { ...entry(listed, pair), ...entry(own, pair) };
      return [pair, { tick, lot }] as const;
    }),
  );
}

function flatTiers(rate: string): TierTable {
  return { source: "one rate for every size, as configured", date: "", pairs: {}, other: [{ floor: "0", rate }] };
}

/** What is printed with the figures. */
export function factsOf({
  rounding: _rounding,
  ownLimits: _own,
  tiers,
  limits,
  ...rest
}: Assumptions): AssumptionFacts {
  return {
    ...rest,
    tiers: { source: tiers.source, date: tiers.date },
    limits: { source: limits.source, date: limits.date },
  };
}

/** The tiers of a pair with their maintenance amounts. */
export function tiersOf({ tiers }: Assumptions, pair: string): readonly Bracket[] {
  return bracketsOf(entry(tiers.pairs, pair) ?? tiers.other);
}

/** Whether somebody published or stated them for this very pair; the bundled table only guesses those of others. */
export function knowsTiers({ tiers }: Assumptions, pair: string): boolean {
  return tiers.source !== DEFAULT_TIERS.source || Object.hasOwn(tiers.pairs, pair);
}

/** The smallest maintenance rate that any pair of the table has. */
export function lowestRate({ tiers }: Assumptions): Big {
  const first = [...Object.values(tiers.pairs), tiers.other].map(([tier]) => new Big(tier?.rate ?? "1"));
  return first.reduce((least, rate) => (rate.lt(least) ? rate : least));
}

export function roundingOf({ rounding }: Assumptions, pair: string): PairRounding {
  return entry(rounding.pairs, pair) ?? rounding.other;
}

/** What the pair takes: as the configuration states it, else as the table has it. */
export function limitsOf({ limits, ownLimits }: Assumptions, pair: string): PairLimits {
  return { ...entry(limits.pairs, pair), ...entry(ownLimits, pair) };
}

/** The largest leverage of any pair in the tables; undefined where none is known. */
export function largestLeverage({ tiers, limits }: Assumptions): Big | undefined {
  const known = [
    ...Object.values(tiers.pairs).map(([tier]) => tier?.maxLeverage),
    ...Object.values(limits.pairs).map(({ maxLeverage }) => maxLeverage),
  ];
  return known
    .flatMap((one) => (one === undefined ? [] : [new Big(one)]))
    .reduce<Big | undefined>((most, one) => (most?.gt(one) ? most : one), undefined);
}

/** Where a pair's limit comes from, in words, and the day of its table; what the configuration states has none. */
export function limitOrigin(
  { tiers, limits, ownLimits }: Assumptions,
  pair: string,
  name: keyof PairLimits,
): { readonly words: string; readonly day?: string; readonly isOwn: boolean } {
  if (entry(ownLimits, pair)?.[name] !== undefined) return { words: "as assumptions.pairs states", isOwn: true };
  // Largest leverages stand in the tiers, too.
  const { source, date } = entry(limits.pairs, pair)?.[name] === undefined ? tiers : limits;
  const isOwn = source !== DEFAULT_LIMITS.source && source !== DEFAULT_TIERS.source;
  return { words: `${isOwn ? "exchange file" : "built-in table"} of ${date}`, day: date, isOwn };
}

/** A pair's name comes from outside, and may be that of something every object has. */
function entry<T>(record: Readonly<Record<string, T>>, pair: string): T | undefined {
  return Object.hasOwn(record, pair) ? record[pair] : undefined;
}
