// The figures of a replay as text: what is known, and what isn't, which is never written as 0.
import { describe, expect, it } from "vitest";
import type { MetricFacts } from "../../../../src/model/risk/back-test.js";
import type { ReplayFacts } from "../../../../src/model/risk/simulation.js";
import { holdLine, metricLines } from "../../../../src/render/text/metrics-text.js";
import { NO_METRICS } from "../../market/metrics/example.js";

const DAY = 86_400_000;
const START = Date.UTC(2025, 0, 1);

const linesOf = (metrics: MetricFacts, days = 90) => {
  const replay: Pick<ReplayFacts, "metrics" | "bots"> = { metrics, bots: [] };
  return metricLines(replay, days * DAY);
};

describe("the figures of a replay", () => {
  it("in full", () => {
    const mark = { bot: "main/a", closed: START + DAY, net: "-3.5" };
    const days = ["2025-01-01", "2025-01-02"].map((start, index) => ({ start, result: 4 - 5 * index }));
    expect(
      linesOf({
        deals: {
          ...{ won: 2, lost: 1, winRate: 2 / 3, profitFactor: 1.5, expectancy: 0.25 },
          ...{ averageTime: 90 * 60_000, longestTime: DAY, best: { ...mark, net: "5" }, worst: mark },
        },
        ratios: { totalReturn: 0.0125, cagr: -0.5, sharpe: 1.234, sortino: -2, calmar: 0.5 },
        fall: {
          ...{ amount: 12.5, share: 0.0625, largestShare: 0.0625, from: START, to: START + DAY },
          ...{ recovered: START + 3 * DAY, time: 3 * DAY },
        },
        ...{ days, weeks: [], months: [...days], bestDay: days[0] ?? null, worstDay: days[1] ?? null },
      }),
    ).toEqual([
      "return +1.25 %, CAGR -50.00 %, Sharpe 1.23, Sortino -2.00, Calmar 0.50",
      "won 2, lost 1 (66.67 % won), profit factor 1.50, expectancy 0.25 a deal; deals take 1h 30m on average, 1d at most",
      "best deal 5.00 (main/a, 2025-01-02), worst deal -3.50 (main/a, 2025-01-02)",
      "deepest drawdown 12.50 (-6.25 %): from 2025-01-01 to 2025-01-02, made good 2025-01-04, 3d in all",
      "best day 2025-01-01 4.00, worst day 2025-01-02 -1.00",
      "by month: 2025-01 4.00, 2025-01 -1.00",
      "ended by: nothing",
    ]);
  });

  it.each<[days: number, why: string]>([
    [31, "31 days are"],
    [89.9, "89 days are"],
    [1, "1 day is"],
    [0.5, "less than a day is"],
  ])("of %d days have no yearly rate", (days, why) => {
    const ratios = { totalReturn: 0.7, cagr: 651.8783, sharpe: 1.2, sortino: 2, calmar: 986.63 };
    expect(linesOf({ ...NO_METRICS, ratios }, days)[0]).toBe(
      `return +70.00 %, CAGR –, Sharpe 1.20, Sortino 2.00, Calmar – (${why} too few for a yearly rate, which takes 90)`,
    );
  });

  it("that are unknown say so", () => {
    const ratios = { ...NO_METRICS.ratios, totalReturn: 0 };
    const fall = {
      ...{ amount: 1, share: null, largestShare: null, from: START, to: START, recovered: null, time: DAY },
    };
    expect(linesOf({ ...NO_METRICS, ratios, fall })).toEqual([
      "return +0.00 %, CAGR unknown, Sharpe unknown, Sortino unknown, Calmar unknown",
      "no deal ended",
      "deepest drawdown 1.00: from 2025-01-01 to 2025-01-01, not made good, 1d in all",
      "ended by: nothing",
    ]);
    expect(linesOf(NO_METRICS)[0]).toBe("return and ratios unknown: they need --balance");
  });
});

it("buy and hold is of one pair, or of equal parts of several", () => {
  const btc = { pair: "USDT-BTC", first: 100, last: 110, change: 0.1 };
  expect(holdLine([btc])).toBe("Buy and hold: USDT-BTC +10.00 %");
  expect(holdLine([btc, { pair: "USDT-ETH", first: 10, last: 7, change: -0.3 }])).toBe(
    "Buy and hold, equal parts: -10.00 % (USDT-BTC +10.00 %, USDT-ETH -30.00 %)",
  );
});
