// The parts that every piece of the emulated service works with.
import type { MarketRules } from "../market/rules.js";
import type { Prices } from "./engine/prices.js";
import type { Quirks } from "./quirks/quirks.js";
import type { MarketEvent } from "./store/records.js";
import type { Store } from "./store/store.js";

export interface Market {
  readonly store: Store;
  readonly prices: Prices;
  readonly rules: MarketRules;
  readonly quirks: Quirks;
  /** Called when something has happened, and wherever the market's time stands still: with the time (milliseconds). */
  readonly onMoment?: (at: number) => void;
}

/** A market in which something can be looked at again when its time has come. */
export interface PlannedMarket extends Market {
  readonly plan: (due: number, event: MarketEvent) => void;
}
