// How figures compare: what grows, who is liquidated sooner, and which moves of all prices liquidate more than now.
import { describe, expect, it } from "vitest";
import {
  grownMeasures,
  isLiquidatedSooner,
  liquidationMove,
  mostLiquidated,
  newLiquidations,
} from "../../../../src/model/risk/comparison.js";
import type { BotRisk, LiquidationFlag } from "../../../../src/model/risk/risk.js";
import { botRisk, shockRisk } from "../../render/facts.js";

const at = (price: string | null, changes: Partial<BotRisk> = {}): BotRisk =>
  botRisk({ basis: { kind: "relative" }, liquidation: outside(price), ...changes });
const outside = (price: string | null): LiquidationFlag => ({ kind: "outside", price, distance: null, loss: null });
const inside = (price: string): LiquidationFlag => ({
  ...{ kind: "inside", after: 1, price, loss: "9", neverPlaced: 1, share: "0.5" },
});
const shared = (move: string | null): LiquidationFlag => ({
  ...{ kind: "outside", price: "40", distance: null, loss: null, together: { others: 2, move } },
});

it("what grows is named, to the last digit", () => {
  expect(grownMeasures(botRisk(), botRisk())).toEqual([]);
  expect(grownMeasures(botRisk(), botRisk({ position: "1180.4", leverage: "4", orders: 2 }))).toEqual([]);
  expect(grownMeasures(botRisk(), botRisk({ position: "1180.500001", orders: 4, funding: "9" }))).toEqual([
    { measure: "position", before: "1180.5", after: "1180.500001" },
    { measure: "orders", before: "3", after: "4" },
  ]);
});

it("a liquidation is a move from the first fill", () => {
  expect(liquidationMove(at("80"))?.toFixed()).toBe("-0.2");
  expect(liquidationMove(at(null))).toBeUndefined();
  expect(liquidationMove(at("1", { liquidation: { kind: "unknown", needs: "balance" } }))).toBeUndefined();
  const priced = botRisk({ basis: { kind: "price", price: "64000", source: "given" }, liquidation: outside("32000") });
  expect(liquidationMove(priced)?.toFixed()).toBe("-0.5");
});

describe("liquidated sooner", () => {
  const SHORT = { side: "SHORT" } as const;
  it.each<[string, BotRisk, BotRisk, boolean | undefined]>([
    ["a smaller fall", at("70"), at("80"), true],
    ["a larger fall", at("80"), at("70"), false],
    ["the same fall", at("80"), at("80"), false],
    ["a smaller rise, of a SHORT", at("130", SHORT), at("120", SHORT), true],
    ["a larger rise, of a SHORT", at("120", SHORT), at("130", SHORT), false],
    ["now at some price", at(null), at("1"), true],
    ["no more", at("80"), at(null), false],
    ["before its last order", at("70"), at("60", { liquidation: inside("60") }), true],
    ["at once", at("80", { liquidation: inside("80") }), at("101", { liquidation: inside("101") }), true],
    ["together with others", at("40"), at("40", { liquidation: shared("-0.1") }), true],
    [
      "together by a smaller move",
      at("40", { liquidation: shared("-0.2") }),
      at("40", { liquidation: shared("-0.1") }),
      true,
    ],
    [
      "together by no single move",
      at("40", { liquidation: shared("-0.2") }),
      at("40", { liquidation: shared(null) }),
      true,
    ],
    [
      "together by a larger move",
      at("40", { liquidation: shared("-0.1") }),
      at("40", { liquidation: shared("-0.2") }),
      false,
    ],
    ["unknown before", at("1", { liquidation: { kind: "unknown", needs: "balance" } }), at("1"), undefined],
    ["unknown now", at("1"), at("1", { liquidation: { kind: "unknown", needs: "balance" } }), undefined],
  ])("%s", (_, before, after, is) => {
    expect(isLiquidatedSooner(before, after)).toBe(is);
  });
});

it("the nearest fall and the nearest rise that liquidate more than now", () => {
  const now = [shockRisk("-0.4"), shockRisk("-0.2"), shockRisk("0.2", { liquidated: 1 })];
  const next = [
    shockRisk("-0.4", { liquidated: 3, isCrossLiquidated: true }),
    shockRisk("-0.2", { liquidated: 1 }),
    shockRisk("0.2", { liquidated: 1 }),
    shockRisk("0.4", { liquidated: 9 }),
  ];
  const { isolated, cross, now: was } = newLiquidations(next, now);
  expect(isolated.map((one) => [one.move, was(one), one.liquidated])).toEqual([["-0.2", 0, 1]]);
  expect(cross?.move).toBe("-0.4");
});

it("what a running deal outlives counts at its most", () => {
  const most = mostLiquidated([shockRisk("-0.2", { liquidated: 1 })], [shockRisk("-0.2", { liquidated: 2 })]);
  expect(most.map(({ liquidated }) => liquidated)).toEqual([2]);
});
