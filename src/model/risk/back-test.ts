// Figures of a back-test: ended deals, equity day by day, and what is worked out from them.

/** Why a deal ended. A cancelled one leaves its position behind. */
export const END_REASONS = ["take-profit", "delay", "stop", "command", "cancelled", "liquidated"] as const;

export type EndReason = (typeof END_REASONS)[number];

/** A deal that ended. Money in the quote asset and quantities in the base asset as decimal text, times in milliseconds since the epoch. */
export interface TradeFacts {
  readonly bot: string;
  readonly pairTitle: string;
  readonly side: "LONG" | "SHORT";
  readonly opened: number;
  readonly closed: number;
  /** Average of all fills, rounded to 12 places; "0" where nothing filled. */
  readonly entry: string;
  readonly amount: string;
  /** null where nothing was closed. */
  readonly exit: string | null;
  readonly safetyOrders: number;
  /** Before fees and funding. */
  readonly profit: string;
  readonly fees: string;
  /** Received; negative where the deal paid. */
  readonly funding: string;
  /** profit − fees + funding. */
  readonly net: string;
  readonly reason: EndReason;
}

/** Of ended deals. null is unknown: there are too few, or nothing to divide by. */
export interface DealFigures {
  readonly won: number;
  readonly lost: number;
  /** A share: 0.5 is one of two. */
  readonly winRate: number | null;
  /** What winners won over what losers lost; null without a loser. */
  readonly profitFactor: number | null;
  /** Mean net of a deal. */
  readonly expectancy: number | null;
  /** Milliseconds. */
  readonly averageTime: number | null;
  readonly longestTime: number | null;
  readonly best: DealMark | null;
  readonly worst: DealMark | null;
}

export interface DealMark {
  readonly bot: string;
  readonly closed: number;
  readonly net: string;
}

/** The deepest fall of equity from its highest before, open positions included; measured in doubles. */
export interface FallFacts {
  readonly amount: number;
  /** Of the peak it fell from, a fraction; null without a balance, or where the peak isn't above 0. */
  readonly share: number | null;
  /** The largest share of any fall, which may be another one. */
  readonly largestShare: number | null;
  /** Peak, lowest point, and when the peak was reached again; null where it wasn't. */
  readonly from: number;
  readonly to: number;
  readonly recovered: number | null;
  /** From the peak to the recovery, or to the end; milliseconds. */
  readonly time: number;
}

/** A day, a week from Monday, or a month; in UTC. */
export interface PeriodFacts {
  /** Its first day, YYYY-MM-DD. */
  readonly start: string;
  /** Change of equity, open positions included. */
  readonly result: number;
}

/** Ratios of daily equity, a year being 365 days. null is unknown: without a balance, with too few days, or nothing to divide by. */
export interface RatioFacts {
  /** Fractions: 0.05 is 5 %. */
  readonly totalReturn: number | null;
  readonly cagr: number | null;
  readonly sharpe: number | null;
  readonly sortino: number | null;
  readonly calmar: number | null;
}

export interface MetricFacts {
  readonly deals: DealFigures;
  readonly ratios: RatioFacts;
  /** null where equity never fell. */
  readonly fall: FallFacts | null;
  readonly days: readonly PeriodFacts[];
  readonly weeks: readonly PeriodFacts[];
  readonly months: readonly PeriodFacts[];
  readonly bestDay: PeriodFacts | null;
  readonly worstDay: PeriodFacts | null;
}

/** One pair bought at its first price and held to its last. */
export interface HoldFacts {
  readonly pair: string;
  readonly first: number;
  readonly last: number;
  /** A fraction of the first price. */
  readonly change: number;
}
