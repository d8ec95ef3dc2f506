// Figures of a replay in which nothing happened, for tests of what shows them.
import type { MetricFacts } from "../../../../src/model/risk/back-test.js";

export const NO_METRICS: MetricFacts = {
  deals: {
    ...{ won: 0, lost: 0, winRate: null, profitFactor: null, expectancy: null },
    ...{ averageTime: null, longestTime: null, best: null, worst: null },
  },
  ratios: { totalReturn: null, cagr: null, sharpe: null, sortino: null, calmar: null },
  ...{ fall: null, days: [], weeks: [], months: [], bestDay: null, worstDay: null },
};
