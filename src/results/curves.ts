// Adds ended deals up over time, for pictures: the net so far after each of them, month by month, and which version was in force.
import Big from "big.js";
import type { MonthNet, NetCurve } from "../model/results.js";
import type { Stretch } from "./figures.js";

/** @param stretches of one asset, in any order, each of one version */
export function netCurve(stretches: readonly Stretch[]): Pick<NetCurve, "points" | "months" | "bands"> {
  const sorted = stretches.toSorted((left, right) => firstEnd(left) - firstEnd(right));
  const bands = sorted.flatMap((stretch) => {
    const [from, to, fingerprint] = [firstEnd(stretch), lastEnd(stretch), stretch[0]?.fingerprint];
    return fingerprint === undefined || !Number.isFinite(from) ? [] : [{ fingerprint, from, to }];
  });
  const deals = sorted.flat().filter(({ end }) => end !== "cancelled");
  const points: { at: number; net: string }[] = [];
  const months = new Map<string, Big>();
  let total = new Big(0);
  for (const { at, net } of deals) {
    // One that isn't known makes everything after it unknown.
    if (at === null || net === null) return { points: null, months: null, bands };
    total = total.plus(net);
    points.push({ at, net: text(total) });
    const month = `${new Date(at).toISOString().slice(0, 7)}-01`;
    months.set(month, (months.get(month) ?? new Big(0)).plus(net));
  }
  return { points, months: everyMonth(months), bands };
}

/** Months without a deal made nothing. */
function everyMonth(months: ReadonlyMap<string, Big>): readonly MonthNet[] {
  const sorted = [...months.keys()].toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return [];
  const all: MonthNet[] = [];
  for (let start = first; start <= last && all.length < MOST_MONTHS; start = nextMonth(start))
    all.push({ start, net: text(months.get(start) ?? new Big(0)) });
  return all;
}

/** A service that shows the year 1 as an end isn't believed. */
const MOST_MONTHS = 1_200;

function nextMonth(start: string): string {
  return new Date(Date.UTC(Number(start.slice(0, 4)), Number(start.slice(5, 7)))).toISOString().slice(0, 10);
}

function firstEnd(stretch: Stretch): number {
  return stretch.reduce((least, { at }) => Math.min(least, at ?? least), Number.POSITIVE_INFINITY);
}

function lastEnd(stretch: Stretch): number {
  return stretch.reduce((most, { at }) => Math.max(most, at ?? most), Number.NEGATIVE_INFINITY);
}

function text(value: Big): string {
  return value.eq(0) ? "0" : value.toFixed();
}
