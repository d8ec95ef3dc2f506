// A scenario: prices and signals that the configured bots are run through, and what is expected of them.
import type { EndReason } from "../risk/back-test.js";
import type { Expectation } from "./expectation.js";

/** How the price of a pair goes. Times in milliseconds from the beginning, prices as decimal text in the quote asset. */
export type ScenarioPrice =
  | {
      readonly kind: "path";
      /** In order of time, at least one. Before the first, its price stands. */
      readonly points: readonly (readonly [at: number, price: string])[];
      /** `linear` moves evenly between two points, `stepped` stands until the next one. */
      readonly change: "linear" | "stepped";
    }
  | {
      readonly kind: "walk";
      readonly seed: number;
      readonly start: string;
      /** Standard deviation of a candle of one minute, in percent. */
      readonly volatility: number;
    }
  | {
      readonly kind: "file";
      /** As the user would type it from the folder botform was started in. */
      readonly file: string;
      readonly order: "low-first" | "high-first";
    };

/** The same where made-up prices have been made: candles by a name. */
export type MarketPrice = Exclude<ScenarioPrice, { readonly kind: "walk" }>;

/** Signals for the bots that a pattern of keys fits, at one time, or again and again from `every` on. */
export interface ScenarioSignal {
  readonly bot: string;
  readonly at?: number;
  readonly every?: number;
}

/** How a deal of a scenario may end, or `running`. */
export const DEAL_ENDS = ["take-profit", "stop", "delay", "liquidated", "running"] as const;

export type DealEnd = EndReason | "running";

/** A deal as it is expected; what is absent isn't compared. */
export interface ExpectedDeal {
  readonly bot?: string;
  /** As written, such as `1h30m`: compared to the smallest unit that it names. */
  readonly opened?: string;
  readonly closed?: string;
  readonly ended?: (typeof DEAL_ENDS)[number];
  readonly safetyOrders?: number;
  /** Decimal text: compared to the places that it has. */
  readonly entry?: string;
  readonly exit?: string;
  readonly net?: string;
}

export interface Scenario {
  /** As the user would type it. */
  readonly file: string;
  /** The file's name without its extension. */
  readonly name: string;
  readonly description: string;
  /** Needed where the configuration has several. */
  readonly account?: string;
  /** Keys of bots, * for any text; absent is each that is enabled. */
  readonly only?: readonly string[];
  /** Of the wallet, in the quote asset. */
  readonly balance: string;
  /** Milliseconds; absent is until the last point of a path, or the end of the candles. */
  readonly lasts?: number;
  /** By pair; `others` is for those that aren't named. */
  readonly prices: Readonly<Record<string, ScenarioPrice>>;
  readonly signals: readonly ScenarioSignal[];
  readonly expect: readonly Expectation[];
  /** Exactly these, in the order in which they open. */
  readonly deals?: readonly ExpectedDeal[];
}

/** The key of the prices of pairs that aren't named. */
export const OTHERS = "others";
