// Whole deals computed by hand from grids that others published (docs/reference/money.md: E1, E2, E6), run through the machine.
import Big from "big.js";
import { describe, expect, it } from "vitest";
import type { Deal } from "../../../src/market/deal.js";
import { averageText, resultOf } from "../../../src/market/result.js";
import { DEFAULT_RULES, type MarketRules } from "../../../src/market/rules.js";
import { at, opened, settingsWith, toNextLoss } from "./example.js";

const SAFETY: MarketRules = { ...DEFAULT_RULES, volumeBase: "safety" };

/** The deal after each fill down to the last safety order. */
function filledDown(deal: Deal, rules: MarketRules, count: number): Deal[] {
  const deals = [deal];
  for (let number = 1; number <= count; number += 1) deals.push(toNextLoss(deals.at(-1) ?? deal, rules).deal);
  return deals;
}

const E1 = {
  leverage: "1",
  percentSafetyOrder: "1.2",
  percentTakeProfit: "1.2",
  dynamicStepScale: "1.2",
  martingaleScale: "1.5",
  volumeFirstOrder: "20",
  volumeSafetyOrder: "20",
  countOrderMax: "8",
};

describe("E1 (github Cobeguel/dcamarcal, tests/calculator_test.py)", () => {
  it.each([
    {
      strategy: "LONG",
      averages: [1.0954, 1.08878792, 1.07911475, 1.06654061, 1.050727, 1.03112558, 1.00701862, 0.97750231, 0.94144268],
      takeProfits: [1.1085, 1.1018, 1.092, 1.0793, 1.0633, 1.0434, 1.0191, 0.9892, 0.9527],
      mode: Big.roundDown,
    },
    {
      strategy: "SHORT",
      averages: [1.0954, 1.1019332, 1.11141683, 1.12365873, 1.13894231, 1.15773357, 1.1806298, 1.20835795, 1.24178926],
      takeProfits: [1.0823, 1.0888, 1.0981, 1.1102, 1.1253, 1.1439, 1.1665, 1.1939, 1.2269],
      mode: Big.roundUp,
    },
  ])(
    "$strategy: averages, take profits, volumes and the numbers of take-profit orders",
    ({ strategy, averages, takeProfits, mode }) => {
      const { deal } = opened(settingsWith({ ...E1, strategy }), "1.0954", SAFETY);
      const deals = filledDown(deal, SAFETY, 8);
      for (const [index, average] of averages.entries()) {
        const { amount, cost } = deals[index] ?? deal;
        // Amounts are rounded to 8 places, the source's aren't.
        expect(Number(averageText(amount, cost))).toBeCloseTo(average, 7);
      }
      expect(deals.map(({ takeProfit }) => new Big(takeProfit?.price ?? 0).round(4, mode).toNumber())).toEqual(
        takeProfits,
      );
      expect(deals.map(({ takeProfit }) => takeProfit?.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
      expect(new Big(deals[8]?.cost ?? 0).toFixed(5)).toBe("1005.15625");
      expect(deals[8]?.next).toBeNull();
    },
  );
});

describe("E2 (github sxwei123/binance-dca-bot-ts, screenshots/print-table.png)", () => {
  const rules: MarketRules = { ...SAFETY, pairs: { "USDT-DOGE": { tick: "0.0001", lot: "1" } } };
  const settings = settingsWith({
    pairTitle: "USDT-DOGE",
    leverage: "1",
    percentSafetyOrder: "0.5",
    percentTakeProfit: "1",
    dynamicStepScale: "1.66",
    martingaleScale: "1.1",
    volumeFirstOrder: "11",
    volumeSafetyOrder: "15",
    countOrderMax: "4",
  });

  it("amounts, prices and exits as printed, and the result of the whole deal", () => {
    const deals = filledDown(opened(settings, "0.2558", rules).deal, rules, 4);
    const [first] = deals;
    const last = deals[4];
    if (first === undefined || last === undefined) throw new Error("no deal");
    expect(deals.map(({ takeProfit }) => takeProfit?.price)).toEqual(["0.2584", "0.2576", "0.2566", "0.255", "0.2526"]);
    expect(last.amount).toBe("322");
    expect(last.cost).toBe(new Big("10.9994").plus("15.0155").plus("16.406").plus("18.1697").plus("19.926").toFixed());
    const { deal, bookings } = at(last, "0.2526", 60_000, rules);
    // 322 × 0.2526 = 81.3372; cost 80.5166; fees 0.0005 × 10.9994, 0.0004 × each of the others and of the exit.
    expect(resultOf(deal)).toEqual({
      safetyQuantity: "279",
      safetyPrice: "0.249165591398",
      exitQuantity: "322",
      exitPrice: "0.2526",
      fees: "0.06584146",
      profit: "0.8206",
      net: "0.75475854",
    });
    expect(bookings).toEqual([
      { kind: "fee", amount: "0.03253488" },
      { kind: "profit", amount: "0.8206" },
    ]);
  });
});

describe("E6 (the service's vendor, help page)", () => {
  it("martingale 1.1 from 10 over ten safety orders comes to 185.311670611", () => {
    const settings = settingsWith({
      volumeFirstOrder: "10",
      martingaleScale: "1.1",
      countOrderMax: "10",
      leverage: "1",
    });
    // A grid of 1 % from 100: the prices are whole, and with a fine lot nothing is lost by rounding.
    const rules = { ...DEFAULT_RULES, other: { tick: null, lot: "0.000000000000000001" } };
    const deals = filledDown(opened(settings, "100", rules).deal, rules, 10);
    expect(new Big(deals[1]?.cost ?? 0).minus(10).toFixed(9)).toBe("11.000000000");
    expect(new Big(deals[10]?.cost ?? 0).minus(deals[9]?.cost ?? 0).toFixed(9)).toBe("25.937424601");
    expect(new Big(deals[10]?.cost ?? 0).toFixed(9)).toBe("185.311670611");
  });
});
