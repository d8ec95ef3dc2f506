// What is read of ended deals: net after fees where the deals show what a profit is, and nothing taken for 0.
import { describe, expect, it } from "vitest";
import type { Deal } from "../../../src/model/deal/deal.js";
import { endedDeals, profitReading } from "../../../src/results/ended-deal.js";
import { ended, wirePosition, wireResult } from "../model/deal/deals.js";

/** Bought 1 at 100, sold at 102, for fees of 0.2: 2 before them. */
function priced(profit: string, more: { side?: string; exit?: string } = {}): Deal {
  const position = { ...wirePosition("1", "100"), side: more.side ?? "LONG" };
  return ended(1, profit, "0.2", { position, result: { ...wireResult(profit, "0.2"), avPriceTP: more.exit ?? "102" } });
}

describe("what a profit is", () => {
  it.each([
    { because: "it is what the prices come to, less the fees", deals: [priced("1.8")], expected: "after-fees" },
    { because: "it is what the prices come to", deals: [priced("2")], expected: "before-fees" },
    {
      because: "a short gains downwards",
      deals: [priced("1.8", { side: "SHORT", exit: "98" })],
      expected: "after-fees",
    },
    { because: "neither fits", deals: [priced("7")], expected: "unknown" },
    { because: "they disagree", deals: [priced("1.8"), priced("2")], expected: "unknown" },
    { because: "none shows its prices", deals: [ended(1, "2", "0.2")], expected: "unknown" },
    { because: "there are none", deals: [], expected: "unknown" },
  ])("$expected where $because", ({ deals, expected }) => {
    expect(profitReading(deals)).toBe(expected);
  });

  it.each([
    { reading: "after-fees", net: "2" },
    { reading: "before-fees", net: "1.8" },
    { reading: "unknown", net: undefined },
  ] as const)("read as $reading makes a net of $net", ({ reading, net }) => {
    expect(endedDeals([priced("2")], reading)[0]?.net?.toFixed()).toBe(net);
  });

  it("doesn't take fees in another asset off", () => {
    const deal = ended(1, "2", "0.2", { result: { ...wireResult("2", "0.2"), feesAsset: "BNB" } });
    expect(endedDeals([deal], "before-fees")[0]?.net).toBeNull();
  });

  it("doesn't matter without fees", () => {
    expect(endedDeals([ended(1, "2", "0")], "unknown")[0]?.net?.toFixed()).toBe("2");
  });
});

describe("an ended deal", () => {
  it.each([
    { because: "the status says so", deal: ended(1, "-5", "0", { status: "LIQUIDATED" }), end: "liquidated" },
    {
      because: "the user got its position",
      deal: ended(1, "", "", { status: "CANCELED", result: null }),
      end: "cancelled",
    },
    { because: "a loss may have been a liquidation", deal: ended(1, "-5"), end: "lost" },
    { because: "what isn't known may have been one", deal: ended(1, "?"), end: "lost" },
    { because: "a gain wasn't", deal: ended(1, "5"), end: "other" },
  ])("is $end: $because", ({ deal, end }) => {
    expect(endedDeals([deal], "after-fees")[0]?.end).toBe(end);
  });

  it("has the margin of its position at entry, whatever the volume means", () => {
    expect(endedDeals([priced("2")], "after-fees")[0]?.margin?.toFixed()).toBe("20");
    expect(endedDeals([ended(1, "2")], "after-fees")[0]?.margin).toBeNull();
  });

  it("counts once, and was open no longer than since its bot's deal before", () => {
    const at = (hour: string) => ({ updated: { date: `2026-01-15 ${hour}:00:00`, timezone_type: 3, timezone: "UTC" } });
    const other = { botId: 8, ...at("11") };
    const deals = [ended(2, "1", "0", at("13")), ended(1, "1", "0", at("10")), ended(3, "1", "0", other)];
    const read = endedDeals([...deals, ...deals], "after-fees");
    expect(read.map(({ id, atMost }) => [id, atMost])).toEqual([
      [1, null],
      [3, null],
      [2, 3 * 3_600_000],
    ]);
  });
});
