// Liquidation prices, margins and averages that others published (docs/reference/money.md: E7, E9, E10, E12, E13), as the market works them out.

import Big from "big.js";
import { describe, expect, it } from "vitest";
import { isolatedLiquidation } from "../../../src/market/account.js";
import {
  averageEntry,
  type Holding,
  initialMargin,
  priceAtPercent,
  priceAtProfit,
  profitAt,
} from "../../../src/market/holding.js";
import {
  liquidationPrice,
  maintenanceMargin,
  type TierAmount,
  tierAt,
  withAmounts,
} from "../../../src/market/liquidation.js";
import { replayRules } from "../../../src/market/rules.js";
import type { Assumptions } from "../../../src/model/risk/assumptions.js";
import { DEFAULT_ASSUMPTIONS, tiersOf as riskTiersOf } from "../../../src/risk/assumptions.js";
import { fixed, fixedText } from "../../../src/risk/fixed.js";
import { liquidationAt } from "../../../src/risk/liquidation.js";

function tier(rate: string, cum: string): TierAmount {
  return { floor: new Big(0), rate: new Big(rate), cum: new Big(cum) };
}

function held(long: boolean, entry: string, amount: string): Holding {
  return { long, amount: new Big(amount), cost: new Big(entry).times(amount) };
}

describe("liquidationPrice", () => {
  it.each([
    {
      pair: "ETH",
      entry: "1456.84",
      amount: "3683.979",
      rate: "0.10",
      cum: "135365",
      maintenance: "71200.81144",
      unrealised: "-56354.57",
      price: "1153.26",
    },
    {
      pair: "BTC",
      entry: "32481.98",
      amount: "109.488",
      rate: "0.025",
      cum: "16300",
      maintenance: "356512.508",
      unrealised: "-448192.89",
      price: "26316.89",
    },
  ])(
    "E9, Binance's example of two cross positions: $pair",
    ({ entry, amount, rate, cum, maintenance, unrealised, price }) => {
      const backing = new Big("1535443.01").plus(unrealised).minus(maintenance);
      const found = liquidationPrice(held(true, entry, amount), backing, [tier(rate, cum)]);
      expect(found?.toFixed(2)).toBe(price);
    },
  );

  it.each([
    { long: true, leverage: "5", entry: "10", amount: "1", price: 8.070707070707071 },
    { long: true, leverage: "5", entry: "8", amount: "1", price: 6.454545454545454 },
    { long: true, leverage: "3", entry: "10", amount: "1", price: 6.723905723905723 },
    { long: false, leverage: "5", entry: "10", amount: "1", price: 11.89108910891089 },
    { long: false, leverage: "3", entry: "10", amount: "1", price: 13.211221122 },
  ])(
    "E10, isolated (freqtrade tests/exchange/test_exchange.py): $leverage × at $entry",
    ({ long, leverage, entry, amount, price }) => {
      const holding = held(long, entry, amount);
      const found = liquidationPrice(holding, initialMargin(holding.cost, leverage), [tier("0.01", "0.01")]);
      expect(found?.toNumber()).toBeCloseTo(price, 9);
    },
  );

  it("has none for a LONG without leverage, nor without a position", () => {
    expect(liquidationPrice(held(true, "10", "1"), new Big(10), [tier("0.01", "0")])).toBeUndefined();
    expect(liquidationPrice(held(true, "10", "0"), new Big(10), [tier("0.01", "0")])).toBeUndefined();
  });

  it("takes the tier of the notional at the price it finds", () => {
    const tiers = withAmounts([
      { floor: "0", rate: "0.01" },
      { floor: "1000", rate: "0.1" },
    ]);
    const holding = held(false, "90", "10");
    const price = liquidationPrice(holding, new Big(300), tiers);
    // 900 at entry, 1200 less maintenance at the price: the second tier. There, what is left is exactly the maintenance.
    if (price === undefined) throw new Error("it has a price");
    const left = new Big(300).plus(profitAt(holding, price)).minus(maintenanceMargin(tiers, price.times(10)));
    expect(left.round(8).toFixed()).toBe("0");
    expect(price.times(10).gt(1000)).toBe(true);
  });
});

