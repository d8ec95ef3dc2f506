// The results of a simulation, bot by bot and in all.
import type { EndReason, HoldFacts, MetricFacts, TradeFacts } from "./back-test.js";
import type { Curve, PricePicture, ReplayPicture } from "./picture.js";

/**
 * What is taken to happen within a candle, which says nothing of it. `against-first` and `with-first` are two ways the price may
 * have gone. `conservative` lets each loss happen, and no take profit in a candle in which an order of its deal filled.
 */
export const WITHIN_CANDLE = ["conservative", "against-first", "with-first"] as const;

export type WithinCandle = (typeof WITHIN_CANDLE)[number];

/** Money in the quote asset as decimal text. Drawdown and margin are measured in doubles and rounded to 8 places. */
export interface BotFacts {
  readonly address: string;
  readonly pairTitle: string;
  readonly strategy: "LONG" | "SHORT";
  /** Ended, and how. */
  readonly deals: number;
  readonly reasons: Readonly<Record<EndReason, number>>;
  /** Before fees. */
  readonly profit: string;
  readonly fees: string;
  /** Received; negative where more was paid. */
  readonly funding: string;
  /** profit − fees + funding. */
  readonly net: string;
  readonly drawdown: string;
  readonly margin: string;
  /** Ended deals by safety orders filled: the first number is of deals without any. */
  readonly safety: readonly number[];
  /** The most in one deal, the running one included. */
  readonly mostSafety: number;
  /** Milliseconds in deals, the running one included; and the longest deal. */
  readonly dealTime: number;
  readonly longestDeal: number;
  readonly running: {
    readonly opened: number;
    readonly safetyOrders: number;
    readonly price: string;
    /** Before the fee of closing. */
    readonly unrealised: string;
    /** What closing at market at that price would cost. */
    readonly closingFee: string;
  } | null;
  /** net + unrealised: what the bot came to, open losses included, before the fee of closing. */
  readonly result: string;
  /** How often an order wasn't placed for want of margin: first orders, safety orders. */
  readonly refusals: number;
  readonly unplaced: number;
  readonly ended: "cycle-limit" | "too-small" | null;
}

export interface TotalFacts {
  readonly deals: number;
  readonly liquidations: number;
  readonly profit: string;
  readonly fees: string;
  readonly funding: string;
  readonly net: string;
  readonly unrealised: string;
  /** net + unrealised. */
  readonly result: string;
  /** What closing all open deals at market would cost; `result` is before it. */
  readonly closingFees: string;
  readonly drawdown: string;
  readonly margin: string;
  /** Equity is wallet + unrealised. null without a balance. */
  readonly wallet: { readonly start: string; readonly end: string; readonly equity: string } | null;
}

/** One reading of the candles. */
export interface ReplayFacts {
  readonly order: WithinCandle;
  readonly bots: readonly BotFacts[];
  readonly totals: TotalFacts;
  readonly metrics: MetricFacts;
  /** Ended deals in the order in which they ended. */
  readonly trades: readonly TradeFacts[];
  /** Only where pictures were asked for. */
  readonly picture?: ReplayPicture;
}

export interface PriceFacts {
  readonly pair: string;
  /** File names, or the walk. */
  readonly source: string;
  readonly candles: number;
  /** What is to be known about them; one line each. */
  readonly notes: readonly string[];
}

/** What one combination of a sweep's settings came to, in one reading of the candles. */
export interface TryFacts {
  readonly values: readonly (readonly [name: string, value: string | null])[];
  readonly order: WithinCandle;
  readonly totals: TotalFacts;
  /** null is unknown. */
  readonly profitFactor: number | null;
  readonly sharpe: number | null;
  /** How often a first order wasn't placed for want of margin, and the bots whose first order is smaller than one lot. */
  readonly refusals: number;
  readonly tooSmall: number;
  /** Only where pictures were asked for. */
  readonly equity?: Curve;
}

export interface SimulationFacts {
  readonly account: string;
  /** First candle's opening and last candle's end, milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  readonly moments: number;
  readonly interval: number;
  readonly prices: readonly PriceFacts[];
  readonly replays: readonly ReplayFacts[];
  /** What holding the same pairs would have come to. */
  readonly hold: readonly HoldFacts[];
  /** In the order in which the values were given; empty without a tries. */
  readonly tries: readonly TryFacts[];
  readonly leftOut: readonly { readonly address: string; readonly why: string }[];
  /** Everything the figures rest on; one sentence each. */
  readonly assumptions: readonly string[];
  /** Only where pictures were asked for. */
  readonly picture?: PricePicture;
}
