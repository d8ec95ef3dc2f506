// The bundled tiers: every pair's last maintenance amount is the one published with them (a public copy of freqtrade 2026.9).
import Big from "big.js";
import { describe, expect, it } from "vitest";
import { assumptionsOf, DEFAULT_ASSUMPTIONS, tiersOf } from "../../../src/risk/assumptions.js";
import { DEFAULT_TIERS } from "../../../src/risk/default-tiers.js";
import { fixed, fixedText } from "../../../src/risk/fixed.js";
import {
  type Bracket,
  bracketAt,
  bracketsOf,
  liquidationAt,
  maintenanceOf,
  profitOf,
} from "../../../src/risk/liquidation.js";

const bracketsFor = (pair: string): readonly Bracket[] => tiersOf(DEFAULT_ASSUMPTIONS, pair);

/** info.cum of each pair's last bracket in binance_leverage_tiers.json; it rests on every floor and rate before it. */
const PUBLISHED: readonly { readonly pair: string; readonly count: number; readonly cum: string }[] = [
  { pair: "USDT-AAVE", count: 9, cum: "5006000" },
  { pair: "USDT-ADA", count: 10, cum: "16681300" },
  { pair: "USDT-APT", count: 9, cum: "3707550" },
  { pair: "USDT-ARB", count: 10, cum: "3303270" },
  { pair: "USDT-ATOM", count: 10, cum: "3841690" },
  { pair: "USDT-AVAX", count: 10, cum: "13345325" },
  { pair: "USDT-BCH", count: 10, cum: "13345350" },
  { pair: "USDT-BNB", count: 10, cum: "25024810" },
  { pair: "USDT-BTC", count: 12, cum: "421482000" },
  { pair: "USDT-DOGE", count: 10, cum: "33366280" },
  { pair: "USDT-DOT", count: 10, cum: "9173285" },
  { pair: "USDT-ETC", count: 10, cum: "3172700" },
  { pair: "USDT-ETH", count: 12, cum: "280507000" },
  { pair: "USDT-FIL", count: 9, cum: "4735600" },
  { pair: "USDT-INJ", count: 9, cum: "2847450" },
  { pair: "USDT-LINK", count: 10, cum: "13347050" },
  { pair: "USDT-LTC", count: 10, cum: "13345100" },
  { pair: "USDT-NEAR", count: 9, cum: "11681100" },
  { pair: "USDT-OP", count: 10, cum: "5754690" },
  { pair: "USDT-SOL", count: 10, cum: "66731475" },
  { pair: "USDT-SUI", count: 9, cum: "16681100" },
  { pair: "USDT-TRX", count: 10, cum: "6824335" },
  { pair: "USDT-UNI", count: 10, cum: "8340790" },
  { pair: "USDT-XLM", count: 9, cum: "8340550" },
  { pair: "USDT-XRP", count: 11, cum: "16683735" },
  { pair: "USDT-ZEC", count: 9, cum: "7993600" },
];

describe("bundled tiers", () => {
  it.each(PUBLISHED)("$pair: $count brackets, the last with $cum", ({ pair, count, cum }) => {
    const brackets = bracketsFor(pair);
    expect(brackets).toHaveLength(count);
    expect(brackets.at(-1)?.cum).toBe(fixed(cum));
    expect(brackets.at(-1)?.rate).toBe(fixed("0.5"));
  });

  it("has a row here for every pair", () => {
    expect(Object.keys(DEFAULT_TIERS.pairs).sort()).toEqual(PUBLISHED.map(({ pair }) => pair).sort());
  });

  it.each(PUBLISHED)("$pair begins at 0, floors and rates rise, leverages fall", ({ pair }) => {
    const brackets = bracketsFor(pair);
    expect(brackets[0]).toMatchObject({ floor: 0n, cum: 0n });
    // The last brackets take 2 and 1 times, and no bracket takes more than what is left above its maintenance rate.
    expect(brackets.slice(-2).map(({ maxLeverage }) => maxLeverage)).toEqual([fixed("2"), fixed("1")]);
    brackets.slice(1).forEach(({ floor, rate, maxLeverage = 0n }, index) => {
      expect(maxLeverage < (brackets[index]?.maxLeverage ?? 0n)).toBe(true);
      expect(maxLeverage * rate < fixed("1") * fixed("1")).toBe(true);
      expect(floor > (brackets[index]?.floor ?? floor)).toBe(true);
      expect(rate > (brackets[index]?.rate ?? rate)).toBe(true);
    });
  });

  it("can't pass with one floor or one rate of a pair changed", () => {
    const published = DEFAULT_TIERS.pairs["USDT-BTC"] ?? [];
    const last = (tiers: typeof published) => bracketsOf(tiers).at(-1)?.cum;
    for (const tier of published) {
      const changes = [{ ...tier, rate: `${tier.rate}1` }];
      if (tier.floor !== "0") changes.push({ ...tier, floor: new Big(tier.floor).plus(1).toFixed() });
      for (const change of changes) {
        expect(last(published.map((one) => (one === tier ? change : one)))).not.toBe(last(published));
      }
    }
  });

  it("say of which days they are", () => {
    expect(DEFAULT_TIERS.date).toBe("2026-06-26");
    expect(DEFAULT_TIERS.source).toContain(`${PUBLISHED.length} pairs`);
    expect(DEFAULT_TIERS.source).toContain("2026-09-25");
  });
});

