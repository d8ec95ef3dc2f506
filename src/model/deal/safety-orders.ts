// Works out how many safety orders of a deal have filled, from its volume, since the service shows no count.
import Big from "big.js";
import type { Fields } from "../bot/field.js";
import type { Deal } from "./deal.js";

/** Lots, ticks and fees taken from the bought asset move a volume by less than this share of it. */
const TOLERANCE = new Big("0.005");

/**
 * The count; null where the volume fits no number of orders, or where the open readings (a volume as notional or as margin, S-59;
 * what martingale multiplies, S-58) disagree.
 */
export function safetyOrdersUsed(deal: Pick<Deal, "result" | "position" | "settings">): number | null {
  const { result, position, settings } = deal;
  if (result !== null) return ordersIn(settings, product(result.safetyQuantity, result.safetyPrice), false);
  return position === null ? null : ordersIn(settings, product(position.amount, position.entryPrice), true);
}

function ordersIn(settings: Fields, volume: Big | null, includesFirst: boolean): number | null {
  if (volume === null) return null;
  if (volume.eq(0)) return 0;
  const counts = new Set<number>();
  for (const first of volumesOfFirst(settings))
    for (const grid of grids(settings, first)) {
      const count = fitting(includesFirst ? [first, ...grid] : grid, volume);
      if (count !== null) counts.add(includesFirst ? count - 1 : count);
    }
  const [only, second] = counts;
  return only !== undefined && second === undefined ? only : null;
}

/** The number of orders whose volumes add up to this one. */
function fitting(orders: readonly Big[], volume: Big): number | null {
  let sum = new Big(0);
  for (const [index, order] of orders.entries()) {
    sum = sum.plus(order);
    if (sum.minus(volume).abs().lte(sum.times(TOLERANCE))) return index + 1;
  }
  return null;
}

function volumesOfFirst({ volumeFirstOrder, leverage }: Fields): Big[] {
  const volume = decimal(volumeFirstOrder);
  const times = decimal(leverage);
  if (volume === null) return [];
  return times === null || times.eq(1) ? [volume] : [volume, volume.times(times)];
}

/** The volumes of the safety orders in each reading, for this volume of the first order. */
function grids(settings: Fields, first: Big): Big[][] {
  const count = Number(settings.countOrderMax ?? 0);
  const plain = decimal(settings.volumeFirstOrder);
  const safety = decimal(settings.volumeSafetyOrder);
  const scale = decimal(settings.martingaleScale);
  if (!Number.isSafeInteger(count) || count < 0 || count > MOST_ORDERS || plain === null || plain.eq(0)) return [];
  const ownVolume = safety === null ? first : safety.times(first).div(plain);
  if (scale === null) return [row(count, ownVolume, new Big(1))];
  return [row(count, first.times(scale), scale), row(count, ownVolume, scale)];
}

/** The interface's bound of countOrderMax, with room for bots made elsewhere. */
const MOST_ORDERS = 200;

function row(count: number, first: Big, scale: Big): Big[] {
  const orders: Big[] = [];
  for (let order = first; orders.length < count; order = order.times(scale).round(12)) orders.push(order);
  return orders;
}

function product(left: string | null, right: string | null): Big | null {
  const [a, b] = [decimal(left), decimal(right)];
  return a === null || b === null ? null : a.times(b).abs();
}

/** Of a snapshot any text may come. */
function decimal(text: string | null): Big | null {
  return text !== null && /^-?\d+(?:\.\d+)?$/.test(text) ? new Big(text) : null;
}
