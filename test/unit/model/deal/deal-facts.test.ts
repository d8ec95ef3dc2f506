// What is concluded from a deal: whose it is, and its profit in percent of the position's entry value.
import { describe, expect, it } from "vitest";
import { factsOf } from "../../../../src/model/deal/deal-facts.js";
import { observedDeal } from "../../../../src/service/canonical-deal.js";
import { wireDeal, wirePosition } from "./deals.js";

const dealWith = (position: ReturnType<typeof wirePosition> | null, settings: Record<string, unknown> = {}) =>
  observedDeal(wireDeal({ position }, settings));

describe("the profit", () => {
  it.each([
    ["0.5", "100", "1", "2"],
    ["0.5", "100", "-1", "-2"],
    ["-0.5", "100", "1", "2"],
    ["3", "100", "1", "0.33"],
    ["3", "100", "2", "0.67"],
    ["100", "100", "0.4", "0"],
    ["100", "100", "-0.4", "0"],
    ["1", "100", "0", "0"],
    ["0", "100", "1", null],
    ["1", "0", "1", null],
    ["x", "100", "1", null],
    ["1", "x", "1", null],
    ["1", "100", "x", null],
  ])("of %s bought at %s with %s is %s %%", (amount, entry, profit, percent) => {
    expect(factsOf(dealWith(wirePosition(amount, entry, profit)), { address: "main/a" }, "A").profitPercent).toBe(
      percent,
    );
  });

  it("of a deal without a position can't be told", () => {
    expect(factsOf(dealWith(null), { address: "main/a" }, "A").profitPercent).toBeNull();
  });
});

it("a deal is its bot's: by the title now, else by the one that it had, else by none", () => {
  const deal = dealWith(null, { title: "Then", countOrderMax: "6" });
  expect(factsOf(deal, { address: "main/a" }, "Now")).toMatchObject({ deal, address: "main/a", title: "Now" });
  expect(factsOf(deal, undefined, undefined)).toMatchObject({ address: null, title: deal.settings.title });
  expect(factsOf({ ...deal, settings: { ...deal.settings, title: null } }, undefined, null).title).toBe("");
  expect(factsOf(deal, undefined, null).safetyOrders.most).toBe(deal.settings.countOrderMax);
});
