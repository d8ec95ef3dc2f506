// The figures of a replay as JSON: times as ISO 8601, what isn't a count as decimal text of at most 8 places, unknown as null.
import Big from "big.js";
import type { DealMark, HoldFacts, MetricFacts, PeriodFacts } from "../../model/risk/back-test.js";
import type { TryFacts } from "../../model/risk/simulation.js";

export function metricsJson({ deals, ratios, fall, bestDay, worstDay, ...periods }: MetricFacts): object {
  return {
    deals: {
      ...deals,
      winRate: figure(deals.winRate),
      profitFactor: figure(deals.profitFactor),
      expectancy: figure(deals.expectancy),
      averageTime: deals.averageTime === null ? null : Math.round(deals.averageTime),
      best: markJson(deals.best),
      worst: markJson(deals.worst),
    },
    ratios: {
      totalReturn: figure(ratios.totalReturn),
      cagr: figure(ratios.cagr),
      sharpe: figure(ratios.sharpe),
      sortino: figure(ratios.sortino),
      calmar: figure(ratios.calmar),
    },
    fall: fall === null ? null : fallJson(fall),
    bestDay: bestDay === null ? null : periodJson(bestDay),
    worstDay: worstDay === null ? null : periodJson(worstDay),
    days: periods.days.map(periodJson),
    weeks: periods.weeks.map(periodJson),
    months: periods.months.map(periodJson),
  };
}

export function holdJson({ pair, first, last, change }: HoldFacts): object {
  return { pair, first: figure(first), last: figure(last), change: figure(change) };
}

export function tryJson({ values, profitFactor, sharpe, equity: _equity, ...rest }: TryFacts): object {
  const figures = { profitFactor: figure(profitFactor), sharpe: figure(sharpe) };
  return { values: Object.fromEntries(values), ...rest, ...figures };
}

function fallJson({ amount, share, largestShare, from, to, recovered, time }: NonNullable<MetricFacts["fall"]>) {
  return {
    amount: figure(amount),
    share: figure(share),
    largestShare: figure(largestShare),
    from: iso(from),
    to: iso(to),
    recovered: recovered === null ? null : iso(recovered),
    time,
  };
}

function markJson(mark: DealMark | null): object | null {
  return mark === null ? null : { ...mark, closed: iso(mark.closed) };
}

function periodJson({ start, result }: PeriodFacts): object {
  return { start, result: figure(result) };
}

const iso = (time: number) => new Date(time).toISOString();

function figure(value: number | null): string | null {
  return value === null ? null : new Big(value.toFixed(8)).toFixed();
}
