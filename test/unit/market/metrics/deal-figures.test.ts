// Figures of ended deals, on tables small enough to work out by hand.
import { describe, expect, it } from "vitest";
import { DealCount } from "../../../../src/market/metrics/deal-figures.js";
import type { TradeFacts } from "../../../../src/model/risk/back-test.js";

const trade = (net: string, opened: number, closed: number, bot = "main/a"): TradeFacts => ({
  ...{ bot, pairTitle: "USDT-BTC", side: "LONG", opened, closed, entry: "1", amount: "1", exit: "1" },
  ...{ safetyOrders: 0, profit: net, fees: "0", funding: "0", net, reason: "take-profit" },
});

function figuresOf(...trades: readonly TradeFacts[]) {
  const count = new DealCount();
  for (const one of trades) count.add(one);
  return count.figures();
}

describe("ended deals", () => {
  it("without any are unknown, and nothing of them is 0 but their counts", () => {
    expect(figuresOf()).toEqual({
      ...{ won: 0, lost: 0, winRate: null, profitFactor: null, expectancy: null },
      ...{ averageTime: null, longestTime: null, best: null, worst: null },
    });
  });

  it("won 3 + 1, lost 2, and one came to nothing", () => {
    const one = [trade("3", 0, 10), trade("-2", 10, 40, "main/b"), trade("1", 40, 41), trade("0", 41, 42)];
    expect(figuresOf(...one)).toEqual({
      ...{ won: 2, lost: 1, winRate: 0.5, profitFactor: 2, expectancy: 0.5, averageTime: 10.5, longestTime: 30 },
      best: { bot: "main/a", closed: 10, net: "3" },
      worst: { bot: "main/b", closed: 40, net: "-2" },
    });
  });

  it("without a loser have no profit factor: it would be infinite", () => {
    expect(figuresOf(trade("1", 0, 1))).toMatchObject({ winRate: 1, profitFactor: null, expectancy: 1 });
  });

  it("without a winner have one of 0", () => {
    expect(figuresOf(trade("-1", 0, 1))).toMatchObject({ winRate: 0, profitFactor: 0, expectancy: -1 });
  });
});
