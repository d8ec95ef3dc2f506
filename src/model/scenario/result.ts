// The result of a scenario: what it came to, and what wasn't as expected.
import type { Position } from "../text/diagnostic.js";
import type { Figures } from "./figures.js";
import type { PlayedDeal } from "./played.js";

/** A deal with the key of its bot. */
export interface ScenarioDeal extends Omit<PlayedDeal, "botId"> {
  readonly bot: string;
}

/** One thing that isn't as expected. */
export interface Difference {
  /** Where it is expected. */
  readonly position: Position;
  /** As written. */
  readonly expected: string;
  /** What came instead. */
  readonly found: string;
  /** What that rests on: which deal, when, at which price; one line each. */
  readonly because: readonly string[];
}

export interface ScenarioResult {
  readonly name: string;
  readonly file: string;
  readonly description: string;
  /** `error`: it couldn't be carried out, so nothing is known. */
  readonly status: "passed" | "failed" | "error";
  readonly account: string;
  /** Keys, in the order of the configuration. */
  readonly bots: readonly string[];
  readonly quote: string;
  readonly balance: string;
  /** Milliseconds. */
  readonly lasts: number;
  /** Of all bots together, and of each; null where it couldn't be carried out. */
  readonly figures: { readonly all: Figures; readonly bots: Readonly<Record<string, Figures>> } | null;
  readonly deals: readonly ScenarioDeal[];
  /** Signals that came to a bot that was off or in a deal, and so meant nothing. */
  readonly ignoredSignals: number;
  readonly differences: readonly Difference[];
  /** Why it couldn't be carried out; one line each. */
  readonly problems: readonly string[];
}