describe("tiers", () => {
  const ZEC = ["0", "50000", "150000", "250000", "500000", "1000000", "2000000"];
  const RATES = [".01", ".025", ".05", ".1", ".125", ".25", ".5"];

  it("E12, maintenance amounts of ZEC/USDT", () => {
    const tiers = withAmounts(ZEC.map((floor, index) => ({ floor, rate: RATES[index] ?? "0" })));
    expect(tiers.map(({ cum }) => cum.toNumber())).toEqual([0, 750, 4500, 17000, 29500, 154500, 654500]);
    expect(tierAt(tiers, new Big("149999")).rate.toFixed()).toBe("0.025");
    expect(tierAt(tiers, new Big("150000")).rate.toFixed()).toBe("0.05");
    expect(maintenanceMargin(tiers, new Big(150000)).toFixed()).toBe("3000");
  });
});

describe("margin and fees", () => {
  it("E7 (GinArea handbook): a position of 5000 uses 250 at 20x and 50 at 100x", () => {
    expect(initialMargin(new Big(5000), "20").toFixed()).toBe("250");
    expect(initialMargin(new Big(5000), "100").toFixed()).toBe("50");
  });

  it("E13: three fills, their average and fees", () => {
    const fills = [
      ["100", "1"],
      ["125", "0.9"],
      ["150", "0.85"],
    ] as const;
    const amount = fills.reduce((sum, [quantity]) => sum.plus(quantity), new Big(0));
    const cost = fills.reduce((sum, [quantity, price]) => sum.plus(new Big(quantity).times(price)), new Big(0));
    expect(averageEntry({ long: true, amount, cost }).toFixed()).toBe("0.90666666666666666667");
    expect(cost.times("0.0025").toFixed()).toBe("0.85");
  });
});

describe("levels", () => {
  it.each([
    { long: true, percent: "1.2", price: "101.2" },
    { long: false, percent: "1.2", price: "98.8" },
    { long: true, percent: "-3", price: "97" },
    { long: false, percent: "-3", price: "103" },
  ])("$percent % of a position at 100 (long: $long)", ({ long, percent, price }) => {
    expect(priceAtPercent(held(long, "100", "0.3"), new Big(percent)).toFixed()).toBe(price);
  });

  it("a profit in money, and back", () => {
    for (const long of [true, false]) {
      const holding = held(long, "100", "0.5");
      expect(profitAt(holding, priceAtProfit(holding, new Big("2.5"))).toFixed()).toBe("2.5");
    }
  });
});

describe("an isolated position of a replay", () => {
  const tier = { floor: "0", rate: "0.004" };
  it.each([
    { liquidation: "binance", safetyBuffer: "0" },
    { liquidation: "binance", safetyBuffer: "0.1" },
    { liquidation: "bybit", safetyBuffer: "0" },
    { liquidation: "gate", safetyBuffer: "0.05" },
  ] as const)("is liquidated at the price that risk shows: $liquidation, buffer $safetyBuffer", (terms) => {
    const tiers = {
      ...{ source: "test", date: "2026-01-01", other: [tier] },
      pairs: { "USDT-BTC": [tier, { floor: "5000", rate: "0.01" }, { floor: "50000", rate: "0.025" }] },
    };
    const assumptions: Assumptions = { ...DEFAULT_ASSUMPTIONS, ...terms, tiers };
    const seen = new Set<string>();
    for (const pair of ["USDT-BTC", "USDT-ETH"])
      for (const long of [true, false])
        for (const leverage of ["1", "5", "20"])
          for (const amount of ["0.01", "2.5", "800"]) {
            const cost = new Big(amount).times("64.5");
            const found = isolatedLiquidation(
              { long, amount: new Big(amount), cost },
              leverage,
              replayRules(assumptions, ["USDT-BTC", "USDT-ETH"]),
              pair,
            );
            const brackets = riskTiersOf(assumptions, pair);
            const stand = { leverage: fixed(leverage), isolated: true, brackets, backing: undefined, assumptions };
            const shown = liquidationAt({ long, amount: fixed(amount), cost: fixed(cost.toFixed()) }, stand);
            expect(found?.round(8).toFixed() ?? "none").toBe(
              shown === undefined || shown === 0n ? "none" : new Big(fixedText(shown)).round(8).toFixed(),
            );
            seen.add(found?.toFixed(4) ?? "none");
          }
    expect(seen.size).toBeGreaterThan(8);
  });
});
