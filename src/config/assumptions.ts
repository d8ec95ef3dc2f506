// An account's `assumptions`, as written and as figures in money use them.
import Big from "big.js";
import * as z from "zod/mini";
import { PAIR } from "../model/bot/pair.js";
import { defined } from "../model/record.js";
import type { StatedAssumptions } from "../model/risk/assumptions.js";
import { canonicalDecimal } from "../model/text/decimal.js";
import { decimal, described, matching, optional } from "./schema/schema-parts.js";

/** Relative, below the file's own folder, and no configuration. */
const INNER_JSON = /^(?!.*(?:^|\/)\.)[\w.-]+(?:\/[\w.-]+)*\.json$/;

/** From 0 to below 100. */
const percent = (description: string, example: number) =>
  optional(decimal().check(z.gte(0), z.lt(100)), description, example);
const multiple = (description: string, example: number) => optional(decimal().check(z.gt(0)), description, example);

export const innerJson = (description: string, example: string) =>
  optional(z.string().check(z.maxLength(200), z.regex(INNER_JSON)), description, example);

export const limitsSchema = described(
  z.strictObject({
    tick: multiple("Prices are multiples of it.", 0.1),
    lot: multiple("Quantities are multiples of it, in the base asset.", 0.001),
    leastNotional: multiple("The smallest volume of an order, in the quote asset.", 100),
    maxLeverage: multiple("The largest leverage that the exchange takes.", 125),
  }),
  "What the exchange accepts of orders in this pair.",
);

export const assumptionsSchema = described(
  z.strictObject({
    volumeMeaning: optional(
      z.enum(["notional", "margin"]),
      "What a volume is: the order's notional, or its margin, which the leverage multiplies. Default: notional.",
      "notional",
    ),
    volumeBase: optional(
      z.enum(["first", "safety"]),
      "Which volume martingale multiplies: the first order's, or the safety order's. Default: first.",
      "first",
    ),
    anchor: optional(
      z.enum(["base", "previous", "average"]),
      "What a safety order's distance is measured from: the first fill, the previous order, or the average entry. Default: base (the first fill).",
      "base",
    ),
    percentMakerFee: percent("Fee of a limit order, in percent of its notional. Default: 0.04.", 0.04),
    percentTakerFee: percent("Fee of a market order, in percent of its notional. Default: 0.05.", 0.05),
    percentFunding: optional(
      decimal().check(z.gt(-100), z.lt(100)),
      "One funding payment, in percent of a position's notional; a LONG pays if it is positive. Default: 0.01.",
      0.01,
    ),
    liquidation: optional(
      z.enum(["binance", "bybit", "gate"]),
      "Whose liquidation formula applies; gate is also OKX's. Default: binance.",
      "binance",
    ),
    percentMaintenance: percent("One maintenance margin rate for positions of every size, instead of tiers.", 0.5),
    exchangeFile: innerJson(
      "A JSON file of the exchange's table, beside this file or below it, instead of botform's built-in one: by pair maintenance tiers, tick, lot, leastNotional and maxLeverage.",
      "exchange.json",
    ),
    tiersFile: innerJson("The older name of exchangeFile, which counts where both are stated.", "tiers.json"),
    percentReserve: percent("Share of the free balance to keep unused. Default: 0.", 20),
    hedgeMode: optional(
      z.boolean(),
      "Whether the exchange keeps LONG and SHORT positions of one pair separate. Until it is stated, both on one pair are only warned of.",
      true,
    ),
    percentSafetyBuffer: percent(
      "Safety margin: every liquidation price is moved towards the average entry by this share of their distance. Default: 0.",
      5,
    ),
    nonceWindow: optional(
      z.int().check(z.gte(1), z.lte(3_600)),
      "Seconds for which the service accepts a request after it was signed; until then apply reckons with an earlier write that may still arrive. Default: 60.",
      60,
    ),
    rounding: optional(
      z.enum(["half-up", "down", "up"]),
      "How prices and quantities are rounded to tick and lot. Default: half-up.",
      "half-up",
    ),
    pairs: optional(
      z.record(matching(PAIR), limitsSchema),
      "By pair (QUOTE-BASE), what the exchange accepts of orders: tick, lot, leastNotional and maxLeverage, before any table.",
      { "USDT-BTC": { tick: 0.1, lot: 0.001, leastNotional: 100, maxLeverage: 125 } },
    ),
  }),
  "Assumptions for the figures in money where the service leaves things open; each is printed with the figures that depend on it.",
  { volumeMeaning: "notional", percentTakerFee: 0.055, percentReserve: 20 },
);

type AssumptionsShape = z.infer<typeof assumptionsSchema>;

/** Percentages become fractions, numbers decimals. @param file the file that states them */
export function statedAssumptions(shape: AssumptionsShape | undefined, file: string): StatedAssumptions {
  if (shape === undefined) return {};
  const { volumeMeaning, volumeBase, anchor, liquidation, hedgeMode, rounding, pairs } = shape;
  const exchangeFile = shape.exchangeFile ?? shape.tiersFile;
  return defined({
    ...{ volumeMeaning, volumeBase, anchor, liquidation, hedgeMode, roundingMode: rounding },
    makerFee: fraction(shape.percentMakerFee),
    takerFee: fraction(shape.percentTakerFee),
    fundingRate: fraction(shape.percentFunding),
    maintenance: fraction(shape.percentMaintenance),
    reserve: fraction(shape.percentReserve),
    safetyBuffer: fraction(shape.percentSafetyBuffer),
    ...(exchangeFile !== undefined && { exchangeFile, statedIn: file }),
    pairs:
      pairs &&
      Object.fromEntries(
        Object.entries(pairs).map(([pair, { tick, lot, leastNotional, maxLeverage }]) => [
          pair,
          defined({
            ...{ tick: exact(tick), lot: exact(lot) },
            ...{ leastNotional: exact(leastNotional), maxLeverage: exact(maxLeverage) },
          }),
        ]),
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
