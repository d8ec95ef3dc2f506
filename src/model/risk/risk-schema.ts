// Reads a plan's preview in money from outside: every key known, every figure canonical decimal text.
import * as z from "zod/mini";
import { once } from "../text/once.js";

const MOST_ENTRIES = 100_000;
const LONGEST = 65_536;

function listOf<T extends z.core.$ZodType>(entry: T) {
  return z.array(entry).check(z.maxLength(MOST_ENTRIES));
}

/** Made when first asked for: few runs read a plan from outside. */
export const moneySchema = once(() => {
  const text = z.string().check(z.maxLength(LONGEST));
  const word = z.string().check(z.maxLength(256));
  /** Far above any figure: sums of sums of the largest volumes a field can hold. */
  const decimal = z.string().check(z.regex(/^(?:0|-?(?:[1-9]\d{0,119}|0(?=\.))(?:\.\d{0,19}[1-9])?)$/));
  const maybe = z.nullable(decimal);
  const count = z.int().check(z.nonnegative());
  const side = z.enum(["LONG", "SHORT"]);

  const needsBalance = { kind: z.literal("unknown"), needs: z.literal("balance") };

  const liquidation = z.discriminatedUnion("kind", [
    z.strictObject(needsBalance),
    z.strictObject({ kind: z.literal("outside"), price: maybe, distance: maybe }),
    z.strictObject({
      kind: z.literal("inside"),
      after: count,
      price: decimal,
      neverPlaced: count,
      share: decimal,
    }),
  ]);

  const basis = z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("relative") }),
    z.strictObject({ kind: z.literal("price"), price: decimal, source: z.enum(["position", "deal", "given", "file"]) }),
  ]);

  const botRisk = z.strictObject({
    pair: word,
    side,
    quote: word,
    leverage: decimal,
    isolated: z.boolean(),
    on: z.boolean(),
    basis,
    orders: count,
    belowZero: count,
    worstCase: decimal,
    margin: decimal,
    feeReserve: decimal,
    cover: decimal,
    bounce: decimal,
    lossAtCover: decimal,
    funding: decimal,
    walletExposure: maybe,
    liquidation,
  });

  const unknownRisk = z.strictObject({ kind: z.literal("unknown"), lacks: listOf(word) });
  const figures = z.union([botRisk, unknownRisk]);

  const sum = { bots: count, worstCase: decimal, margin: decimal, feeReserve: decimal };

  const accountRisk = z.strictObject({
    quotes: listOf(
      z.strictObject({
        ...sum,
        quote: word,
        offRunning: z.exactOptional(count),
        disabled: z.strictObject(sum),
        need: decimal,
        free: maybe,
        usable: maybe,
        isAffordable: z.nullable(z.boolean()),
        wallet: maybe,
        walletExposure: maybe,
      }),
    ),
    pairs: listOf(z.strictObject({ ...sum, pair: word, quote: word })),
    sides: listOf(z.strictObject({ ...sum, side, quote: word })),
    shocks: listOf(
      z.strictObject({
        quote: word,
        move: decimal,
        margin: decimal,
        maintenance: decimal,
        loss: decimal,
        equity: maybe,
        liquidated: count,
        isCrossLiquidated: z.nullable(z.boolean()),
      }),
    ),
    unknown: count,
  });

  const assumptions = z.strictObject({
    volumeMeaning: z.enum(["notional", "margin"]),
    volumeBase: z.enum(["first", "safety"]),
    anchor: z.enum(["base", "previous", "average"]),
    makerFee: decimal,
    takerFee: decimal,
    fundingRate: decimal,
    liquidation: z.enum(["binance", "bybit", "gate"]),
    reserve: decimal,
    hedgeMode: z.boolean(),
    safetyBuffer: decimal,
    tiers: z.strictObject({ source: text, date: word }),
  });

  return z.strictObject({
    assumptions,
    bots: z.record(text, z.strictObject({ before: z.nullable(figures), after: figures })),
    before: accountRisk,
    after: accountRisk,
    unknown: listOf(z.strictObject({ what: text, needs: text })),
  });
});
