// The grid of a deal: how far each safety order stands from the first fill, how large it is, and what they add up to.
import Big from "big.js";
import type { Anchor, RoundingMode, VolumeBase } from "../model/risk/assumptions.js";
import { roundLot, roundTick } from "./rounding.js";

export type { Anchor, VolumeBase } from "../model/risk/assumptions.js";

/** Volumes in the quote asset, percentages as written (1.5 is 1.5 %); a scale of null is off. */
export interface GridTerms {
  readonly long: boolean;
  readonly percent: string;
  readonly stepScale: string | null;
  readonly count: number;
  readonly firstVolume: string;
  /** null where none is given: then martingale counts from the first volume, and without it there are no safety orders. */
  readonly safetyVolume: string | null;
  readonly volumeScale: string | null;
  readonly volumeBase: VolumeBase;
  readonly anchor: Anchor;
}

/** One rung: safety order k = 1, 2, … */
export interface Rung {
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
const ONE = new Big(1);

/** The rungs in order; they end early where a price would be 0 or less. */
export function ladderOf(terms: GridTerms): readonly Rung[] {
  const rungs: Rung[] = [];
  const step = terms.stepScale === null ? ONE : new Big(terms.stepScale);
  const scale = terms.volumeScale === null ? ONE : new Big(terms.volumeScale);
  let width = new Big(terms.percent).div(100);
  let volume = firstRungVolume(terms, scale);
  if (volume === undefined) return [];
  let [deviation, factor, volumes] = [new Big(0), ONE, new Big(0)];
  for (let k = 1; k <= terms.count; k += 1) {
    deviation = deviation.plus(width).round(PLACES);
    factor = factorOf(terms, factor, width, deviation);
    if (factor.lte(0)) break;
    volumes = volumes.plus(volume);
    rungs.push({ deviation, factor, volume, volumes });
    width = width.times(step).round(PLACES);
    volume = volume.times(scale).round(PLACES);
  }
  return rungs;
}

/** Cumulative deviations D_1 … D_n as fractions: k·d, or d·(g^k − 1)/(g − 1). */
export function deviations(terms: GridTerms): readonly Big[] {
  return ladderOf(terms).map(({ deviation }) => deviation);
}

/** V_1: V0·m or Vs; undefined where no volume is given. */
function firstRungVolume(terms: GridTerms, scale: Big): Big | undefined {
  const { volumeScale, volumeBase, safetyVolume, firstVolume } = terms;
  if (volumeScale !== null && (volumeBase === "first" || safetyVolume === null)) return scale.times(firstVolume);
  return safetyVolume === null ? undefined : new Big(safetyVolume);
}

function factorOf(terms: GridTerms, before: Big, width: Big, deviation: Big): Big {
  const away = (distance: Big) => (terms.long ? ONE.minus(distance) : ONE.plus(distance));
  if (terms.anchor === "base") return away(deviation);
  // Significant digits: each order is a share of the one before, so a long grid comes near 0 and never to it.
  return terms.anchor === "previous" ? before.times(away(width)).prec(PLACES) : away(width);
}

/** s·(1 − P/P_0). */
function distanceFrom(start: Big, price: Big, long: boolean): Big {
  const away = long ? start.minus(price) : price.minus(start);
  return away.div(start);
}

export interface Rounding {
  /** null rounds prices to 12 significant digits. */
  readonly tick: string | null;
  readonly lot: string;
  readonly mode?: RoundingMode;
}

/** One order of a grid, and the position once it is filled. Order 0 is the first one. */
export interface GridOrder {
  readonly number: number;
  /** How far it stands from the first fill, as a fraction of that: D_k, or s·(1 − P_k/P_0) where it counts from elsewhere. */
  readonly deviation: Big;
  readonly price: Big;
  /** Wanted, in the quote asset. */
  readonly volume: Big;
  /** In the base asset, after the lot. */
  readonly amount: Big;
  /** Wanted volumes up to here. */
  readonly volumes: Big;
  /** C_k = Σ P·Q, N_k = Σ Q, A_k = C_k / N_k. */
  readonly cost: Big;
  readonly total: Big;
  readonly average: Big;
}

/** The whole grid from a first fill at `first`, order 0 included; it ends early where a price would be 0 or less. */
export function gridOf(terms: GridTerms, first: string, rounding: Rounding): readonly GridOrder[] {
  const start = new Big(first);
  const firstVolume = new Big(terms.firstVolume);
  const orders: GridOrder[] = [];
  const add = (number: number, deviation: Big, price: Big, volume: Big) => {
    const last = orders.at(-1);
    const amount = roundLot(volume.div(price), rounding.lot, rounding.mode);
    const cost = price.times(amount).plus(last?.cost ?? 0);
    const total = amount.plus(last?.total ?? 0);
    const average = total.eq(0) ? price : cost.div(total);
    orders.push({
      number,
      deviation,
      price,
      volume,
      amount,
      volumes: volume.plus(last?.volumes ?? 0),
      cost,
      total,
      average,
    });
  };
  add(0, new Big(0), start, firstVolume);
  for (const [index, { deviation, factor, volume }] of ladderOf(terms).entries()) {
    const anchor = terms.anchor === "average" ? (orders.at(-1)?.average ?? start) : start;
    const price = roundTick(anchor.times(factor), rounding.tick, rounding.mode);
    if (price.lte(0)) break;
    add(index + 1, terms.anchor === "base" ? deviation : distanceFrom(start, price, terms.long), price, volume);
  }
  return orders;
}
