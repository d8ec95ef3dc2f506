// Why an exchange wouldn't take a bot's orders, each at its bound: leverage, quantity and least notional.
import { describe, expect, it } from "vitest";
import type { Refusal } from "../../../src/model/risk/risk.js";
import { assumptionsOf } from "../../../src/risk/assumptions.js";
import type { Fill } from "../../../src/risk/fills.js";
import { fixed } from "../../../src/risk/fixed.js";
import { botParams } from "../../../src/risk/grid-params.js";
import { refusalsOf } from "../../../src/risk/refusals.js";

/** Orders of these volumes at these prices, one after the other. */
function fills(...orders: readonly (readonly [price: string, volume: string])[]): Fill[] {
  let volumes = 0n;
  return orders.map(([price, volume]) => {
    volumes += fixed(volume);
    return { price: fixed(price), deviation: 0n, volumes, amount: 0n, cost: 0n };
  });
}

const FIELDS = {
  ...{ pairTitle: "USDT-X", strategy: "LONG", marginMode: "ISO", percentTakeProfit: "1" },
  ...{ percentSafetyOrder: "1", volumeFirstOrder: "100" },
} as const;

describe("leverage", () => {
  const from = { source: "mine", date: "2026-01-02" };
  const tiers = [
    { floor: "0", rate: "0.01", maxLeverage: "50" },
    { floor: "1000", rate: "0.03" },
  ];
  const table = { tiers: { ...from, pairs: {}, other: tiers } };

  it.each<{ leverage: string; volume: string; own?: string; expected: readonly Refusal[]; because: string }>([
    { leverage: "50", volume: "999", expected: [], because: "the tier's own is taken" },
    {
      ...{ leverage: "51", volume: "999", because: "one more isn't" },
      expected: [{ kind: "leverage", most: "50", rate: null }],
    },
    {
      ...{ leverage: "100", volume: "999", because: "1/100 is no more than the maintenance" },
      expected: [{ kind: "leverage", most: "50", rate: "0.01" }],
    },
    { leverage: "33", volume: "1000", expected: [], because: "1/33 is more than 3 %" },
    {
      ...{ leverage: "34", volume: "1000", because: "1/34 is less, though nobody states a largest one" },
      expected: [{ kind: "leverage", most: "33", rate: "0.03" }],
    },
    { leverage: "20", volume: "999", own: "20", expected: [], because: "the pair's own counts" },
    {
      ...{ leverage: "21", volume: "999", own: "20", because: "instead of the tier's" },
      expected: [{ kind: "leverage", most: "20", rate: null }],
    },
  ])("of $leverage for $volume: $because", ({ leverage, volume, own, expected }) => {
    const pairs = own === undefined ? {} : { "USDT-X": { maxLeverage: own } };
    const params = botParams({ ...FIELDS, leverage }, assumptionsOf({ pairs }, table));
    if (!("grid" in params)) throw new Error("settings are missing");
    expect(refusalsOf(params, fills(["1", volume]), false, assumptionsOf({ pairs }, table))).toEqual(expected);
  });
});

describe("orders", () => {
  const assumptions = assumptionsOf({ pairs: { "USDT-X": { lot: "0.5", leastNotional: "5" } } });
  const params = botParams({ ...FIELDS, leverage: "2" }, assumptions);
  const found = (orders: readonly Fill[], isPriced = true) => {
    if (!("grid" in params)) throw new Error("settings are missing");
    return refusalsOf(params, orders, isPriced, assumptions);
  };

  it("at the bounds are taken", () => {
    expect(found(fills(["20", "5"], ["19", "9.5"]))).toEqual([]);
  });

  it("that round to nothing are told with the first of them, and what a lot costs", () => {
    expect(found(fills(["10", "50"], ["100", "20"], ["200", "40"]))).toEqual([
      { kind: "quantity", orders: 2, first: 1, quantity: "0.2", lot: "0.5", price: "100", lotCosts: "50" },
    ]);
  });

  it("below the least notional are told with the first of them", () => {
    expect(found(fills(["1", "5"], ["1", "4.99"], ["1", "3"]))).toEqual([
      { kind: "notional", orders: 2, first: 1, volume: "4.99", least: "5" },
    ]);
  });

  it("without a real price have no quantity", () => {
    expect(found(fills(["100", "20"]), false)).toEqual([]);
  });

  it("of a pair whose limits nobody states are taken", () => {
    const none = assumptionsOf();
    const free = botParams({ ...FIELDS, leverage: "2" }, none);
    if (!("grid" in free)) throw new Error("settings are missing");
    expect(refusalsOf(free, fills(["100", "0.01"]), true, none)).toEqual([]);
  });
});
