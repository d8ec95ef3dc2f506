// A sweep for a spreadsheet: a row for each combination of settings and reading of the candles, with the values that were tried.
import type { SimulationFacts, TryFacts } from "../../model/risk/simulation.js";
import { type Columns, csv, number, text } from "./csv.js";

const FIGURES: Columns<TryFacts> = [
  ["order", ({ order }) => text(order)],
  ["deals", ({ totals }) => number(totals.deals)],
  ["liquidations", ({ totals }) => number(totals.liquidations)],
  ["profit", ({ totals }) => number(totals.profit)],
  ["fees", ({ totals }) => number(totals.fees)],
  ["funding", ({ totals }) => number(totals.funding)],
  ["net", ({ totals }) => number(totals.net)],
  ["unrealised", ({ totals }) => number(totals.unrealised)],
  ["result", ({ totals }) => number(totals.result)],
  ["closingFees", ({ totals }) => number(totals.closingFees)],
  ["drawdown", ({ totals }) => number(totals.drawdown)],
  ["margin", ({ totals }) => number(totals.margin)],
  ["equity", ({ totals }) => number(totals.wallet?.equity)],
  ["profitFactor", ({ profitFactor }) => number(profitFactor)],
  ["sharpe", ({ sharpe }) => number(sharpe)],
  ["refusals", ({ refusals }) => number(refusals)],
  ["tooSmall", ({ tooSmall }) => number(tooSmall)],
];

/** All accounts under one head: they try the same settings. What is unknown is empty; a setting that is switched off is `off`. */
export function triesCsv(simulations: readonly SimulationFacts[]): string {
  const tries = simulations.flatMap(({ account, tries: own }) => own.map((one) => ({ account, one })));
  const names = tries[0]?.one.values.map(([name]) => name) ?? [];
  return csv(
    ["account", ...names, ...FIGURES.map(([head]) => head)],
    tries.map(({ account, one }) => [
      text(account),
      ...one.values.map(([, value]) => text(value ?? "off")),
      ...FIGURES.map(([, value]) => value(one)),
    ]),
    "\n",
  );
}
