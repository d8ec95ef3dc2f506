// A sweep as text: a row for each combination, and what not to make of the best.
import { expect, it } from "vitest";
import type { TryFacts } from "../../../../src/model/risk/simulation.js";
import { paint } from "../../../../src/render/text/paint.js";
import { triesBlocks } from "../../../../src/render/text/tries-text.js";

const row = (value: string | null, order: TryFacts["order"], profitFactor: number | null): TryFacts => ({
  ...{ values: [["countOrderMax", value]], order, profitFactor, sharpe: null, refusals: 0, tooSmall: 0 },
  totals: {
    ...{ deals: 2, liquidations: 1, profit: "3", fees: "1", funding: "0", net: "2", unrealised: "-4.5" },
    ...{ result: "-2.5", closingFees: "0.1", drawdown: "7", margin: "20", wallet: null },
  },
});

it("shows a try without a deal as such, with the reason, and no 0 as its result", () => {
  const one = row("3", "conservative", null);
  const none = { ...one, refusals: 2, totals: { ...one.totals, deals: 0, margin: "0", result: "0" } };
  const [, table, notes] = triesBlocks([none], paint(false, 200));
  expect(table?.split("\n")[1]?.trim().split(/ {2,}/)).toEqual(["3", "0", "no deal", "–", "–", "–", "–", "–"]);
  expect(notes).toBe(
    "Of these:\n  countOrderMax 3: no deal, as the balance was too small for the first order 2 times (conservative)",
  );
});

it("names each setting, off and unknown as such, and the reading only where there are several", () => {
  const [title, table, warning] = triesBlocks(
    [row("3", "conservative", 1.5), row(null, "conservative", null)],
    paint(false, 200),
  );
  expect(title).toBe("With these settings for every bot:");
  expect(table?.split("\n").map((line) => line.trim().split(/ {2,}/))).toEqual([
    ["countOrderMax", "deals", "result", "drawdown", "margin", "profit factor", "Sharpe", "liq."],
    ["3", "2", "-2.50", "7.00", "20.00", "1.50", "unknown", "1"],
    ["off", "2", "-2.50", "7.00", "20.00", "unknown", "unknown", "1"],
  ]);
  expect(warning).toContain("The best of many tries fits these prices, partly by chance.");
  const several = triesBlocks([row("3", "conservative", 1), row("3", "with-first", 1)], paint(false, 200));
  expect(several[1]).toMatch(/countOrderMax {2}order .*\n +3 {2}conservative .*\n +3 {2}with-first /);
  expect(triesBlocks([], paint(false, 200))).toEqual([]);
});
