// What follows from a deal's settings and the market's rules alone: its ladder of safety orders and its volumes.
import Big from "big.js";
import { initialMargin } from "./holding.js";
import { ladderOf, type Rung } from "./ladder.js";
import type { MarketRules } from "./rules.js";
import type { DealSettings } from "./settings.js";

export interface Terms {
  readonly rules: MarketRules;
  readonly rungs: readonly Rung[];
  /** Volumes are multiplied by this to be notional. */
  readonly factor: Big;
  readonly firstNotional: Big;
  /** Margin of safety orders 1 to k, from k = 0 on: their volumes as configured, over the leverage. */
  readonly margins: readonly Big[];
}

/** Settings are never changed in place, so what follows from them is worked out once. */
const KNOWN = new WeakMap<DealSettings, Terms>();
const ONE = new Big(1);
const NOTHING = new Big(0);

export function termsOf(settings: DealSettings, rules: MarketRules): Terms {
  const known = KNOWN.get(settings);
  if (known !== undefined && known.rules === rules) return known;
  const { safety, firstVolume, leverage } = settings;
  const factor = rules.volumeMeaning === "margin" ? new Big(leverage) : ONE;
  const rungs = safety.enabled
    ? ladderOf({
        long: settings.strategy === "LONG",
        percent: safety.percent,
        stepScale: safety.stepScale,
        count: safety.max,
        firstVolume,
        safetyVolume: safety.volume,
        volumeScale: safety.volumeScale,
        volumeBase: rules.volumeBase,
        anchor: rules.anchor,
      })
    : [];
  const margins = [NOTHING, ...rungs.map(({ volumes }) => initialMargin(volumes.times(factor), leverage))];
  const terms = { rules, rungs, factor, firstNotional: factor.times(firstVolume), margins };
  KNOWN.set(settings, terms);
  return terms;
}

/** Margin of the safety orders after `from` up to `to`. */
export function ladderMargin({ margins }: Terms, from: number, to: number): Big {
  return to <= from ? NOTHING : marginOf(margins, to).minus(marginOf(margins, from));
}

/** A grid that was made shorter has no more than its last order. */
function marginOf(margins: readonly Big[], count: number): Big {
  return margins[Math.min(count, margins.length - 1)] ?? NOTHING;
}
