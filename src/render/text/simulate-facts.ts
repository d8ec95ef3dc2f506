// What a simulation came to, as the renderers take it.

/** Money in the quote asset, as decimal text. Times in milliseconds. */
export interface BotFacts {
  readonly address: string;
  readonly pairTitle: string;
  readonly strategy: string;
  readonly deals: number;
  /** Ended deals by how they ended. */
  readonly reasons: Readonly<Record<string, number>>;
  readonly profit: string;
  readonly fees: string;
  readonly net: string;
  readonly drawdown: string;
  readonly margin: string;
  /** Ended deals by safety orders filled, from none on. */
  readonly safety: readonly number[];
  readonly mostSafety: number;
  readonly dealTime: number;
  readonly longestDeal: number;
  readonly running: {
    readonly opened: number;
    readonly safetyOrders: number;
    readonly price: string;
    readonly unrealised: string;
  } | null;
  readonly refusals: number;
  readonly unplaced: number;
  readonly ended: "cycle-limit" | "too-small" | null;
}

export interface TotalFacts {
  readonly deals: number;
  readonly liquidations: number;
  readonly profit: string;
  readonly fees: string;
  readonly net: string;
  readonly unrealised: string;
  readonly drawdown: string;
  readonly margin: string;
  readonly wallet: { readonly start: string; readonly end: string } | null;
}

/** One order within the candles. */
export interface ReplayFacts {
  readonly order: string;
  readonly bots: readonly BotFacts[];
  readonly totals: TotalFacts;
}

export interface PriceFacts {
  readonly pair: string;
  /** File names, or the walk. */
  readonly source: string;
  readonly candles: number;
  /** What is to be known about them; one line each. */
  readonly notes: readonly string[];
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
  readonly leftOut: readonly { readonly address: string; readonly why: string }[];
  /** Everything the figures rest on; one sentence each. */
  readonly assumptions: readonly string[];
}
