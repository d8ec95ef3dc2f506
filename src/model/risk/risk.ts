// What a bot and an account may cost, as finished figures: money in the quote asset, shares as fractions, decimals as text.
import type { AssumptionFacts } from "./assumptions.js";

export type Side = "LONG" | "SHORT";

/** What a bot's prices are counted from. */
export type Basis =
  /** First fill = 100: shares and money hold, prices and quantities are only relative. */
  { readonly kind: "relative" } | { readonly kind: "price"; readonly price: string; readonly source: PriceSource };
/** In the order in which they are preferred. */
export type PriceSource = "position" | "deal" | "given" | "file";

/** Where a position would be liquidated. */
export type Liquidation =
  | { readonly kind: "price"; readonly price: string }
  /** No price above 0 takes it away. */
  | { readonly kind: "never" }
  /** A cross position has the whole balance behind it. */
  | { readonly kind: "unknown"; readonly needs: "balance" };

/** Whether a deal can live to fill its last safety order. */
export type LiquidationFlag =
  | { readonly kind: "unknown"; readonly needs: "balance" }
  /** After the last order: distance from its price to the liquidation, a fraction of that price; null where nothing liquidates it. */
  | { readonly kind: "outside"; readonly price: string | null; readonly distance: string | null }
  /** Liquidated after order `after` (0 is the first one); the later orders, and their share of the volume, never fill. */
  | {
      readonly kind: "inside";
      readonly after: number;
      readonly price: string;
      readonly neverPlaced: number;
      readonly share: string;
    };

/** A bot with its whole grid filled. */
export interface BotRisk {
  readonly pair: string;
  readonly side: Side;
  readonly quote: string;
  readonly leverage: string;
  readonly isolated: boolean;
  /** Whether it can start deals: it is on. */
  readonly on: boolean;
  readonly basis: Basis;
  /** The first one included. */
  readonly orders: number;
  /** Safety orders that would stand at a price of 0 or less: they are left out of every figure. */
  readonly belowZero: number;
  /** Volume (notional) of all its orders. */
  readonly worstCase: string;
  /** M = worstCase / leverage. */
  readonly margin: string;
  /** About ΣV·(open fee + close fee). */
  readonly feeReserve: string;
  /** How far the last safety order stands from the first fill (D_n where it counts from there): then nothing is left to average with. */
  readonly cover: string;
  /** R_n: from the last order's price back to its take profit; negative for a SHORT. */
  readonly bounce: string;
  /** Unrealised loss at the moment the last safety order fills. */
  readonly lossAtCover: string;
  /** What one funding event costs the full grid at its last price; negative is received. */
  readonly funding: string;
  /** worstCase / wallet balance; null where no balance is known. */
  readonly walletExposure: string | null;
  readonly liquidation: LiquidationFlag;
}

/** A bot whose figures can't be worked out, and which settings are missing. */
export interface UnknownRisk {
  readonly kind: "unknown";
  readonly lacks: readonly string[];
}

/** One order of the grid, and the position once it has filled. */
export interface RungRisk {
  readonly number: number;
  /** From the first fill, a fraction of its price. */
  readonly deviation: string;
  readonly price: string;
  /** null where prices are relative. */
  readonly quantity: string | null;
  readonly volume: string;
  readonly volumes: string;
  readonly average: string;
  readonly takeProfit: string;
  readonly bounce: string;
  readonly margin: string;
  readonly liquidation: Liquidation;
  /** From this order's price to the liquidation, a fraction of the price. */
  readonly distance: string | null;
  /** `last-chance`: liquidated before the next order fills. `unreachable`: an earlier liquidation keeps it from filling. */
  readonly flag: "last-chance" | "unreachable" | null;
}

export interface BotGrid {
  readonly risk: BotRisk;
  readonly rungs: readonly RungRisk[];
}

/** Sums over bots of one quote asset. */
export interface SumRisk {
  readonly bots: number;
  readonly worstCase: string;
  readonly margin: string;
  readonly feeReserve: string;
}

export interface PairRisk extends SumRisk {
  readonly pair: string;
  readonly quote: string;
}

export interface SideRisk extends SumRisk {
  readonly side: Side;
  readonly quote: string;
}

/** Everything that is settled in one asset. */
export interface QuoteRisk extends SumRisk {
  readonly quote: string;
  /** Of the bots above, those that are off and have a deal that runs on to its end; absent where there is none. */
  readonly offRunning?: number;
  /** Bots that are off, without a running deal that is known: not in the sums above. */
  readonly disabled: SumRisk;
  /** Σ max(0, margin − what positions and orders of its pair and side already hold). */
  readonly need: string;
  /** null where the account wasn't read. */
  readonly free: string | null;
  /** free·(1 − reserve). */
  readonly usable: string | null;
  readonly isAffordable: boolean | null;
  readonly wallet: string | null;
  readonly walletExposure: string | null;
}

/** Every bot of the sums in a deal, and then all prices move at once by this share. */
export interface ShockRisk {
  readonly quote: string;
  /** -0.2 is −20 %. */
  readonly move: string;
  /** Of positions, as filled by then. */
  readonly margin: string;
  readonly maintenance: string;
  /** Never above 0: profits are taken, not counted. */
  readonly loss: string;
  /** wallet + loss; null where no balance is known. */
  readonly equity: string | null;
  /** Isolated positions that are liquidated on the way. */
  readonly liquidated: number;
  /** Whether the cross positions are: null where no balance is known and there are any. */
  readonly isCrossLiquidated: boolean | null;
}

export interface AccountRisk {
  readonly quotes: readonly QuoteRisk[];
  readonly pairs: readonly PairRisk[];
  readonly sides: readonly SideRisk[];
  readonly shocks: readonly ShockRisk[];
  /** Bots that count in no sum, since settings are missing. */
  readonly unknown: number;
}

/** What isn't known, and what would make it known. */
export interface Unknown {
  readonly what: string;
  readonly needs: string;
}

export interface BotMoney {
  /** null: there was no bot before. */
  readonly before: BotRisk | UnknownRisk | null;
  readonly after: BotRisk | UnknownRisk;
}

/** A plan's preview in money. */
export interface Money {
  readonly assumptions: AssumptionFacts;
  /** Of the bots that the plan touches. */
  readonly bots: Readonly<Record<string, BotMoney>>;
  readonly before: AccountRisk;
  readonly after: AccountRisk;
  readonly unknown: readonly Unknown[];
}

/** Whether a bot's figures are known. */
export function isKnown(risk: BotRisk | UnknownRisk): risk is BotRisk {
  return !("lacks" in risk);
}
