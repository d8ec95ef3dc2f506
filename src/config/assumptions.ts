// An account's `assumptions`: what figures in money rest on where the service leaves it open, as it is written and as figures use it.
import Big from "big.js";
import * as z from "zod/mini";
import { defined } from "../model/record.js";
import type { StatedAssumptions } from "../model/risk/assumptions.js";
import { canonicalDecimal } from "../model/text/decimal.js";
import { decimal, described, matching, optional } from "./schema/schema-parts.js";

/** Relative, below the file's own folder, and no configuration. */
const TIERS_FILE = /^(?!.*(?:^|\/)\.)[\w.-]+(?:\/[\w.-]+)*\.json$/;
const PAIR = /^[A-Z0-9]{1,20}-[A-Z0-9]{1,30}$/;

/** From 0 to below 100. */
const percent = (description: string, example: number) =>
  optional(decimal().check(z.gte(0), z.lt(100)), description, example);
const multiple = (description: string, example: number) => optional(decimal().check(z.gt(0)), description, example);

const rounding = described(
  z.strictObject({
    tick: multiple("Prices are multiples of it.", 0.1),
    lot: multiple("Quantities are multiples of it, in the base asset.", 0.001),
  }),
  "Tick and lot of the pair.",
);

export const assumptionsSchema = described(
  z.strictObject({
    volumeMeaning: optional(
      z.enum(["notional", "margin"]),
      "What a volume is: the order's notional, or its margin, which the leverage multiplies; notional unless stated.",
      "notional",
    ),
    volumeBase: optional(
      z.enum(["first", "safety"]),
      "Which volume martingale multiplies: the first order's, or the safety order's; first unless stated.",
      "first",
    ),
    anchor: optional(
      z.enum(["base", "previous", "average"]),
      "What a safety order's distance is counted from: the first fill, the order before, or the average entry; base unless stated.",
      "base",
    ),
    percentMakerFee: percent("Fee of a limit order in percent of its notional; 0.04 unless stated.", 0.04),
    percentTakerFee: percent("Fee of a market order in percent of its notional; 0.05 unless stated.", 0.05),
    percentFunding: optional(
      decimal().check(z.gt(-100), z.lt(100)),
      "Funding of one event in percent of a position's notional; a LONG pays when it is positive; 0.01 unless stated.",
      0.01,
    ),
    liquidation: optional(
      z.enum(["binance", "bybit", "gate"]),
      "By whose formula positions are liquidated; gate is OKX's, too; binance unless stated.",
      "binance",
    ),
    percentMaintenance: percent(
      "One maintenance margin rate for positions of every size, in the place of all tiers.",
      0.5,
    ),
    tiersFile: optional(
      z.string().check(z.maxLength(200), z.regex(TIERS_FILE)),
      "A JSON file of maintenance tiers beside this file or below it, in the place of those that botform brings.",
      "tiers.json",
    ),
    percentReserve: percent("Share of the free balance that is never to be used; 0 unless stated.", 20),
    hedgeMode: optional(
      z.boolean(),
      "Whether the exchange holds LONG and SHORT of one pair apart; false unless stated.",
      true,
    ),
    percentSafetyBuffer: percent(
      "Every liquidation price is moved towards the average entry by this share of their distance; 0 unless stated.",
      5,
    ),
    rounding: optional(
      z.enum(["half-up", "down", "up"]),
      "How prices and quantities become multiples of tick and lot; half-up unless stated.",
      "half-up",
    ),
    pairs: optional(z.record(matching(PAIR), rounding), "Tick and lot by pair, QUOTE-BASE.", {
      "USDT-BTC": { tick: 0.1, lot: 0.001 },
    }),
  }),
  "What figures in money rest on where the service leaves it open; printed with every figure that rests on it.",
  { volumeMeaning: "notional", percentTakerFee: 0.055, percentReserve: 20 },
);

type AssumptionsShape = z.infer<typeof assumptionsSchema>;

/** Percentages become fractions, numbers decimals. @param file the file that states them */
export function statedAssumptions(shape: AssumptionsShape | undefined, file: string): StatedAssumptions {
  if (shape === undefined) return {};
  const { volumeMeaning, volumeBase, anchor, liquidation, hedgeMode, tiersFile, rounding, pairs } = shape;
  return defined({
    ...{ volumeMeaning, volumeBase, anchor, liquidation, hedgeMode, roundingMode: rounding },
    makerFee: fraction(shape.percentMakerFee),
    takerFee: fraction(shape.percentTakerFee),
    fundingRate: fraction(shape.percentFunding),
    maintenance: fraction(shape.percentMaintenance),
    reserve: fraction(shape.percentReserve),
    safetyBuffer: fraction(shape.percentSafetyBuffer),
    ...(tiersFile !== undefined && { tiersFile, statedIn: file }),
    pairs:
      pairs &&
      Object.fromEntries(
        Object.entries(pairs).map(([pair, { tick, lot }]) => [pair, defined({ tick: exact(tick), lot: exact(lot) })]),
      ),
  });
}

function fraction(percent: number | undefined): string | undefined {
  const decimal = exact(percent);
  return decimal === undefined ? undefined : new Big(decimal).times("0.01").toFixed();
}

/** What the schema lets through are decimals that are carried exactly. */
function exact(value: number | undefined): string | undefined {
  return value === undefined ? undefined : canonicalDecimal(value);
}
