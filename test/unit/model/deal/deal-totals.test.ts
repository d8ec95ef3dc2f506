// What deals come to: to the last decimal, per asset, in the order in which they ended.
import Big from "big.js";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { totalsOf, unrealisedOf } from "../../../../src/model/deal/deal-totals.js";
import { observedDeal } from "../../../../src/service/canonical-deal.js";
import { ended, wireDeal, wirePosition, wireResult } from "./deals.js";

const endedAt = (second: number) => ({
  updated: { date: `2026-01-15 12:00:${second}.000000`, timezone_type: 3, timezone: "UTC" },
});

describe("totals of ended deals", () => {
  it("add decimals where doubles would lose some", () => {
    const [total] = totalsOf([ended(1, "0.1", "0.1"), ended(2, "0.2", "0.2"), ended(3, "-0.3", "0.0000000001")]);
    expect(total).toMatchObject({ asset: "USDT", deals: 3, won: 2, lost: 1, winRate: "66.67", profit: "0" });
    expect(total).toMatchObject({ fees: "0.3000000001", course: ["0.1", "0.3", "0"] });
  });

  it.each([
    [["1"], 1, 0, "100"],
    [["-1"], 0, 1, "0"],
    [["0"], 0, 0, "0"],
    [["1", "0", "-1"], 1, 1, "33.33"],
    [["0.00000001", "-0.00000001"], 1, 1, "50"],
  ])(
    "of profits %j: %d won, %d lost, and a deal that came out even is neither (%s %%)",
    (profits, won, lost, winRate) => {
      const [total] = totalsOf(profits.map((profit, index) => ended(index + 1, profit)));
      expect(total).toMatchObject({ deals: profits.length, won, lost, winRate });
    },
  );

  it("are kept apart by asset, fees in their own", () => {
    const busd = { result: { ...wireResult("5", "1"), profitAsset: "BUSD", feesAsset: "BNB" } };
    expect(totalsOf([ended(1, "1"), ended(2, "0", "0", busd)])).toMatchObject([
      { asset: "BNB", deals: 0, profit: "0", fees: "1", winRate: null },
      { asset: "BUSD", deals: 1, profit: "5", fees: "0" },
      { asset: "USDT", deals: 1, profit: "1", fees: "0" },
    ]);
  });

  it("follow the time at which deals ended, not the order of the list", () => {
    const deals = [ended(1, "5", "0", endedAt(30)), ended(2, "-1", "0", endedAt(10))];
    expect(totalsOf(deals)[0]?.course).toEqual(["-1", "4"]);
    expect(totalsOf(deals.toReversed())).toEqual(totalsOf(deals));
  });

  it("leave out what can't be read, and what has no result", () => {
    expect(totalsOf([ended(1, "n/a", ""), observedDeal(wireDeal())])).toEqual([]);
    expect(totalsOf([ended(1, "2", ""), ended(2, "n/a")])).toMatchObject([{ deals: 1, profit: "2" }]);
  });

  it("take the pair's quote where the asset is empty", () => {
    const unnamed = { result: { ...wireResult("5", "1"), profitAsset: "", feesAsset: "" } };
    expect(totalsOf([ended(1, "0", "0", unnamed)])).toMatchObject([{ asset: "USDT", profit: "5", fees: "1" }]);
  });

  it("equal the sum whatever the amounts, and no deal counts twice", () => {
    const amount = fc.tuple(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), fc.integer({ min: 0, max: 12 }));
    const text = ([digits, places]: readonly [bigint, number]) =>
      new Big(String(digits)).div(new Big(10).pow(places)).toFixed();
    fc.assert(
      fc.property(fc.array(fc.tuple(amount, amount), { minLength: 1, maxLength: 20 }), (pairs) => {
        const deals = pairs.map(([profit, fees], index) => ended(index, text(profit), text(fees)));
        const [total] = totalsOf(deals);
        // Scaled to whole numbers, which are exact.
        const sum = (which: 0 | 1) =>
          pairs.reduce((all, pair) => all + pair[which][0] * 10n ** BigInt(12 - pair[which][1]), 0n);
        expect(new Big(total?.profit ?? "1").times("1e12").toFixed()).toBe(String(sum(0)));
        expect(new Big(total?.fees ?? "1").times("1e12").toFixed()).toBe(String(sum(1)));
        expect(total?.course.at(-1)).toBe(total?.profit);
        expect(total?.deals).toBe(pairs.length);
      }),
    );
  });
});

it("unrealised profit adds up per quote asset", () => {
  const deals = [
    observedDeal(wireDeal({ position: wirePosition("1", "100", "0.1") })),
    observedDeal(wireDeal({ position: wirePosition("1", "100", "0.2") })),
    observedDeal(wireDeal({ pairTitle: "BUSD-BTC", position: wirePosition("1", "100", "-7") })),
    observedDeal(wireDeal({ position: wirePosition("1", "100", "") })),
    observedDeal(wireDeal()),
  ];
  expect(unrealisedOf(deals)).toEqual([
    { asset: "BUSD", profit: "-7" },
    { asset: "USDT", profit: "0.3" },
  ]);
});
