// What a figure in money rests on: the readings of what the service leaves open, fees, maintenance tiers and rounding.

/** Whether a volume is the order's notional, or the margin that is multiplied by the leverage. Unknown for this service. */
export type VolumeMeaning = "notional" | "margin";
/** What martingale multiplies: the first order's volume, or the safety order's. */
export type VolumeBase = "first" | "safety";
/** What a safety order's distance is counted from; `base`, the first fill, is this service's documented way. */
export type Anchor = "base" | "previous" | "average";
/** By which exchange's formula a position is liquidated; Gate's is OKX's, too. */
export type LiquidationFormula = "binance" | "bybit" | "gate";
export type RoundingMode = "half-up" | "down" | "up";

/** From this notional (quote asset) on, this maintenance margin rate holds (a fraction). */
export interface Tier {
  readonly floor: string;
  readonly rate: string;
}

/** Maintenance tiers, each list in rising order, the first from 0. */
export interface TierTable {
  /** Where they come from, for the reader. */
  readonly source: string;
  /** The day they were taken, YYYY-MM-DD. */
  readonly date: string;
  /** By pair, QUOTE-BASE. */
  readonly pairs: Readonly<Record<string, readonly Tier[]>>;
  /** Of pairs that aren't named. */
  readonly other: readonly Tier[];
}

export interface PairRounding {
  /** null rounds prices to 12 significant digits. */
  readonly tick: string | null;
  readonly lot: string;
}

/** Fees, rates and shares are fractions: 0.0005 is 0.05 %. */
export interface Assumptions {
  readonly volumeMeaning: VolumeMeaning;
  readonly volumeBase: VolumeBase;
  readonly anchor: Anchor;
  readonly makerFee: string;
  readonly takerFee: string;
  /** Of a position's notional, at each funding event; a LONG pays when it is positive. */
  readonly fundingRate: string;
  readonly tiers: TierTable;
  readonly liquidation: LiquidationFormula;
  /** Of the free balance: what is never to be used. */
  readonly reserve: string;
  /** Whether the exchange holds LONG and SHORT of one pair apart. */
  readonly hedgeMode: boolean;
  /** LP' = LP + s·|A − LP|·buffer: every liquidation price is moved towards the entry by this share. */
  readonly safetyBuffer: string;
  readonly rounding: {
    readonly mode: RoundingMode;
    readonly pairs: Readonly<Record<string, PairRounding>>;
    readonly other: PairRounding;
  };
}

/** What a configuration states of them; a file of tiers is named, and read by whoever needs it. */
export type StatedAssumptions = Readonly<Partial<Omit<Assumptions, "tiers" | "rounding">>> & {
  /** One maintenance margin rate for positions of every size, in the place of the tiers. */
  readonly maintenance?: string;
  /** Relative to the folder of the file that names it. */
  readonly tiersFile?: string;
  /** The file that names it. */
  readonly statedIn?: string;
  readonly roundingMode?: RoundingMode;
  readonly pairs?: Readonly<Record<string, { readonly tick?: string; readonly lot?: string }>>;
};

/** The assumptions as a plan carries them: the tiers by their source and date. */
export type AssumptionFacts = Omit<Assumptions, "tiers" | "rounding"> & {
  readonly tiers: Pick<TierTable, "source" | "date">;
};
