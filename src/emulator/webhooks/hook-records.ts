// What a webhook asks for, in canonical form: part of a queued command, so that a state file can hold it.
import * as z from "zod/mini";

/** Canonical decimal text. */
const decimal = z.string();
const whole = z.int();

export const hookOpen = z.strictObject({
  orderVolume: decimal,
  leverage: z.optional(whole),
  marginType: z.optional(z.enum(["cross", "isolated"])),
  orderType: z.optional(z.enum(["Market", "Limit"])),
  cycles: z.optional(whole),
});

/** Every member may be left out: what is absent keeps the bot's or the deal's value. */
export const hookTerms = z.strictObject({
  dca: z.optional(
    z.strictObject({
      enabled: z.optional(z.boolean()),
      max: z.optional(whole),
      active: z.optional(whole),
      volume: z.optional(decimal),
      percent: z.optional(decimal),
      multiplierVolume: z.optional(decimal),
      multiplierPrice: z.optional(decimal),
    }),
  ),
  close: z.optional(
    z.strictObject({
      enabled: z.optional(z.boolean()),
      event: z.optional(z.enum(["percentage", "pnl", "delay"])),
      value: z.optional(decimal),
    }),
  ),
  stop: z.optional(
    z.strictObject({
      enabled: z.optional(z.boolean()),
      event: z.optional(z.enum(["percentage", "pnl"])),
      value: z.optional(decimal),
      delay: z.optional(whole),
    }),
  ),
});

/** Whom a webhook means: a bot, or without botId the Ghost deals of a direction and pairs (wire facts, section 7). */
const target = {
  account: z.string(),
  botId: z.nullable(z.int()),
  strategy: z.nullable(z.enum(["LONG", "SHORT"])),
  /** In the form QUOTE-BASE; empty is every pair of the bot. */
  pairs: z.array(z.string()),
};

export const hookCommands = [
  z.strictObject({ kind: z.literal("hook-open"), ...target, open: z.optional(hookOpen), terms: hookTerms }),
  z.strictObject({ kind: z.literal("hook-update"), ...target, terms: hookTerms }),
  z.strictObject({ kind: z.literal("hook-average"), ...target, amount: decimal }),
  z.strictObject({ kind: z.literal("hook-close"), ...target, closePosition: z.boolean() }),
] as const;

export type HookOpen = Readonly<z.infer<typeof hookOpen>>;
export type HookTerms = Readonly<z.infer<typeof hookTerms>>;
export type HookCommand = Readonly<z.infer<(typeof hookCommands)[number]>>;
