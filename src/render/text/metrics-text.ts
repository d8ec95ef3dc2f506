// The figures of a replay in a few lines: returns and ratios, deals, the best and the worst, drawdown, months, why deals ended.
import Big from "big.js";
import {
  END_REASONS,
  type EndReason,
  type HoldFacts,
  type MetricFacts,
  type PeriodFacts,
} from "../../model/risk/back-test.js";
import type { ReplayFacts } from "../../model/risk/simulation.js";
import { counted } from "../../model/text/counted.js";
import { clean } from "../sanitize.js";
import { duration, money } from "./amount-text.js";

const UNKNOWN = "unknown";

/** Yearly rates of fewer days are huge, and say nothing of a year: they aren't shown. */
const LEAST_DAYS_OF_A_RATE = 90;
const DAY = 86_400_000;

/**
 * Each without an indent. What is unknown says so, and is never 0.
 * @param span from the first candle's opening to the last one's end; milliseconds
 */
export function metricLines({ metrics, bots }: Pick<ReplayFacts, "metrics" | "bots">, span: number): string[] {
  return [
    ...ratioLines(metrics, span),
    ...dealLines(metrics),
    fallLine(metrics),
    ...periodLines(metrics),
    reasonLine(bots),
  ];
}

/** What the same pairs came to without any bot; equal parts of several. */
export function holdLine(hold: readonly HoldFacts[]): string {
  const mean = hold.reduce((sum, { change }) => sum + change, 0) / hold.length;
  const each = hold.map(({ pair, change }) => `${clean(pair)} ${percent(change)}`).join(", ");
  return hold.length === 1 ? `Buy and hold: ${each}` : `Buy and hold, equal parts: ${percent(mean)} (${each})`;
}

function ratioLines({ ratios }: MetricFacts, span: number): string[] {
  const { totalReturn, cagr, sharpe, sortino, calmar } = ratios;
  if (totalReturn === null) return ["return and ratios unknown: they need --balance"];
  const isLong = span >= LEAST_DAYS_OF_A_RATE * DAY;
  const yearly = (shown: string) => (isLong ? shown : "–");
  const known = [
    `return ${percent(totalReturn)}`,
    `CAGR ${yearly(cagr === null ? UNKNOWN : percent(cagr))}`,
    `Sharpe ${ratio(sharpe)}`,
    `Sortino ${ratio(sortino)}`,
    `Calmar ${yearly(ratio(calmar))}`,
  ];
  return [`${known.join(", ")}${isLong ? "" : ` (${tooFewDays(span)})`}`];
}

function tooFewDays(span: number): string {
  const days = Math.floor(span / DAY);
  const what = days === 0 ? "less than a day is" : counted(days, "day is", "days are");
  return `${what} too few for a yearly rate, which takes ${LEAST_DAYS_OF_A_RATE}`;
}

function dealLines({ deals }: MetricFacts): string[] {
  const { won, lost, winRate, profitFactor, expectancy, averageTime, longestTime, best, worst } = deals;
  if (winRate === null || expectancy === null || averageTime === null || longestTime === null) return ["no deal ended"];
  const rate = `won ${won}, lost ${lost} (${percent(winRate).replace("+", "")} won)`;
  const times = `deals take ${duration(averageTime)} on average, ${duration(longestTime)} at most`;
  const marks = [["best", best] as const, ["worst", worst] as const].flatMap(([name, mark]) =>
    mark === null ? [] : [`${name} deal ${money(mark.net)} (${clean(mark.bot)}, ${day(mark.closed)})`],
  );
  return [
    `${rate}, profit factor ${ratio(profitFactor)}, expectancy ${amount(expectancy)} a deal; ${times}`,
    marks.join(", "),
  ];
}

function fallLine({ fall }: MetricFacts): string {
  if (fall === null) return "equity never fell";
  const { amount: depth, share, from, to, recovered, time } = fall;
  const part = share === null ? "" : ` (${percent(-share)})`;
  const end = recovered === null ? "not made good" : `made good ${day(recovered)}`;
  return `deepest drawdown ${amount(depth)}${part}: from ${day(from)} to ${day(to)}, ${end}, ${duration(time)} in all`;
}

const MOST_MONTHS = 24;

function periodLines({ bestDay, worstDay, months }: MetricFacts): string[] {
  const shown = ({ start, result }: PeriodFacts) => `${start} ${amount(result)}`;
  const last = months.slice(-MOST_MONTHS).map(({ start, result }) => `${start.slice(0, 7)} ${amount(result)}`);
  const more = months.length > last.length ? ` (and ${months.length - last.length} before)` : "";
  return [
    ...(bestDay === null || worstDay === null ? [] : [`best day ${shown(bestDay)}, worst day ${shown(worstDay)}`]),
    ...(months.length < 2 ? [] : [`by month: ${last.join(", ")}${more}`]),
  ];
}

const REASONS: Readonly<Record<EndReason, string>> = {
  "take-profit": "take profit",
  delay: "delay",
  stop: "stop loss",
  command: "command",
  cancelled: "cancelled",
  liquidated: "liquidation",
};

function reasonLine(bots: ReplayFacts["bots"]): string {
  const counts = END_REASONS.map(
    (reason) => [REASONS[reason], sum(bots.map(({ reasons }) => reasons[reason]))] as const,
  );
  const some = counts.filter(([, count]) => count > 0).map(([name, count]) => `${name} ${count}`);
  return some.length === 0 ? "ended by: nothing" : `ended by: ${some.join(", ")}`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function amount(value: number): string {
  return money(new Big(value.toFixed(8)).toFixed());
}

function ratio(value: number | null): string {
  return value === null ? UNKNOWN : value.toFixed(2);
}

/** With its sign. */
function percent(fraction: number): string {
  const text = (fraction * 100).toFixed(2);
  return `${text.startsWith("-") ? "" : "+"}${text} %`;
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
