// The text of a sweep names the combination that came to little less than the best and fell much less on the way.
import { expect, it } from "vitest";
import type { ReplayFacts, SimulationFacts, TotalFacts } from "../../../../src/model/risk/simulation.js";
import { paint } from "../../../../src/render/text/paint.js";
import { simulationText } from "../../../../src/render/text/simulate-text.js";
import { NO_METRICS } from "../../market/metrics/example.js";

const totals = (result: string, drawdown: string): TotalFacts => ({
  ...{
    deals: 40,
    liquidations: 0,
    profit: "0",
    fees: "0",
    funding: "0",
    net: result,
    unrealised: "0",
    result,
    drawdown,
  },
  ...{ closingFees: "0", margin: "100", wallet: null },
});
const attempt = (step: string, result: string, drawdown: string): SimulationFacts["tries"][number] => ({
  ...{ values: [["percentSafetyOrder", step]], order: "conservative", totals: totals(result, drawdown) },
  ...{ profitFactor: null, sharpe: null, refusals: 0, tooSmall: 0 },
});
const asItIs: ReplayFacts = {
  order: "conservative",
  bots: [],
  totals: totals("10", "50"),
  trades: [],
  metrics: NO_METRICS,
};

it.each([
  ["79", true],
  ["110", false],
])("of 101 against 109 with a drawdown of %s against 112: %s", (drawdown, isNamed) => {
  const text = simulationText(
    {
      ...{ account: "main", from: 0, to: 31 * 86_400_000, moments: 1, interval: 60_000, prices: [], replays: [asItIs] },
      ...{
        hold: [],
        tries: [attempt("1.5", "109", "112"), attempt("2", "101", drawdown)],
        leftOut: [],
        assumptions: [],
      },
    },
    paint(false, 300),
  );
  const said =
    "To be weighed: percentSafetyOrder 2 made 101, little less than percentSafetyOrder 1.5 (109), with a much smaller drawdown: 79, against 112.";
  expect(text.includes(said)).toBe(isNamed);
});
