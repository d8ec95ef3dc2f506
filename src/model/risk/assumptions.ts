// The assumptions behind figures in money: readings of what the service leaves open, fees, maintenance tiers and rounding.
import * as z from "zod/mini";
import { type Data, text, word } from "../data.js";

/** Far above any figure: sums of sums of the largest volumes a field can hold. */
export const decimal = () => z.string().check(z.regex(/^(?:0|-?(?:[1-9]\d{0,119}|0(?=\.))(?:\.\d{0,19}[1-9])?)$/));

/** The assumptions as a plan carries them. Fees, rates and shares are fractions: 0.0005 is 0.05 %. */
export const assumptionFacts = () =>
  z.strictObject({
    /** Whether a volume is the order's notional, or the margin that is multiplied by the leverage. Unknown for this service. */
    volumeMeaning: z.enum(["notional", "margin"]),
    /** What martingale multiplies: the first order's volume, or the safety order's. */
    volumeBase: z.enum(["first", "safety"]),
    /** What a safety order's distance is counted from; `base`, the first fill, is this service's documented way. */
    anchor: z.enum(["base", "previous", "average"]),
    makerFee: decimal(),
    takerFee: decimal(),
    /** Of a position's notional, at each funding event; a LONG pays when it is positive. */
    fundingRate: decimal(),
    /** By which exchange's formula a position is liquidated; Gate's is OKX's, too. */
    liquidation: z.enum(["binance", "bybit", "gate"]),
    /** Of the free balance: what is never to be used. */
    reserve: decimal(),
    /** Whether the exchange holds LONG and SHORT of one pair apart. */
    hedgeMode: z.boolean(),
    /** Whether somebody has said so; absent where it is only assumed. */
    hedgeModeStated: z.exactOptional(z.literal(true)),
    /** LP' = LP + s·|A − LP|·buffer: every liquidation price is moved towards the entry by this share. */
    safetyBuffer: decimal(),
    tiers: z.strictObject({ source: text(), date: word() }),
    /** Of ticks, lots and least notionals, and of largest leverages where they stand beside these. */
    limits: z.strictObject({ source: text(), date: word() }),
  });

export type AssumptionFacts = Data<z.infer<ReturnType<typeof assumptionFacts>>>;
export type VolumeMeaning = AssumptionFacts["volumeMeaning"];
export type VolumeBase = AssumptionFacts["volumeBase"];
export type Anchor = AssumptionFacts["anchor"];
export type RoundingMode = "half-up" | "down" | "up";

/** From this notional (quote asset) on, this maintenance margin rate holds (a fraction), and this is the largest leverage, where it is known. */
export interface Tier {
  readonly floor: string;
  readonly rate: string;
  readonly maxLeverage?: string;
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

/** What an exchange accepts of orders in a pair; absent is unknown. */
export interface PairLimits {
  /** Prices are multiples of it. */
  readonly tick?: string;
  /** Quantities are multiples of it, in the base asset. */
  readonly lot?: string;
  /** Of one order, in the quote asset. */
  readonly leastNotional?: string;
  readonly maxLeverage?: string;
}

export interface LimitTable {
  readonly source: string;
  /** The day they were taken, YYYY-MM-DD. */
  readonly date: string;
  /** By pair, QUOTE-BASE. */
  readonly pairs: Readonly<Record<string, PairLimits>>;
}

/** What a file of the user's holds about an exchange; without limits, those that are bundled stay. */
export interface ExchangeTable {
  readonly tiers: TierTable;
  readonly limits?: LimitTable;
}

export interface PairRounding {
  /** null rounds prices to 12 significant digits. */
  readonly tick: string | null;
  readonly lot: string;
}

/** All of them, as figures are worked out with them. */
export interface Assumptions extends Omit<AssumptionFacts, "tiers" | "limits"> {
  readonly tiers: TierTable;
  readonly limits: LimitTable;
  /** By pair: what the configuration states, before any table. */
  readonly ownLimits: Readonly<Record<string, PairLimits>>;
  readonly rounding: {
    readonly mode: RoundingMode;
    readonly pairs: Readonly<Record<string, PairRounding>>;
    readonly other: PairRounding;
  };
}

/** What a configuration states of them; a file of the exchange's table is named, and read by whoever needs it. */
export type StatedAssumptions = Partial<Omit<AssumptionFacts, "tiers" | "limits">> & {
  /** One maintenance margin rate for positions of every size, in the place of the tiers. */
  readonly maintenance?: string;
  /** Relative to the folder of the file that names it. */
  readonly exchangeFile?: string;
  /** The file that names it. */
  readonly statedIn?: string;
  readonly roundingMode?: RoundingMode;
  readonly pairs?: Readonly<Record<string, PairLimits>>;
};
