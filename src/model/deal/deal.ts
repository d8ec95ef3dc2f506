// A deal of the service in canonical form: the settings it keeps, its position, its orders and, once it ended, its result.
import type { Fields } from "../bot/field.js";
import type { LiveBot } from "../bot/live-bot.js";
import type { Moment } from "../bot/moment.js";

/** What a plan needs to know of a running deal. */
export interface RunningDeal {
  readonly id: number;
  readonly botId: number;
  readonly pairTitle: string;
  /** The settings the deal keeps: a copy of its bot's, made when it opened (S-47). */
  readonly settings: Fields;
  /** Average entry in the quote asset; null where the service shows no position, or none that can be read. */
  readonly entryPrice: string | null;
  /** What it holds; null where the service shows no position. */
  readonly position?: DealPosition | null;
  readonly takeProfits: readonly TakeProfitOrder[];
  /** Absent of a deal that has ended. */
  readonly protection?: Protection;
}

/**
 * `protected`: a take-profit order stands for all that the deal holds. `naked`: it holds something, its settings ask for a take
 * profit, and the service shows no order of it. `unknown`: neither is certain.
 */
export interface Protection {
  readonly state: "protected" | "naked" | "unknown";
  /** The reason, as a clause. */
  readonly why: string;
}

/** A running deal that holds a position without a take-profit order, as commands show it. */
export interface NakedDeal extends Pick<RunningDeal, "id" | "botId" | "pairTitle"> {
  /** `account/bot-key` where the configuration declares its bot. */
  readonly address: string | null;
  /** That its settings ask for. */
  readonly percentTakeProfit: string | null;
  readonly why: string;
}

/** One take-profit order. What the codes mean isn't public: they are kept as they are (S-53). */
export interface TakeProfitOrder {
  readonly number: string;
  /** Seen: l (limit), sm (stop-market). */
  readonly type: string;
  /** Seen: 1 and 3; 1 as working and 3 as filled is only plausible. */
  readonly status: string;
  /** In the quote asset; null where it can't be read. */
  readonly price: string | null;
  /** In the base asset. */
  readonly quantity: string | null;
  readonly filled: string | null;
  readonly fee: string | null;
  readonly feeAsset: string;
  readonly profit: string | null;
  /** Milliseconds since the epoch; null where it can't be read. */
  readonly time: number | null;
}

/** A deal with everything the service shows of it. Amounts are canonical decimals, null where they can't be read. */
export interface Deal extends RunningDeal {
  readonly userId: number | null;
  readonly accessId: number | null;
  readonly exchange: string | null;
  /** Its bot as it was when the deal opened; `settings` are its fields. */
  readonly snapshot: LiveBot;
  /** ACTIVE and COMPLETED are known; anything else is kept as it is. */
  readonly status: string;
  readonly position: DealPosition | null;
  readonly result: DealResult | null;
  readonly updated: Moment | null;
}

export interface DealPosition {
  /** For example isolated. */
  readonly type: string;
  readonly side: string;
  readonly leverage: string | null;
  /** In the base asset. */
  readonly amount: string | null;
  /** Prices in the quote asset. */
  readonly entryPrice: string | null;
  readonly markPrice: string | null;
  readonly liquidationPrice: string | null;
  /** Unrealised, in the quote asset. */
  readonly profit: string | null;
  readonly initialMargin: string | null;
  readonly maintenanceMargin: string | null;
  readonly positionInitialMargin: string | null;
  readonly openOrderInitialMargin: string | null;
}

export interface DealResult {
  /** Base asset that the safety orders bought or sold, and their average price. */
  readonly safetyQuantity: string | null;
  readonly safetyPrice: string | null;
  readonly exitQuantity: string | null;
  readonly exitPrice: string | null;
  readonly fees: string | null;
  readonly feesAsset: string;
  readonly profit: string | null;
  readonly profitAsset: string;
}
