// The shape of an account's `assumptions`: what figures in money rest on where the service leaves it open.
import * as z from "zod/mini";
import { decimal } from "./schema-bot.js";

/** Relative, below the file's own folder, and no configuration. */
export const TIERS_FILE = /^(?!.*(?:^|\/)\.)[\w.-]+(?:\/[\w.-]+)*\.json$/;
const PAIR = /^[A-Z0-9]{1,20}-[A-Z0-9]{1,30}$/;

const described = <T extends z.ZodMiniType>(schema: T, description: string, examples: unknown[]) => {
  z.globalRegistry.add(schema, { description, examples });
  return z.optional(schema);
};
/** From 0 to below 100. */
const percent = (description: string, example: number) =>
  described(decimal().check(z.gte(0), z.lt(100)), description, [example]);
const unit = (description: string, example: number) => described(decimal().check(z.gt(0)), description, [example]);

const rounding = z
  .strictObject({
    tick: unit("Prices are multiples of it.", 0.1),
    lot: unit("Quantities are multiples of it, in the base asset.", 0.001),
  })
  .register(z.globalRegistry, { description: "Tick and lot of the pair." });

export const assumptionsSchema = z
  .strictObject({
    volumeMeaning: described(
      z.enum(["notional", "margin"]),
      "What a volume is: the order's notional, or its margin, which the leverage multiplies; notional unless stated.",
      ["notional"],
    ),
    volumeBase: described(
      z.enum(["first", "safety"]),
      "Which volume martingale multiplies: the first order's, or the safety order's; first unless stated.",
      ["first"],
    ),
    anchor: described(
      z.enum(["base", "previous", "average"]),
      "What a safety order's distance is counted from: the first fill, the order before, or the average entry; base unless stated.",
      ["base"],
    ),
    percentMakerFee: percent("Fee of a limit order in percent of its notional; 0.04 unless stated.", 0.04),
    percentTakerFee: percent("Fee of a market order in percent of its notional; 0.05 unless stated.", 0.05),
    percentFunding: described(
      decimal().check(z.gt(-100), z.lt(100)),
      "Funding of one event in percent of a position's notional; a LONG pays when it is positive; 0.01 unless stated.",
      [0.01],
    ),
    liquidation: described(
      z.enum(["binance", "bybit", "gate"]),
      "By whose formula positions are liquidated; gate is OKX's, too; binance unless stated.",
      ["binance"],
    ),
    percentMaintenance: percent(
      "One maintenance margin rate for positions of every size, in the place of all tiers.",
      0.5,
    ),
    tiersFile: described(
      z.string().check(z.maxLength(200), z.regex(TIERS_FILE)),
      "A JSON file of maintenance tiers beside this file or below it, in the place of those that botform brings.",
      ["tiers.json"],
    ),
    percentReserve: percent("Share of the free balance that is never to be used; 0 unless stated.", 20),
    hedgeMode: described(
      z.boolean(),
      "Whether the exchange holds LONG and SHORT of one pair apart; false unless stated.",
      [true],
    ),
    percentSafetyBuffer: percent(
      "Every liquidation price is moved towards the average entry by this share of their distance; 0 unless stated.",
      5,
    ),
    rounding: described(
      z.enum(["half-up", "down", "up"]),
      "How prices and quantities become multiples of tick and lot; half-up unless stated.",
      ["half-up"],
    ),
    pairs: z.optional(
      z.record(z.string().check(z.regex(PAIR)), rounding).register(z.globalRegistry, {
        description: "Tick and lot by pair, QUOTE-BASE.",
        examples: [{ "USDT-BTC": { tick: 0.1, lot: 0.001 } }],
      }),
    ),
  })
  .register(z.globalRegistry, {
    description:
      "What figures in money rest on where the service leaves it open; printed with every figure that rests on it.",
    examples: [{ volumeMeaning: "notional", percentTakerFee: 0.055, percentReserve: 20 }],
  });

export type AssumptionsShape = z.infer<typeof assumptionsSchema>;
