// Equity through candles in which nothing happens: bot by bot and in all, candle by candle or between two bounds, in doubles.
import type { WithinCandle } from "../../model/risk/simulation.js";
import type { BotRun } from "./bot-run.js";
import type { Seat } from "./watch.js";

/** Of all bots since the beginning, open positions included. */
export interface Bounds {
  low: number;
  high: number;
  /** At the last close. */
  close: number;
}

/**
 * What lies between the lowest and highest prices of the moments that are looked at together, each bot at its own worst and best.
 * Doubles that are multiplied and added up in the same order keep the order of what goes in: no candle between leads out.
 * @param last moment of the stretch among them
 */
export function boundsOf(seats: readonly Seat[], last: number): Bounds {
  let low = 0;
  let high = 0;
  let close = 0;
  for (const { run, pair, watch } of seats) {
    const { amount, realised } = run;
    if (amount === 0) {
      low += realised;
      high += realised;
      close += realised;
      continue;
    }
    const base = realised - run.sign * run.cost;
    const size = run.sign * amount;
    if (!pair.has) {
      const stands = base + size * run.mark;
      low += stands;
      high += stands;
      close += stands;
      continue;
    }
    low += base + size * (run.isLong ? watch.low : watch.high);
    high += base + size * (run.isLong ? watch.high : watch.low);
    close += base + size * (pair.candles.close[pair.from + last] ?? 0);
  }
  return { low, high, close };
}

/** Each bot's own measures over so many moments of the stretch, and its mark after them. */
export function passSpan(seats: readonly Seat[], from: number, count: number, order: WithinCandle): void {
  for (const { run, pair, watch } of seats) {
    if (!pair.has) continue;
    run.mark = pair.candles.close[pair.from + from + count - 1] ?? 0;
    if (run.amount === 0) continue;
    const base = run.realised - run.sign * run.cost;
    const size = run.sign * run.amount;
    const worst = base + size * (run.isLong ? watch.low : watch.high);
    const best = base + size * (run.isLong ? watch.high : watch.low);
    if (!run.tally.between(worst, best)) walk({ run, pair, watch }, from, count, order);
  }
}

/** One bot candle by candle. */
function walk({ run, pair }: Seat, from: number, count: number, order: WithinCandle): void {
  const { open, high, low, close } = pair.candles;
  const lowFirst = isLowFirst(run, order);
  const { tally } = run;
  const base = run.realised - run.sign * run.cost;
  const size = run.sign * run.amount;
  const end = pair.from + from + count;
  for (let at = pair.from + from; at < end; at += 1) {
    const one = base + size * ((lowFirst ? low[at] : high[at]) ?? 0);
    tally.at(base + size * (open[at] ?? 0));
    tally.at(one);
    tally.at(base + size * ((lowFirst ? high[at] : low[at]) ?? 0));
    if (order === "conservative") tally.at(one);
    tally.at(base + size * (close[at] ?? 0));
  }
}

/** The candle where the tick stands: bots' own measures and marks. @param at called with the result of all at each point */
export function passCandle(seats: readonly Seat[], order: WithinCandle, at: (result: number) => void): void {
  let [open, first, second, close] = [0, 0, 0, 0];
  const isAgainAgainst = order === "conservative";
  for (const { run, pair } of seats) {
    const { realised, amount } = run;
    if (pair.has) run.mark = pair.close;
    if (amount === 0) {
      open += realised;
      first += realised;
      second += realised;
      close += realised;
      continue;
    }
    const { tally } = run;
    const base = realised - run.sign * run.cost;
    const size = run.sign * amount;
    if (!pair.has) {
      const stands = base + size * run.mark;
      open += stands;
      first += stands;
      second += stands;
      close += stands;
      continue;
    }
    const lowFirst = isLowFirst(run, order);
    const opening = base + size * pair.open;
    const closing = base + size * pair.close;
    const one = base + size * (lowFirst ? pair.low : pair.high);
    const two = base + size * (lowFirst ? pair.high : pair.low);
    tally.at(opening);
    tally.at(one);
    tally.at(two);
    if (isAgainAgainst) tally.at(one);
    tally.at(closing);
    open += opening;
    first += one;
    second += two;
    close += closing;
  }
  at(open);
  at(first);
  at(second);
  if (isAgainAgainst) at(first);
  at(close);
}

function isLowFirst({ isLong }: BotRun, order: WithinCandle): boolean {
  return isLong === (order !== "with-first");
}
