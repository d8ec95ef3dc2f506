// A deal as the market keeps it: plain data with exact decimal text, so that it can be stored, compared and replayed.
import Big from "big.js";
import * as z from "zod/mini";
import { END_REASONS } from "../model/risk/back-test.js";
import type { Holding } from "./holding.js";
import { dealSettings } from "./settings.js";

const decimal = z.string();
/** Milliseconds since the epoch. */
const moment = z.number();

const exit = z.strictObject({
  reason: z.enum(END_REASONS),
  at: moment,
  /** null where nothing was closed. */
  price: z.nullable(decimal),
  /** Base asset that was closed. */
  amount: decimal,
  /** Quote asset the closed position had cost. */
  cost: decimal,
  /** Fee of the closing order alone, and profit before all fees. */
  fee: decimal,
  profit: decimal,
});

const takeProfitOrder = z.strictObject({
  /** 1 for the first one; goes up with each that is placed instead. */
  number: z.int(),
  type: z.enum(["LIMIT", "STOP-MARKET"]),
  price: decimal,
  amount: decimal,
  placed: moment,
  filled: z.boolean(),
});

const safetyOrder = z.strictObject({ number: z.int(), price: decimal, amount: decimal });

export const deal = z.strictObject({
  settings: dealSettings,
  /** OPENING: the first order rests. ENDED: nothing happens any more. */
  status: z.enum(["OPENING", "OPEN", "ENDED"]),
  opened: moment,
  /** The first order while it rests. */
  firstOrder: z.nullable(z.strictObject({ price: decimal, amount: decimal })),
  /** Price of the first fill, from which the safety orders are counted, and its moment. */
  anchor: z.nullable(decimal),
  entered: z.nullable(moment),
  /** The position: base asset, and its cost Σ price·amount in the quote asset. Never divided, so never rounded. */
  amount: decimal,
  cost: decimal,
  /** Safety orders filled, and placed (those between work); what all averaging added, by command too. */
  safety: z.strictObject({ filled: z.int(), placed: z.int(), amount: decimal, cost: decimal }),
  /** The working safety order that comes next. */
  next: z.nullable(safetyOrder),
  takeProfit: z.nullable(takeProfitOrder),
  /** How many were placed so far. */
  takeProfits: z.int(),
  /** Level of the stop loss, and when a touched one with a delay decides. */
  stop: z.nullable(decimal),
  stopDue: z.nullable(moment),
  /** Of an isolated position; a cross one is the account's matter. */
  liquidation: z.nullable(decimal),
  /** Booked so far, each booking rounded to 8 places. */
  fees: decimal,
  exit: z.nullable(exit),
});

export type Exit = Readonly<z.infer<typeof exit>>;
export type TakeProfitOrder = Readonly<z.infer<typeof takeProfitOrder>>;
export type SafetyOrder = Readonly<z.infer<typeof safetyOrder>>;
export type Deal = Readonly<z.infer<typeof deal>>;

export function holdingOf({ settings, amount, cost }: Deal): Holding {
  return { long: settings.strategy === "LONG", amount: new Big(amount), cost: new Big(cost) };
}

/** Money that moves in the wallet: a fee is paid, a profit received (a loss is negative). Quote asset, 8 places. */
export interface Booking {
  readonly kind: "fee" | "profit";
  readonly amount: string;
}

/** What happened, for logs and reports. Prices in the quote asset, amounts in the base asset. */
export type DealEvent =
  | { readonly kind: "first-placed"; readonly price: string; readonly amount: string }
  | {
      readonly kind: "filled";
      readonly order: "first" | "safety" | "average";
      /** Of a safety order; 0 for the others. */
      readonly number: number;
      readonly price: string;
      readonly amount: string;
      readonly fee: string;
    }
  | { readonly kind: "take-profit-placed"; readonly number: number; readonly price: string; readonly amount: string }
  /** A safety order that the free balance doesn't allow: it isn't placed. */
  | { readonly kind: "unaffordable"; readonly number: number; readonly margin: string }
  | { readonly kind: "stop-touched"; readonly price: string; readonly due: number }
  | { readonly kind: "stop-released"; readonly price: string }
  | { readonly kind: "ended"; readonly exit: Exit };

/** A deal after something happened to it, and what that was. */
export interface Step {
  readonly deal: Deal;
  readonly bookings: readonly Booking[];
  readonly events: readonly DealEvent[];
}

/** The price of the deal's pair (quote asset, decimal text) at a moment (milliseconds since the epoch). */
export interface MarketMoment {
  readonly price: string;
  readonly time: number;
}

/**
 * Whether the account can give this much more margin and fees (quote asset) than before the call it is handed to; asked
 * with the total of the call so far.
 */
export type Afford = (need: Big) => boolean;

/** For a market without limits. */
export const UNLIMITED: Afford = () => true;
