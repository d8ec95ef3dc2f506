// The port to the market that a scenario is played on: an emulator, which the command line opens.
import type { CandleBlock } from "../../market/prices/candle.js";
import type { Assumptions } from "../../model/risk/assumptions.js";
import type { Played } from "../../model/scenario/played.js";
import type { MarketPrice } from "../../model/scenario/scenario.js";
import type { Endpoint } from "../endpoint.js";

export interface StageOptions {
  readonly account: string;
  readonly exchange: string;
  readonly accesses: readonly StageAccess[];
  /** By asset. */
  readonly balance: Readonly<Record<string, string>>;
  readonly prices: Readonly<Record<string, MarketPrice>>;
  /** Candle files by the names that the prices give them, and the length of a candle in milliseconds. */
  readonly candles: ReadonlyMap<string, { readonly block: CandleBlock; readonly interval: number }>;
  readonly assumptions: Assumptions;
}

export interface StageAccess {
  readonly accessId: number;
  readonly title: string;
}

/** A market that stands still unless it is told to go on. */
export interface Stage {
  readonly endpoint: Endpoint;
  bots(): readonly { readonly id: number; readonly accessId: number; readonly title: string }[];
  /** @param milliseconds whole */
  pass(milliseconds: number): void;
  /** @returns whether the signal could mean anything: the bot is on, and in no deal */
  signal(botId: number): boolean;
  played(): Played;
  close(): Promise<void>;
}

export type OpenStage = (options: StageOptions) => Promise<Stage>;
