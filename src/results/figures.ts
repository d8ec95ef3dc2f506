// Adds up ended deals: net, days, drawdown and the rest, each unknown as soon as one deal that it takes is.
import Big from "big.js";
import type { Deal } from "../model/deal/deal.js";
import type { Figures } from "../model/results.js";
import type { EndedDeal } from "./ended-deal.js";
import { openResult } from "./open.js";

export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Places of what is divided. */
const PLACES = 8;

/** Deals that ended one after the other, with nothing else of what they are compared with in between. */
export type Stretch = readonly EndedDeal[];

/** By a deal's id, where that is known: since when its version was in force before that deal, being its first; until when after it, being its last. */
export type InForce = ReadonlyMap<number, { readonly since?: number; readonly until?: number }>;

/**
 * Of deals of one asset. @param running those of the same settings, or the same bot, that still run
 * @param asOf until when days count while a deal runs, in milliseconds since the epoch; undefined where they don't: deals of other
 *   settings ended after these
 */
export function figuresOf(
  asset: string,
  stretches: readonly Stretch[],
  running: readonly Deal[],
  asOf: number | undefined,
  inForce?: InForce,
): Figures {
  const all = stretches.flat();
  const deals = all.filter(({ end }) => end !== "cancelled");
  const nets = known(deals.map(({ net }) => net));
  const margins = known(deals.map(({ margin }) => margin));
  const days = dailyNets(stretches, inForce, running.length > 0 ? asOf : undefined);
  const net = nets && sum(nets);
  const margin = margins && sum(margins);
  const times = deals.flatMap(({ atMost }) => (atMost === null ? [] : [atMost]));
  const safety = known(deals.map(({ safetyOrders }) => safetyOrders));
  const ends = known(deals.map(({ at }) => at));
  return {
    asset,
    deals: deals.length,
    cancelled: all.length - deals.length,
    unreadable: deals.filter((deal) => deal.net === null).length,
    won: nets?.filter((one) => one.gt(0)).length ?? null,
    net: net && text(net),
    days: days?.length ?? null,
    perDay: net === null || days === null ? null : text(net.div(days.length).round(PLACES)),
    onMargin: net === null || margin === null || margin.eq(0) ? null : text(net.times(100).div(margin).round(2)),
    drawdown: nets === null || ends === null ? null : text(drawdown(nets)),
    hoursAtMost: times.length === 0 ? null : rounded(mean(times) / HOUR_MS),
    safetyOrders: {
      mean: safety === null ? null : rounded(mean(safety)),
      most: safety === null ? null : Math.max(...safety),
      unclear: deals.filter(({ safetyOrders }) => safetyOrders === null).length,
    },
    liquidations: {
      seen: deals.filter(({ end }) => end === "liquidated").length,
      possible: deals.filter(({ end }) => end === "lost").length,
    },
    running: { deals: running.length, unrealised: unrealised(running) },
    first: ends && Math.min(...ends),
    last: ends && Math.max(...ends),
  };
}

/**
 * The net of each day of `netsByDay`, in the order of time; null where one isn't known, or there are none.
 * @param asOf of the last stretch, whose deals still run
 */
export function dailyNets(stretches: readonly Stretch[], inForce?: InForce, asOf?: number): readonly Big[] | null {
  const byDay = netsByDay(stretches, inForce, asOf);
  if (byDay === null || byDay.size === 0) return null;
  return [...byDay].toSorted(([left], [right]) => left - right).map(([, net]) => net);
}

/**
 * The net by UTC day, counted from the epoch: of each day from a stretch's first end to its last one, days without any included, and
 * those before and after on which it is known to have been in force. null where one isn't known, or its year can't be true.
 * @param asOf until when the last stretch goes on, its deals still running: a bot that is stuck has earned nothing meanwhile
 */
export function netsByDay(
  stretches: readonly Stretch[],
  inForce: InForce = new Map(),
  asOf?: number,
): ReadonlyMap<number, Big> | null {
  const byDay = new Map<number, Big>();
  for (const [index, stretch] of stretches.entries()) {
    for (const { at, net, end } of stretch) {
      if (end === "cancelled") continue;
      if (at === null || net === null) return null;
      byDay.set(dayOf(at), (byDay.get(dayOf(at)) ?? new Big(0)).plus(net));
    }
    const span = spanOf(stretch, inForce, index === stretches.length - 1 ? asOf : undefined);
    if (span === null) continue;
    if (span.last - span.first > MOST_DAYS) return null;
    for (let day = span.first; day <= span.last; day++) byDay.set(day, byDay.get(day) ?? new Big(0));
  }
  return byDay;
}

/** Its first and last day; null where it has none. Cancelled deals alone show no days, but from when on the one that runs counts. */
function spanOf(stretch: Stretch, inForce: InForce, asOf: number | undefined) {
  const finished = stretch.filter(({ end }) => end !== "cancelled");
  const shown = finished.length === 0 && asOf !== undefined ? stretch : finished;
  const days = shown.flatMap(({ at }) => (at === null ? [] : [dayOf(at)]));
  const [firstEnd, lastEnd] = [days[0], days.at(-1)];
  if (firstEnd === undefined || lastEnd === undefined) return null;
  const { since } = inForce.get(stretch[0]?.id ?? Number.NaN) ?? {};
  const { until } = inForce.get(stretch.at(-1)?.id ?? Number.NaN) ?? {};
  return {
    first: since === undefined ? firstEnd : Math.min(firstEnd, dayOf(since)),
    last: Math.max(lastEnd, ...[until, asOf].flatMap((at) => (at === undefined ? [] : [dayOf(at)]))),
  };
}

/** Of a time in milliseconds since the epoch. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

/** A service that shows the year 1 as an end isn't believed. */
export const MOST_DAYS = 20_000;

/** Of results in their order: how far below the highest point they came, the beginning included. */
function drawdown(nets: readonly Big[]): Big {
  let [total, peak, deepest] = [new Big(0), new Big(0), new Big(0)];
  for (const net of nets) {
    total = total.plus(net);
    if (total.gt(peak)) peak = total;
    if (peak.minus(total).gt(deepest)) deepest = peak.minus(total);
  }
  return deepest;
}

function unrealised(deals: readonly Deal[]): string | null {
  const open = openResult(deals);
  return open && text(open);
}

/** All of them, or null where there are none, or one is missing. Of none at all nothing is known but that. */
function known<T>(values: readonly (T | null)[]): readonly T[] | null {
  const all = values.flatMap((value) => (value === null ? [] : [value]));
  return all.length === values.length && all.length > 0 ? all : null;
}

function sum(values: readonly Big[]): Big {
  return values.reduce((total, value) => total.plus(value), new Big(0));
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

function text(value: Big): string {
  return value.eq(0) ? "0" : value.toFixed();
}
