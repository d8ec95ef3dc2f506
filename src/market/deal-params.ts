// The ladder of safety orders and the volumes of a deal, from its settings and the market's rules alone.
import Big from "big.js";
import type { GridParams } from "../risk/grid-params.js";
import { initialMargin } from "./holding.js";
import type { MarketRules } from "./rules.js";
import type { DealSettings } from "./settings.js";

export interface DealParams {
  readonly rules: MarketRules;
  readonly rungs: readonly Rung[];
  /** Volumes are multiplied by this to be notional. */
  readonly factor: Big;
  readonly firstNotional: Big;
  /** Margin of safety orders 1 to k, from k = 0 on: their volumes as configured, over the leverage. */
  readonly margins: readonly Big[];
}

/** Settings are never changed in place, so what follows from them is worked out once. */
const KNOWN = new WeakMap<DealSettings, DealParams>();
const ONE = new Big(1);
const NOTHING = new Big(0);

export function dealParams(settings: DealSettings, rules: MarketRules): DealParams {
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
        volumeBase: safety.volumeBase ?? rules.volumeBase,
        anchor: rules.anchor,
      })
    : [];
  const margins = [NOTHING, ...rungs.map(({ volumes }) => initialMargin(volumes.times(factor), leverage))];
  const params = { rules, rungs, factor, firstNotional: factor.times(firstVolume), margins };
  KNOWN.set(settings, params);
  return params;
}

/** Margin of the safety orders after `from` up to `to`. */
export function ladderMargin({ margins }: DealParams, from: number, to: number): Big {
  return to <= from ? NOTHING : marginOf(margins, to).minus(marginOf(margins, from));
}

/** A grid that was made shorter has no more than its last order. */
function marginOf(margins: readonly Big[], count: number): Big {
  return margins[Math.min(count, margins.length - 1)] ?? NOTHING;
}

/** One rung: safety order k = 1, 2, … */
interface Rung {
  /** D_k, the steps added up, as a fraction: 0.015 is 1.5 %; the distance from the first fill where that is the anchor. */
  readonly deviation: Big;
  /** Price as a multiple of the anchor's price: P0, or with `average` the average entry before this order. */
  readonly factor: Big;
  readonly volume: Big;
  /** Volumes of safety orders 1 to k. */
  readonly volumes: Big;
}

/** Far more than any rounding to tick, lot or cent can see; keeps the powers of a scale from growing without end. */
const PLACES = 30;

/** The rungs in order; they end early where a price would be 0 or less. */
export function ladderOf(params: GridParams): readonly Rung[] {
  const rungs: Rung[] = [];
  const step = params.stepScale === null ? ONE : new Big(params.stepScale);
  const scale = params.volumeScale === null ? ONE : new Big(params.volumeScale);
  let width = new Big(params.percent).div(100);
  let volume = firstRungVolume(params, scale);
  if (volume === undefined) return [];
  let [deviation, factor, volumes] = [new Big(0), ONE, new Big(0)];
  for (let k = 1; k <= params.count; k += 1) {
    deviation = deviation.plus(width).round(PLACES);
    factor = factorOf(params, factor, width, deviation);
    if (factor.lte(0)) break;
    volumes = volumes.plus(volume);
    rungs.push({ deviation, factor, volume, volumes });
    width = width.times(step).round(PLACES);
    volume = volume.times(scale).round(PLACES);
  }
  return rungs;
}

/** V_1: V0·m or Vs; undefined where no volume is given. */
function firstRungVolume(params: GridParams, scale: Big): Big | undefined {
  const { volumeScale, volumeBase, safetyVolume, firstVolume } = params;
  if (volumeScale !== null && (volumeBase === "first" || safetyVolume === null)) return scale.times(firstVolume);
  return safetyVolume === null ? undefined : new Big(safetyVolume);
}

function factorOf(params: GridParams, before: Big, width: Big, deviation: Big): Big {
  const away = (distance: Big) => (params.long ? ONE.minus(distance) : ONE.plus(distance));
  if (params.anchor === "base") return away(deviation);
  // Significant digits: each order is a share of the one before, so a long grid comes near 0 and never to it.
  return params.anchor === "previous" ? before.times(away(width)).prec(PLACES) : away(width);
}
