// The bundled tiers: every pair's last maintenance amount is the one published with them (a public copy of freqtrade 2026.9).
import Big from "big.js";
import { describe, expect, it } from "vitest";
import { assumptionsOf, DEFAULT_ASSUMPTIONS, tiersOf } from "../../../src/risk/assumptions.js";
import { DEFAULT_TIERS } from "../../../src/risk/default-tiers.js";
import { fixed } from "../../../src/risk/fixed.js";
import { type Bracket, bracketsOf, maintenanceOf } from "../../../src/risk/liquidation.js";

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

  it.each(PUBLISHED)("$pair begins at 0, floors and rates rise", ({ pair }) => {
    const brackets = bracketsFor(pair);
    expect(brackets[0]).toEqual({ floor: 0n, rate: brackets[0]?.rate, cum: 0n });
    brackets.slice(1).forEach(({ floor, rate }, index) => {
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
