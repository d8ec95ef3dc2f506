// The days of a variant: what its bots made on each UTC day, and that added up, as much a bot, however many there are.
import Big from "big.js";
import type { VariantCurve } from "../model/results.js";
import type { EndedDeal } from "./ended-deal.js";
import type { CountedBot } from "./experiments.js";
import { DAY_MS, dayOf, MOST_DAYS, netsByDay } from "./figures.js";

/** The net of a UTC day, and how many bots were at work on it. */
export interface BotDay {
  readonly net: Big;
  readonly bots: number;
}

/** Those that ended by themselves: what a cancelled one came to isn't known. */
export function dealsOf(bots: readonly CountedBot[]): readonly EndedDeal[] {
  return bots.flatMap(({ stretches }) => stretches.flat()).filter(({ end }) => end !== "cancelled");
}

/** Days, counted from the epoch. */
export interface DaySpan {
  /** Absent where none of the bots has a deal that ended. */
  readonly first?: number;
  readonly last: number;
}

/**
 * Of all bots that are compared: from the day of the first end to that of the last one; `last` is 0 without any. While a bot is at
 * work, at least to that of `asOf`. @param asOf milliseconds since the epoch
 */
export function spanOf(bots: readonly CountedBot[], asOf: number): DaySpan {
  const days = dealsOf(bots).flatMap(({ at }) => (at === null ? [] : [dayOf(at)]));
  const last = days.reduce((latest, day) => Math.max(latest, day), bots.some(isAtWork) ? dayOf(asOf) : 0);
  const [some] = days;
  return some === undefined ? { last } : { first: days.reduce((least, day) => Math.min(least, day), some), last };
}

/** Beyond its last end: a deal of it runs, and the days since then aren't those of other settings. */
export function isAtWork({ running, isFollowed = false }: CountedBot): boolean {
  return running.length > 0 && !isFollowed;
}

/** No deal of it has ended, and one runs: the service doesn't show since when. */
export function isStuckFromStart(bot: CountedBot): boolean {
  return isAtWork(bot) && bot.stretches.length === 0;
}

/**
 * By day, counted from the epoch. A bot is at work from the day of its first end to that of its last one, and on to the last day of
 * `span` while a deal of it runs: a deal that is stuck has earned nothing meanwhile. One whose first deal runs still is at work on all
 * days of `span`. null where a deal's end or net isn't known, or its year can't be true.
 */
export function botDays(bots: readonly CountedBot[], { first, last }: DaySpan): ReadonlyMap<number, BotDay> | null {
  const isUsable = ({ at, net }: EndedDeal) => at !== null && net !== null && last - dayOf(at) <= MOST_DAYS;
  if (!dealsOf(bots).every(isUsable) || last - (first ?? last) > MOST_DAYS) return null;
  const days = new Map<number, BotDay>();
  for (const bot of bots) {
    const own = netsByDay(bot.stretches, undefined, isAtWork(bot) ? last * DAY_MS : undefined);
    if (own === null) return null;
    for (const [day, net] of own) add(days, day, net);
    if (isStuckFromStart(bot) && first !== undefined)
      for (let day = first; day <= last; day++) add(days, day, new Big(0));
  }
  return days;
}

function add(days: Map<number, BotDay>, day: number, net: Big): void {
  const known = days.get(day) ?? { net: new Big(0), bots: 0 };
  days.set(day, { net: known.net.plus(net), bots: known.bots + 1 });
}

/** Of a bot that was at work. */
export function meanOf({ net, bots }: BotDay): Big {
  return net.div(bots);
}

/** Places of what is divided. */
const PLACES = 8;

/**
 * The mean net of the bots at work, added up day by day; days on which none was at work change nothing. `perBotDay` is the mean of
 * the days. Both are null where `botDays` is; without days there are no points, and no mean.
 * @param span of all bots that it is compared with
 */
export function variantCurve(
  bots: readonly CountedBot[],
  span: DaySpan,
): Pick<VariantCurve, "points"> & { readonly perBotDay: string | null } {
  const days = botDays(bots, span);
  if (days === null) return { points: null, perBotDay: null };
  const points: { at: number; net: string }[] = [];
  let [total, before] = [new Big(0), Number.NaN];
  for (const [day, own] of [...days].toSorted(([left], [right]) => left - right)) {
    if (day !== before + 1) points.push({ at: day * DAY_MS, net: text(total) });
    total = total.plus(meanOf(own));
    points.push({ at: (day + 1) * DAY_MS, net: text(total) });
    before = day;
  }
  return { points, perBotDay: days.size === 0 ? null : text(total.div(days.size)) };
}

function text(value: Big): string {
  const rounded = value.round(PLACES);
  return rounded.eq(0) ? "0" : rounded.toFixed();
}
