// When a bot opens its next deal.
import Big from "big.js";
import { describe, expect, it } from "vitest";
import { afterDeal, botRulesOf, nextDeal } from "../../../src/market/bot.js";

describe("nextDeal", () => {
  it.each([
    { fields: {}, price: "5", signal: false, kind: "open", because: "continuous mode" },
    { fields: { indicatorGroup: "NOTHING" }, price: "5", signal: false, kind: "open", because: "no indicator" },
    {
      fields: { indicatorGroup: "FOMO" },
      price: "5",
      signal: false,
      kind: "waits-for-signal",
      because: "an indicator decides",
    },
    { fields: { indicatorGroup: "FOMO" }, price: "5", signal: true, kind: "open", because: "it gave its signal" },
    {
      fields: { priceLevel: "UPPER", priceLevelUp: "5", priceLevelDown: "4" },
      price: "3",
      signal: false,
      kind: "open",
      because: "only the upper limit applies",
    },
    {
      fields: { priceLevel: "UPPER", priceLevelUp: "5" },
      price: "5",
      signal: false,
      kind: "open",
      because: "at the limit is not outside",
    },
    {
      fields: { priceLevel: "BOTH", priceLevelUp: "5", priceLevelDown: "4" },
      price: "5.01",
      signal: false,
      kind: "held-back",
      because: "above",
    },
    {
      fields: { priceLevel: "BOTH", priceLevelUp: "5", priceLevelDown: "4" },
      price: "3.99",
      signal: false,
      kind: "held-back",
      because: "below",
    },
    {
      fields: { priceLevel: "LOWER", priceLevelDown: "0" },
      price: "0.1",
      signal: false,
      kind: "open",
      because: "0 is no limit",
    },
    {
      fields: { priceLevel: "NOTHING", priceLevelUp: "1" },
      price: "5",
      signal: false,
      kind: "open",
      because: "no limit is chosen",
    },
  ])("$because: $kind", ({ fields, price, signal, kind }) => {
    expect(nextDeal(botRulesOf(fields), new Big(price), signal).kind).toBe(kind);
  });

  it("says which limit holds it back", () => {
    const rules = botRulesOf({ priceLevel: "UPPER", priceLevelUp: "5" });
    expect(nextDeal(rules, new Big(6), false)).toEqual({ kind: "held-back", side: "above", level: "5" });
  });
});

describe("afterDeal", () => {
  it.each([
    { limit: null, cycles: 99, reason: "take-profit", after: { cycles: 100, isOver: false }, because: "no limit" },
    { limit: "3", cycles: 1, reason: "take-profit", after: { cycles: 2, isOver: false }, because: "one to go" },
    {
      limit: "3",
      cycles: 2,
      reason: "command",
      after: { cycles: 3, isOver: true },
      because: "completed by force counts",
    },
    {
      limit: "3",
      cycles: 2,
      reason: "cancelled",
      after: { cycles: 2, isOver: false },
      because: "cancelled doesn't count",
    },
  ] as const)("$because", ({ limit, cycles, reason, after }) => {
    expect(afterDeal(botRulesOf({ cycleLimitScale: limit }), cycles, reason)).toEqual(after);
  });
});
