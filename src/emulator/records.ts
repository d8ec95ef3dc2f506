// What the emulator remembers: bots, deals, logs and queued commands, as plain data that a state file can hold.
import * as z from "zod/mini";
import { SCALES, VALUE_NAMES } from "./settings.js";

const id = z.int().check(z.nonnegative());
/** Milliseconds since the epoch. */
const moment = z.number();
const text = z.string();

export const botRecord = z.strictObject({
  id,
  /** Name of the account it belongs to. */
  account: text,
  accessId: id,
  exchange: text,
  enabled: z.boolean(),
  values: z.record(z.enum(VALUE_NAMES), text),
  /** The last value of each scale, for services that go on showing it beside a flag of 0. */
  lastScales: z.record(z.enum(SCALES), text),
  /** Deals completed since the bot was last turned on (wire facts, section 8). */
  cycles: z.number(),
  updated: moment,
});

/** One working or filled take-profit order. */
const order = z.strictObject({
  number: z.number(),
  type: z.enum(["LIMIT", "STOP-MARKET"]),
  price: text,
  placed: moment,
  filled: z.boolean(),
  fee: text,
  pnl: text,
});

const result = z.strictObject({ exitPrice: text, fees: text, profit: text });

export const dealRecord = z.strictObject({
  id,
  account: text,
  /** The bot as it was when the deal opened: the deal is an independent copy (wire facts, section 8). */
  snapshot: botRecord,
  /** STOPPED: the bot was stopped and the position handed over. */
  status: z.enum(["ACTIVE", "COMPLETED", "CANCELED", "STOPPED"]),
  entryPrice: text,
  /** In the base asset. */
  amount: text,
  percentTakeProfit: text,
  /** null once the order is removed. */
  order: z.nullable(order),
  result: z.nullable(result),
  opened: moment,
  updated: moment,
});

export const logRecord = z.strictObject({ message: text, at: moment });

export const command = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("turn-on"), botId: id }),
  z.strictObject({ kind: z.literal("turn-off"), botId: id }),
  z.strictObject({ kind: z.literal("start-deal"), botId: id }),
  z.strictObject({ kind: z.literal("change-take-profit"), dealId: id, percent: text, immediately: z.boolean() }),
  z.strictObject({ kind: z.literal("complete-deal"), dealId: id }),
  z.strictObject({ kind: z.literal("cancel-deal"), dealId: id }),
]);

/** Everything that outlives the process; keys and secrets are not part of it, they stay in the seed. */
export const state = z.strictObject({
  formatVersion: z.literal(1),
  nextBotId: id,
  nextDealId: id,
  accounts: z.array(z.strictObject({ name: text, balance: z.record(text, text), balanceChanged: moment })),
  bots: z.array(botRecord),
  deals: z.array(dealRecord),
  logs: z.array(z.tuple([id, z.array(logRecord)])),
  commands: z.array(z.strictObject({ due: moment, command })),
});

export type BotRecord = Readonly<z.infer<typeof botRecord>>;
export type DealRecord = Readonly<z.infer<typeof dealRecord>>;
export type OrderRecord = Readonly<z.infer<typeof order>>;
export type LogRecord = Readonly<z.infer<typeof logRecord>>;
export type Command = Readonly<z.infer<typeof command>>;
export type State = z.infer<typeof state>;

/** What the market does by itself; planned anew from the records after a restart. */
export type MarketEvent =
  | { readonly kind: "price-reached"; readonly dealId: number; readonly order: number }
  | { readonly kind: "price-allows"; readonly botId: number };

/** Commands outlive the process, what the market does is found out again. */
export function isCommand(item: Command | MarketEvent): item is Command {
  return item.kind !== "price-reached" && item.kind !== "price-allows";
}