describe("a pair that isn't bundled", () => {
  const other = bracketsFor("USDT-NOBODY");

  it("has ZEC's tiers of 2023, which are steeper than ZEC's own by now (E12)", () => {
    expect(other.map(({ cum }) => cum)).toEqual(
      ["0", "750", "4500", "17000", "29500", "154500", "654500"].map((cum) => fixed(cum)),
    );
    expect(maintenanceOf(other, fixed("1000000"))).toBe(fixed("95500"));
    expect(maintenanceOf(bracketsFor("USDT-ZEC"), fixed("1000000"))).toBe(fixed("18900"));
  });

  it.each(PUBLISHED)("needs no less than $pair from 70 000 on", ({ pair }) => {
    const own = bracketsFor(pair);
    const floors = [...own, ...other].map(({ floor }) => floor).filter((floor) => floor > fixed("70000"));
    // Between two floors both are straight lines, so that the floors decide; past the last one both take half.
    for (const notional of [fixed("70000"), ...floors]) {
      expect(maintenanceOf(other, notional) >= maintenanceOf(own, notional)).toBe(true);
    }
  });

  it("takes whatever one rate for every size states in their place", () => {
    const flat = tiersOf(assumptionsOf({ maintenance: "0.07" }), "USDT-NOBODY");
    expect(maintenanceOf(flat, fixed("1000"))).toBe(fixed("70"));
  });
});

describe("a notional at a tier's floor", () => {
  const brackets = bracketsOf([
    { floor: "0", rate: "0.01" },
    { floor: "100", rate: "0.02" },
    { floor: "200", rate: "0.05" },
  ]);
  it.each([
    ["0", "0.01", "0"],
    ["99.99", "0.01", "0.9999"],
    ["100", "0.02", "1"],
    ["199.99", "0.02", "2.9998"],
    ["200", "0.05", "3"],
    ["1000", "0.05", "43"],
    ["-1", "0.01", "-0.01"],
  ])("of %s has the rate %s and a maintenance margin of %s", (notional, rate, maintenance) => {
    expect(fixedText(bracketAt(brackets, fixed(notional)).rate)).toBe(rate);
    expect(fixedText(maintenanceOf(brackets, fixed(notional)))).toBe(maintenance);
  });

  it("has none without tiers", () => {
    expect(maintenanceOf([], fixed("100"))).toBe(0n);
  });
});

describe("the end of a position of 1 at 100", () => {
  type Liquidation = "binance" | "bybit" | "gate";
  function end(
    long: boolean,
    liquidation: Liquidation,
    more: { leverage?: string; rate?: string; buffer?: string; fee?: string; backing?: string },
  ) {
    const { leverage = "10", rate = "0.01", buffer = "0", fee = "0", backing } = more;
    const found = liquidationAt(
      { long, amount: fixed("1"), cost: fixed("100") },
      {
        ...{ leverage: fixed(leverage), isolated: backing === undefined },
        ...{
          brackets: bracketsOf([{ floor: "0", rate }]),
          backing: backing === undefined ? undefined : fixed(backing),
        },
        assumptions: { liquidation, safetyBuffer: buffer, takerFee: fee },
      },
    );
    return found === undefined ? undefined : fixedText(found);
  }

  it.each<[boolean, Liquidation, Parameters<typeof end>[2], string | undefined, string]>([
    [true, "binance", {}, "90.909090909091", "(10 − 100) / (1·(0.01 − 1))"],
    [false, "binance", {}, "108.910891089109", "(10 + 100) / (1·(0.01 + 1))"],
    [true, "bybit", {}, "91", "100 − (10 − 1)"],
    [false, "bybit", {}, "109", "100 + (10 − 1)"],
    [true, "gate", {}, "90.909090909091", "90 / (1 − 0.01)"],
    [false, "gate", {}, "108.910891089109", "110 / (1 + 0.01)"],
    [true, "gate", { fee: "0.01" }, "91.836734693878", "the fee of closing is a rate like the maintenance"],
    [false, "gate", { fee: "0.01" }, "107.843137254902", "of a SHORT, too"],
    [true, "gate", { rate: "0.5", fee: "0.5" }, undefined, "rates of 1 in all leave no price above 0"],
    [true, "gate", { rate: "0.5", fee: "0.499" }, "90000", "a little less, and there is one"],
    [true, "binance", { buffer: "0.5" }, "95.454545454545", "half the way back to the entry"],
    [false, "binance", { buffer: "0.5" }, "104.455445544554", "of a SHORT, too"],
    [true, "binance", { leverage: "1", rate: "0" }, undefined, "a LONG of 1x is never met"],
    [true, "bybit", { leverage: "1", rate: "0" }, undefined, "nor by the other formula, at exactly 0"],
    [true, "bybit", { leverage: "1", rate: "0.01" }, "1", "with a maintenance margin it is"],
    [true, "binance", { backing: "10" }, "90.909090909091", "what stands behind a cross one is like a margin"],
    [false, "binance", { backing: "-101" }, "0", "a SHORT with less than nothing behind it is gone at any price"],
  ])("LONG %s by %s with %j: %s, %s", (long, liquidation, more, expected, _because) => {
    expect(end(long, liquidation, more)).toBe(expected);
  });

  it("is nowhere without an amount", () => {
    const stand = { leverage: fixed("1"), isolated: true, brackets: [], backing: undefined };
    const assumptions = { liquidation: "binance", safetyBuffer: "0", takerFee: "0" } as const;
    expect(liquidationAt({ long: true, amount: 0n, cost: 0n }, { ...stand, assumptions })).toBeUndefined();
  });

  it("is at a profit that both sides share with opposite signs", () => {
    const position = { amount: fixed("2"), cost: fixed("200") };
    expect(fixedText(profitOf({ ...position, long: true }, fixed("110")))).toBe("20");
    expect(fixedText(profitOf({ ...position, long: false }, fixed("110")))).toBe("-20");
  });
});
