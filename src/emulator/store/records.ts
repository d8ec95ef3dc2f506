// The emulator's records of bots, deals, logs and queued commands, as plain data that a state file can hold.
import * as z from "zod/mini";
import { deal } from "../../market/deal.js";
import { dealSettings } from "../../market/settings.js";
import { SCALES, VALUE_NAMES } from "./settings.js";

const id = z.int().check(z.nonnegative());
/** Milliseconds since the epoch. */
const moment = z.number();
const text = z.string();

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
export const hookSettingsShape = z.strictObject({
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

/** What a webhook addresses: a bot, or without botId the Ghost deals of a direction and pairs (S-67). */
const target = {
  account: z.string(),
  botId: z.nullable(z.int()),
  strategy: z.nullable(z.enum(["LONG", "SHORT"])),
  /** In the form QUOTE-BASE; empty is every pair of the bot. */
  pairs: z.array(z.string()),
};

const hookCommands = [
  z.strictObject({ kind: z.literal("hook-open"), ...target, open: z.optional(hookOpen), terms: hookSettingsShape }),
  z.strictObject({ kind: z.literal("hook-update"), ...target, terms: hookSettingsShape }),
  z.strictObject({ kind: z.literal("hook-average"), ...target, amount: decimal }),
  z.strictObject({ kind: z.literal("hook-close"), ...target, closePosition: z.boolean() }),
] as const;

const botRecord = z.strictObject({
  id,
  /** Name of the account it belongs to. */
  account: text,
  accessId: id,
  exchange: text,
  enabled: z.boolean(),
  values: z.record(z.enum(VALUE_NAMES), text),
  /** The last value of each scale, for services that go on showing it beside a flag of 0. */
  lastScales: z.record(z.enum(SCALES), text),
  /** Deals completed since the bot was last turned on (S-56). */
  cycles: z.number(),
  updated: moment,
  /** Before that, no answer shows it (S-33). */
  appears: z.optional(moment),
  /** The bot that deals of webhooks without a botId run under (S-67). */
  ghost: z.optional(z.boolean()),
});

const dealRecord = z.strictObject({
  id,
  account: text,
  /** The bot as it was when the deal opened: the deal is an independent copy (S-47). */
  snapshot: botRecord,
  /** STOPPED: the bot was stopped and the position handed over. */
  status: z.enum(["ACTIVE", "COMPLETED", "LIQUIDATED", "CANCELED", "STOPPED"]),
  /** What the market knows of it. */
  market: deal,
  /** Deals that a webhook's cycles let follow this one, and how they open. */
  again: z.nullable(z.strictObject({ left: z.int(), settings: dealSettings })),
  updated: moment,
});

const logRecord = z.strictObject({ message: text, at: moment });

const command = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("turn-on"), botId: id }),
  z.strictObject({ kind: z.literal("turn-off"), botId: id }),
  z.strictObject({ kind: z.literal("start-deal"), botId: id }),
  z.strictObject({ kind: z.literal("change-take-profit"), dealId: id, percent: text, immediately: z.boolean() }),
  z.strictObject({ kind: z.literal("complete-deal"), dealId: id }),
  z.strictObject({ kind: z.literal("cancel-deal"), dealId: id }),
  ...hookCommands,
]);

/** What keeps a bot that is on from opening its next deal. */
const wait = z.enum(["price", "margin", "signal", "volume"]);

/** Everything that outlives the process; keys and secrets are not part of it, they stay in the seed. */
export const state = z.strictObject({
  formatVersion: z.literal(2),
  /** How far the market has lived. */
  now: moment,
  /** Where the courses of prices begin. */
  origin: moment,
  nextBotId: id,
  nextDealId: id,
  accounts: z.array(z.strictObject({ name: text, balance: z.record(text, text), balanceChanged: moment })),
  bots: z.array(botRecord),
  deals: z.array(dealRecord),
  logs: z.array(z.tuple([id, z.array(logRecord)])),
  commands: z.array(z.strictObject({ due: moment, command })),
  waits: z.array(z.tuple([id, wait])),
  /** Prices set by hand, by pair. */
  prices: z.record(text, text),
});

export type BotRecord = Readonly<z.infer<typeof botRecord>>;
export type DealRecord = Readonly<z.infer<typeof dealRecord>>;
export type LogRecord = Readonly<z.infer<typeof logRecord>>;
export type Command = Readonly<z.infer<typeof command>>;
export type Wait = z.infer<typeof wait>;
export type State = z.infer<typeof state>;

/** What the market does by itself; planned anew from the records after a restart. */
export type MarketEvent =
  /** A deal's price or moment came, or its price has to be searched on. `turn` tells a plan from later ones. */
  | { readonly kind: "deal-look"; readonly dealId: number; readonly turn: number; readonly level: string | null }
  | { readonly kind: "margin-look"; readonly account: string; readonly asset: string; readonly turn: number }
  | { readonly kind: "price-allows"; readonly botId: number };

const MARKET: ReadonlySet<string> = new Set<MarketEvent["kind"]>(["deal-look", "margin-look", "price-allows"]);

/** Commands outlive the process, what the market does is found out again. */
export function isCommand(item: Command | MarketEvent): item is Command {
  return !MARKET.has(item.kind);
}

export type HookOpen = Readonly<z.infer<typeof hookOpen>>;
export type HookSettings = Readonly<z.infer<typeof hookSettingsShape>>;
export type HookCommand = Readonly<z.infer<(typeof hookCommands)[number]>>;
