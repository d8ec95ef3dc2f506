// The fills of a grid: each order's distance from the first, its size, and the position after it.
import type { PairRounding, RoundingMode } from "../model/risk/assumptions.js";
import { type Fixed, fixed, ONE, over, times } from "./fixed.js";
import type { GridParams } from "./grid-params.js";

/** An order that has filled, and the position after it; quote asset. */
export interface Fill {
  readonly price: Fixed;
  /** How far it stands from the first fill, as a fraction of that: D_k, or s·(1 − P_k/P_0) where it counts from elsewhere. */
  readonly deviation: Fixed;
  /** Wanted volumes up to here. */
  readonly volumes: Fixed;
  readonly amount: Fixed;
  readonly cost: Fixed;
}

export interface FillRounding extends Omit<PairRounding, "lot"> {
  /** null leaves quantities as they are. */
  readonly lot: string | null;
  readonly mode: RoundingMode;
  /** Significant digits of a price that has no tick; absent leaves it as it is. */
  readonly digits?: number;
}

/** Of prices that only count in first fills: they have no tick and no lot. */
export const UNROUNDED: FillRounding = { tick: null, lot: null, mode: "half-up" };

const SMALLEST: Fixed = 1n;

/** From a first fill at `first`, order 0 included; they end early where a price would be 0 or less. */
export function fillsOf(params: GridParams, first: Fixed, rounding: FillRounding): readonly Fill[] {
  const { long, anchor } = params;
  const fills: Fill[] = [filled(undefined, first, 0n, fixed(params.firstVolume), rounding)];
  const [step, scale] = [fixed(params.stepScale ?? "1"), fixed(params.volumeScale ?? "1")];
  let volume = firstSafetyVolume(params, scale);
  if (volume === undefined) return fills;
  let [width, deviation, before] = [fixed(params.percent) / 100n, 0n, first];
  for (let k = 1; k <= params.count; k += 1) {
    deviation += width;
    const last = fills.at(-1);
    const from = anchor === "base" ? first : anchor === "previous" ? before : averageOf(last, first);
    const distance = anchor === "base" ? deviation : width;
    if (long && distance >= ONE) break;
    // What the places cut off is above 0 all the same: a share of the order before never comes to it.
    before = times(from, long ? ONE - distance : ONE + distance) || SMALLEST;
    const price = roundedPrice(before, rounding);
    if (price <= 0n) break;
    fills.push(filled(last, price, anchor === "base" ? deviation : distanceFrom(first, price, long), volume, rounding));
    width = times(width, step);
    volume = times(volume, scale);
  }
  return fills;
}

function filled(before: Fill | undefined, price: Fixed, deviation: Fixed, volume: Fixed, rounding: FillRounding): Fill {
  const { lot, mode } = rounding;
  const lots = lot === null ? 0n : multiple(over(volume, price), fixed(lot), mode);
  // Nothing that rounds to 0 may read as safe: such an order counts in full.
  const [amount, cost] = lots === 0n ? [over(volume, price), volume] : [lots, times(price, lots)];
  return {
    price,
    deviation,
    volumes: volume + (before?.volumes ?? 0n),
    amount: amount + (before?.amount ?? 0n),
    cost: cost + (before?.cost ?? 0n),
  };
}

/** s·(1 − P/P_0). */
function distanceFrom(first: Fixed, price: Fixed, long: boolean): Fixed {
  return over(long ? first - price : price - first, first);
}

function averageOf(fill: Fill | undefined, first: Fixed): Fixed {
  return fill === undefined || fill.amount === 0n ? first : over(fill.cost, fill.amount);
}

/** V_1: V0·m or Vs; undefined where no volume is given. */
function firstSafetyVolume(
  { volumeScale, volumeBase, safetyVolume, firstVolume }: GridParams,
  scale: Fixed,
): Fixed | undefined {
  if (volumeScale !== null && (volumeBase === "first" || safetyVolume === null))
    return times(fixed(firstVolume), scale);
  return safetyVolume === null ? undefined : fixed(safetyVolume);
}

const ADDED: Readonly<Record<RoundingMode, (unit: Fixed) => Fixed>> = {
  down: () => 0n,
  "half-up": (unit) => unit / 2n,
  up: (unit) => unit - 1n,
};

/** Rounded to a multiple of `unit`. */
export function multiple(value: Fixed, unit: Fixed, mode: RoundingMode): Fixed {
  if (unit === 0n) return value;
  return ((value + ADDED[mode](unit)) / unit) * unit;
}

function roundedPrice(price: Fixed, { tick, digits, mode }: FillRounding): Fixed {
  if (tick !== null) return multiple(price, fixed(tick), mode);
  const excess = digits === undefined ? 0 : price.toString().length - digits;
  return excess > 0 ? multiple(price, 10n ** BigInt(excess), mode) : price;
}
