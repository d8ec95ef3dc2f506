// The settings a deal runs by: made from a bot's fields, or brought by a webhook.
import * as z from "zod/mini";
import type { SomeFields } from "../model/bot/field.js";

const decimal = z.string();

const safetySettings = z.strictObject({
  enabled: z.boolean(),
  /** The most safety orders of the deal. */
  max: z.int(),
  /** How many of them work at once; the next is placed when one fills. */
  active: z.int(),
  /** Quote asset; null where none is given. */
  volume: z.nullable(decimal),
  percent: decimal,
  /** Martingale; null is off. */
  volumeScale: z.nullable(decimal),
  /** That martingale multiplies `volume`, whatever the market's rules say of bots (S-58). */
  volumeBase: z.exactOptional(z.literal("safety")),
  /** Dynamic step; null is off. */
  stepScale: z.nullable(decimal),
});

const takeProfitSettings = z.strictObject({
  enabled: z.boolean(),
  event: z.enum(["percentage", "pnl", "delay"]),
  /** By event: percent of the average entry, profit in the quote asset before fees, or seconds since the first fill. */
  value: decimal,
});

const stopSettings = z.strictObject({
  enabled: z.boolean(),
  event: z.enum(["percentage", "pnl"]),
  /** By event: percent of the average entry, or loss in the quote asset before fees; both as positive numbers. */
  value: decimal,
  /** Seconds between the touch of the level and the look that decides. */
  delay: z.number(),
});

export const dealSettings = z.strictObject({
  /** QUOTE-BASE. */
  pairTitle: z.string(),
  strategy: z.enum(["LONG", "SHORT"]),
  leverage: decimal,
  isolated: z.boolean(),
  firstOrder: z.enum(["MARKET", "LIMIT"]),
  takeProfitOrder: z.enum(["LIMIT", "STOP-MARKET"]),
  /** Quote asset. */
  firstVolume: decimal,
  safety: safetySettings,
  takeProfit: takeProfitSettings,
  stop: stopSettings,
});

export type SafetySettings = Readonly<z.infer<typeof safetySettings>>;
export type TakeProfitSettings = Readonly<z.infer<typeof takeProfitSettings>>;
export type StopSettings = Readonly<z.infer<typeof stopSettings>>;
export type DealSettings = Readonly<z.infer<typeof dealSettings>>;

/** Parts of a deal's settings, as an update brings them; a part that is absent stays. */
export type SettingsChange = Partial<Pick<DealSettings, "safety" | "takeProfit" | "stop">>;

/** A bot has no stop loss of its own: only a webhook sets one. */
export const NO_STOP: StopSettings = { enabled: false, event: "percentage", value: "0", delay: 0 };

/**
 * A deal's settings as its bot has them. A field that is absent, null, empty or 0 is off: without countOrderMax there
 * are no safety orders. All of them work at once (S-24: no parameter sets count_order_working).
 */
export function settingsOf(fields: SomeFields): DealSettings {
  const max = Number(decimalOrOff(fields.countOrderMax) ?? "0");
  return {
    pairTitle: fields.pairTitle ?? "",
    strategy: fields.strategy === "SHORT" ? "SHORT" : "LONG",
    leverage: decimalOrOff(fields.leverage) ?? "1",
    isolated: fields.marginMode !== "CROSS",
    firstOrder: fields.typeFirstOrder === "LIMIT" ? "LIMIT" : "MARKET",
    takeProfitOrder: fields.typeTakeProfit === "STOP-MARKET" ? "STOP-MARKET" : "LIMIT",
    firstVolume: decimalOrOff(fields.volumeFirstOrder) ?? "0",
    safety: {
      enabled: max > 0,
      max,
      active: max,
      volume: decimalOrOff(fields.volumeSafetyOrder),
      percent: decimalOrOff(fields.percentSafetyOrder) ?? "0",
      volumeScale: decimalOrOff(fields.martingaleScale),
      stepScale: decimalOrOff(fields.dynamicStepScale),
    },
    takeProfit: { enabled: true, event: "percentage", value: decimalOrOff(fields.percentTakeProfit) ?? "0" },
    stop: NO_STOP,
  };
}

/** What a bot's field holds; null where it is off. */
export function decimalOrOff(value: string | null | undefined): string | null {
  return value === undefined || value === null || value === "" || value === "0" ? null : value;
}
