// The shapes of the service's answers, as tolerant as the interface is vague, and no more.
import * as z from "zod/mini";
import { ASSET_AMOUNTS, POSITION_AMOUNTS, TOTALS } from "../model/bot/account.js";

/** JSON.parse rounds whole numbers beyond 2^53, so they are refused. */
const id = z.int().check(z.nonnegative());
/** A value that is text in one place and a number in another. */
const scalar = z.nullable(z.union([z.string(), z.number(), z.boolean()]));
const text = z.string();
/** Documented as decimal text; a number is taken, too. */
const amount = z.union([z.string(), z.number()]);
const optionalAmount = z.optional(z.nullable(amount));

/** Beyond 2^53 JSON.parse has rounded already. */
function isExact(value: unknown): boolean {
  return typeof value !== "number" || Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** PHP writes an empty map as `[]`; what each setting means, and whether it is one we know, canonical.ts decides. */
const settings = z.pipe(
  z.custom<Readonly<Record<string, unknown>>>(
    (value) => typeof value === "object" && value !== null && Object.values(value).every(isExact),
  ),
  z.transform((value): Readonly<Record<string, unknown>> => (Array.isArray(value) ? {} : value)),
);
const optionalText = z.optional(z.nullable(z.string()));

export const envelope = z.object({
  isSuccess: z.boolean(),
  errorMessage: optionalText,
  data: z.optional(z.unknown()),
});

const timestamp = z.object({ date: text, timezone_type: z.number(), timezone: text });

const access = z.object({ accessId: id, title: text, exchange: text });

export const bot = z.object({
  id,
  title: text,
  // Ghost bots are in the list although nobody made them; what they lack is "off", and no sign of a bad list (S-67).
  pairTitle: optionalText,
  strategy: optionalText,
  leverage: z.optional(z.nullable(z.union([z.int(), text]))),
  status: z.union([text, z.number()]),
  settings,
  accessId: z.optional(id),
  userId: z.optional(id),
  exchange: z.optional(text),
  updated: z.optional(z.nullable(timestamp)),
});

const log = z.object({ message: text, datetime: text });

/** PHP serialises an empty map as `[]`; both forms are one empty map. */
function mapOf<T extends z.core.$ZodType>(value: T) {
  return z.union([
    z.record(z.string(), value),
    z.pipe(
      z.tuple([]),
      z.transform((): Record<string, z.output<T>> => ({})),
    ),
  ]);
}

/** A map whose entries all have this shape. */
function each<const Name extends string, Shape>(names: readonly Name[], shape: Shape): Record<Name, Shape> {
  return Object.fromEntries(names.map((name) => [name, shape])) as Record<Name, Shape>; // complete: of every name
}

const takeProfitOrder = z.object({
  type: text,
  ...each(["number", "status", "price", "qty", "time"], amount),
  ...each(["qty_filled", "fee", "pnl"], optionalAmount),
  fee_asset: optionalText,
});

const position = z.object({
  ...each(["type", "side"], text),
  leverage: scalar,
  ...each(["amount", "entryPrice", "markPrice", "liqPrice", "pnl"], amount),
  ...each(["initMargin", "maintMargin", "posInitMargin", "openOrdInitMargin"], optionalAmount),
});

const dealResult = z.object({
  ...each(["qtySO", "avPriceSO", "qtyTP", "avPriceTP", "fees", "profit"], amount),
  ...each(["feesAsset", "profitAsset"], text),
});

const deal = z.object({
  id,
  userId: z.optional(id),
  pairTitle: text,
  botId: id,
  accessId: z.optional(id),
  status: text,
  botSnapshot: bot,
  position: z.optional(z.nullable(position)),
  tpOrder: z.optional(z.nullable(mapOf(takeProfitOrder))),
  result: z.optional(z.nullable(dealResult)),
  updated: z.optional(z.nullable(timestamp)),
  exchange: z.optional(text),
});

const asset = z.object({
  ...each(["asset", ...ASSET_AMOUNTS], text),
  marginAvailable: z.boolean(),
  updateTime: z.number(),
});

const accountPosition = z.object({
  ...each(["positionSide", "symbol", "ourSymbol", "marginType", ...POSITION_AMOUNTS], text),
  leverage: scalar,
});

const account = z.object({
  ...each(TOTALS, text),
  leverage: z.optional(scalar),
  assets: z.array(asset),
  positions: mapOf(accountPosition),
});

const isId = (value: unknown) => typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
const isTextOrAbsent = (value: unknown) => value === undefined || typeof value === "string";

/** Reads a bot of the usual form, in a fifth of the schema's time. Undefined only means that the schema has to decide. */
export function plainBot(value: unknown): WireBot | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { id, title, pairTitle, strategy, leverage, status, settings, accessId, userId, exchange, updated } =
    value as Readonly<Record<string, unknown>>;
  if (!isId(id) || typeof title !== "string" || typeof status !== "string") return undefined;
  if (!isTextOrAbsent(pairTitle) || !isTextOrAbsent(strategy) || !isTextOrAbsent(exchange)) return undefined;
  if (!isId(leverage) && typeof leverage !== "string") return undefined;
  if ((accessId !== undefined && !isId(accessId)) || (userId !== undefined && !isId(userId))) return undefined;
  if (typeof settings !== "object" || settings === null || Array.isArray(settings)) return undefined;
  if (!Object.values(settings).every(isExact)) return undefined;
  const read: Record<string, unknown> = { id, title, leverage, status, settings };
  if (pairTitle !== undefined) read.pairTitle = pairTitle;
  if (strategy !== undefined) read.strategy = strategy;
  if (exchange !== undefined) read.exchange = exchange;
  if (accessId !== undefined) read.accessId = accessId;
  if (userId !== undefined) read.userId = userId;
  if (updated !== undefined) {
    const when = plainTimestamp(updated);
    if (when === undefined) return undefined;
    read.updated = when;
  }
  // Each key was just checked, so it has the type.
  return read as WireBot;
}

