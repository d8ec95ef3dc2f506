// What deals add up to: exactly, and unknown as soon as one of them is.
import Big from "big.js";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endedDeals } from "../../../src/results/ended-deal.js";
import { dailyNets, figuresOf } from "../../../src/results/figures.js";
import { ended } from "../model/deal/deals.js";
import { endedOf } from "./versions-of.js";

describe("figures", () => {
  it("of deals on two days", () => {
    const deals = endedOf([
      { id: 1, net: "3", hour: 1 },
      { id: 2, net: "-5", hour: 7 },
      { id: 3, net: "1", hour: 13 },
      { id: 4, net: "0", hour: 25 },
    ]);
    expect(figuresOf("USDT", [deals], [], 0)).toMatchObject({
      ...{ deals: 4, cancelled: 0, unreadable: 0, won: 2, net: "-1", days: 2, perDay: "-0.5", drawdown: "5" },
      ...{ hoursAtMost: 8, onMargin: null, liquidations: { seen: 0, possible: 1 } },
      ...{ running: { deals: 0, unrealised: "0" }, first: Date.parse("2026-01-01T01:00:00Z") },
    });
  });

  it("are unknown, and no 0, where a deal can't be read", () => {
    const deals = endedDeals([ended(1, "5"), ended(2, "n/a")], "after-fees");
    expect(figuresOf("USDT", [deals], [], 0)).toMatchObject({
      ...{ deals: 2, unreadable: 1, won: null, net: null, days: null, perDay: null, drawdown: null, onMargin: null },
    });
  });

  it("say of how many deals the safety orders aren't shown", () => {
    const odd = {
      ...ended(2, "5"),
      settings: { ...ended(2, "5").settings, volumeSafetyOrder: "7", countOrderMax: "3" },
    };
    const result = (volume: string) => ({
      ...odd,
      result: odd.result && { ...odd.result, safetyQuantity: volume, safetyPrice: "1" },
    });
    const of = (...volumes: readonly string[]) =>
      figuresOf(
        "USDT",
        [
          endedDeals(
            volumes.map((volume, index) => ({ ...result(volume), id: index + 1 })),
            "after-fees",
          ),
        ],
        [],
        0,
      ).safetyOrders;
    expect(of("7", "14")).toEqual({ mean: 1.5, most: 2, unclear: 0 });
    expect(of("7", "9", "10")).toEqual({ mean: null, most: null, unclear: 2 });
    expect(figuresOf("USDT", [], [], 0).safetyOrders).toEqual({ mean: null, most: null, unclear: 0 });
  });

  it("of none at all say nothing but that", () => {
    const cancelled = endedDeals([ended(1, "", "", { status: "CANCELED", result: null })], "after-fees");
    expect(figuresOf("USDT", [cancelled], [], 0)).toMatchObject({ deals: 0, cancelled: 1, net: null, first: null });
  });

  it("leave out what their deals can't be placed by", () => {
    const deals = endedDeals(
      [ended(1, "5", "0", { updated: { date: "?", timezone_type: 3, timezone: "UTC" } })],
      "after-fees",
    );
    expect(figuresOf("USDT", [deals], [], 0)).toMatchObject({ net: "5", days: null, perDay: null, drawdown: null });
  });
});

const nets = fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 1, maxLength: 60 });

describe("whatever the deals", () => {
  it("the days add up to the net, those without deals included", () => {
    fc.assert(
      fc.property(nets, fc.integer({ min: 1, max: 90 }), (all, hours) => {
        const deals = endedOf(all.map((net, index) => ({ id: index + 1, net: String(net), hour: index * hours })));
        const { net, days } = figuresOf("USDT", [deals], [], 0);
        const daily = dailyNets([deals]) ?? [];
        expect(daily.reduce((sum, one) => sum.plus(one), new Big(0)).toFixed()).toBe(net);
        expect([daily.length, days]).toEqual(Array(2).fill(Math.floor(((all.length - 1) * hours) / 24) + 1));
      }),
    );
  });

  it("the drawdown is the worst fall between any two moments", () => {
    fc.assert(
      fc.property(nets, (all) => {
        let sum = 0;
        const course = [0, ...all.map((net) => (sum += net))];
        const worst = Math.max(...course.flatMap((from, at) => course.slice(at).map((to) => from - to)));
        const deals = endedOf(all.map((net, index) => ({ id: index + 1, net: String(net) })));
        expect(figuresOf("USDT", [deals], [], 0).drawdown).toBe(String(worst));
      }),
    );
  });
});
