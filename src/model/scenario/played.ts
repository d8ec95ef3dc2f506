// What a market made of the bots of a scenario: their deals, and where their figures were at their worst.
import type { DealEnd } from "./scenario.js";

/** One deal. Money and prices as decimal text in the quote asset, times in milliseconds from the beginning. */
export interface PlayedDeal {
  /** Counts the deals of all bots in the order in which they opened, from 1. */
  readonly number: number;
  readonly botId: number;
  readonly pair: string;
  readonly opened: number;
  /** null while it runs. */
  readonly closed: number | null;
  readonly ended: DealEnd;
  readonly safetyOrders: number;
  /** Average of all fills; null where nothing filled. */
  readonly entry: string | null;
  /** null while it runs, and where nothing was closed. */
  readonly exit: string | null;
  /** Booked before fees. */
  readonly profit: string;
  readonly fees: string;
  /** profit − fees. */
  readonly net: string;
  /** Unrealised at the end, of a running one; "0" of others. */
  readonly open: string;
}

/** The extremes of one bot, or of all together; measured in doubles. Times from the beginning. */
export interface Extremes {
  readonly margin: number;
  readonly marginAt: number;
  /** Prices of the pairs in deals then, by pair. */
  readonly marginPrices: Readonly<Record<string, number>>;
  readonly drawdown: number;
  /** The peak that it fell from, and the lowest point. */
  readonly drawdownFrom: number;
  readonly drawdownAt: number;
  readonly drawdownPrices: Readonly<Record<string, number>>;
}

/** What keeps a bot that is on from opening its next deal. */
export type WaitsFor = "price" | "margin" | "signal" | "volume";

export interface PlayedBot {
  readonly botId: number;
  readonly extremes: Extremes;
  /** null where it is in a deal, or off. */
  readonly waitsFor: WaitsFor | null;
  /** Of one that waits for margin: how much its first order needs, its fee included. Decimal text in the quote asset; else null. */
  readonly needs: string | null;
  readonly isOn: boolean;
}

export interface Played {
  readonly deals: readonly PlayedDeal[];
  readonly bots: readonly PlayedBot[];
  readonly together: Extremes;
}