function plainTimestamp(value: unknown): z.output<typeof timestamp> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { date, timezone_type, timezone } = value as Readonly<Record<string, unknown>>;
  return typeof date === "string" && Number.isFinite(timezone_type) && typeof timezone === "string"
    ? { date, timezone_type: timezone_type as number, timezone }
    : undefined;
}

/**
 * Reads rows one by one, up to the first wrong one: a list of millions of wrong rows must not make millions of messages.
 *
 * @param plainly reads a row of the usual form
 */
function rowsOf<T extends z.core.$ZodType>(row: T, plainly?: (value: unknown) => z.output<T> | undefined) {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((rows, context): z.output<T>[] => {
      const read: z.output<T>[] = [];
      for (const [index, value] of rows.entries()) {
        const plain = plainly?.(value);
        if (plain !== undefined) {
          read.push(plain);
          continue;
        }
        const parsed = z.safeParse(row, value);
        if (!parsed.success) {
          const [issue] = parsed.error.issues;
          context.issues.push({ code: "custom", input: value, path: [index, ...(issue?.path ?? [])] });
          return z.NEVER;
        }
        read.push(parsed.data);
      }
      return read;
    }),
  );
}

/** The decoder of each operation's `data`, by the name the operations table gives it. */
export const ANSWERS = {
  accesses: rowsOf(access),
  bots: rowsOf(bot, plainBot),
  botDetails: rowsOf(bot),
  logs: rowsOf(log),
  created: z.object({ botId: id }),
  updated: bot,
  deals: rowsOf(deal),
  account,
  pairs: rowsOf(text),
  confirmation: z.unknown(),
} as const;

export type WireAccess = z.infer<typeof access>;
export type WireBot = z.infer<typeof bot>;
export type WireDeal = z.infer<typeof deal>;
export type WireLog = z.infer<typeof log>;
export type WireAccount = z.infer<typeof account>;
