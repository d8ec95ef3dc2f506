// What pictures of a replay are drawn from: curves thinned while they were recorded, and what the bots did at which price. In
// doubles, for the eye alone: no figure is read off them.

/** A value over time in columns of one length, several moments together where there were many. */
export interface Curve {
  /** When the first moment of each column was, milliseconds since the epoch; rising. */
  readonly times: readonly number[];
  readonly lows: readonly number[];
  readonly highs: readonly number[];
  readonly lasts: readonly number[];
}

/** `entry`: the first order of a deal; `average`: a safety order, or averaging by command; the others end a deal. */
export type FillKind = "entry" | "average" | "exit" | "stop" | "liquidated";

export interface FillFacts {
  readonly bot: string;
  readonly kind: FillKind;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Quote asset. */
  readonly price: number;
}

/** Of one reading of the candles. */
export interface ReplayPicture {
  /** Balance and result, open positions included; the result alone without a balance. Quote asset. */
  readonly equity: Curve;
  /** How far equity was below its highest before. */
  readonly falls: Curve;
  /** In the order in which they happened. */
  readonly fills: readonly FillFacts[];
}

export interface PriceCurve {
  readonly pair: string;
  /** The first candle's opening. */
  readonly first: number;
  readonly curve: Curve;
}

/** Of all readings. */
export interface PricePicture {
  /** Whether the prices are a random walk. */
  readonly isMadeUp: boolean;
  /** All with the same times, but for pairs whose candles begin later. */
  readonly prices: readonly PriceCurve[];
}
