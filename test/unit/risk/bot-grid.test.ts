// Grids that others published, rung by rung (docs/reference/money.md: E1, E2, E5, E6).
import Big from "big.js";
import { describe, expect, it } from "vitest";
import { ladderOf } from "../../../src/market/deal-params.js";
import { priceAtPercent } from "../../../src/market/holding.js";
import { roundTick } from "../../../src/market/rules.js";
import { type Fill, type FillRounding, fillsOf } from "../../../src/risk/fills.js";
import { fixed } from "../../../src/risk/fixed.js";
import type { GridParams } from "../../../src/risk/grid-params.js";
import { big } from "./decimals.js";

const BASE: GridParams = {
  long: true,
  percent: "1",
  stepScale: null,
  count: 3,
  firstVolume: "100",
  safetyVolume: "100",
  volumeScale: null,
  volumeBase: "first",
  anchor: "base",
};

const EXACT: FillRounding = { tick: null, lot: "0.000000000000000001", mode: "half-up", digits: 12 };

/** The fills order by order, the position after each beside it. */
function gridOf(terms: GridParams, first: string, rounding: FillRounding) {
  return fillsOf(terms, fixed(first), rounding).map((fill, index, fills) => {
    const before: Pick<Fill, "volumes" | "amount"> = fills[index - 1] ?? { volumes: 0n, amount: 0n };
    const [cost, total] = [big(fill.cost), big(fill.amount)];
    return {
      deviation: big(fill.deviation),
      price: big(fill.price),
      volume: big(fill.volumes - before.volumes),
      volumes: big(fill.volumes),
      amount: big(fill.amount - before.amount),
      cost,
      total,
      average: cost.div(total),
    };
  });
}

/** github Cobeguel/dcamarcal, tests/calculator_test.py. */
const E1: GridParams = {
  ...BASE,
  percent: "1.2",
  stepScale: "1.2",
  count: 8,
  firstVolume: "20",
  safetyVolume: "20",
  volumeScale: "1.5",
  volumeBase: "safety",
};
const E1_DEVIATIONS = [0, 1.2, 2.64, 4.368, 6.4416, 8.92992, 11.915904, 15.4990848, 19.79890176];
const E1_VOLUMES = [20, 20, 30, 45, 67.5, 101.25, 151.875, 227.8125, 341.71875];
const E1_SUMS = [20, 40, 70, 115, 182.5, 283.75, 435.625, 663.4375, 1005.15625];

describe("E1, a grid with martingale and dynamic step", () => {
  it.each([
    {
      side: "LONG",
      long: true,
      prices: "1.0954 1.0822552 1.06648144 1.04755292 1.02483871 0.99758166 0.96487319 0.92562303 0.87852283",
      averages: "1.0954 1.08878792 1.07911475 1.06654061 1.050727 1.03112558 1.00701862 0.97750231 0.94144268",
      takeProfits: "1.1085 1.1018 1.0920 1.0793 1.0633 1.0434 1.0191 0.9892 0.9527",
      mode: "down",
    },
    {
      side: "SHORT",
      long: false,
      prices: "1.0954 1.1085448 1.12431856 1.14324708 1.16596129 1.19321834 1.22592681 1.26517697 1.31227717",
      averages: "1.0954 1.1019332 1.11141683 1.12365873 1.13894231 1.15773357 1.1806298 1.20835795 1.24178926",
      takeProfits: "1.0823 1.0888 1.0981 1.1102 1.1253 1.1439 1.1665 1.1939 1.2269",
      mode: "up",
    },
  ] as const)("$side: deviations, volumes, sums, prices, averages, take profits", (row) => {
    const grid = gridOf({ ...E1, long: row.long }, "1.0954", EXACT);
    expect(grid.map(({ deviation }) => deviation.times(100).toNumber())).toEqual(E1_DEVIATIONS);
    expect(grid.map(({ volume }) => volume.toNumber())).toEqual(E1_VOLUMES);
    expect(grid.map(({ volumes }) => volumes.toNumber())).toEqual(E1_SUMS);
    // The source prints eight places, its last digit cut or rounded: one unit there is its own.
    const near = (found: readonly Big[], published: string) => {
      for (const [index, text] of published.split(" ").entries())
        expect(found[index]?.minus(text).abs().toNumber()).toBeLessThanOrEqual(1.01e-8);
    };
    near(
      grid.map(({ price }) => price),
      row.prices,
    );
    near(
      grid.map(({ average }) => average),
      row.averages,
    );
    const exits = grid.map(({ cost, total }) => {
      const exit = priceAtPercent({ long: row.long, amount: total, cost }, new Big("1.2"));
      return roundTick(exit, "0.0001", row.mode).toFixed(4);
    });
    expect(exits.join(" ")).toBe(row.takeProfits);
  });
});

describe("E2, tick and lot (github sxwei123/binance-dca-bot-ts, screenshots/print-table.png)", () => {
  it("prices, quantities, volumes and exits as printed", () => {
    const terms: GridParams = {
      ...BASE,
      percent: "0.5",
      stepScale: "1.66",
      count: 4,
      firstVolume: "11",
      safetyVolume: "15",
      volumeScale: "1.1",
      volumeBase: "safety",
    };
    const grid = gridOf(terms, "0.2558", { tick: "0.0001", lot: "1", mode: "half-up" });
    expect(grid.map(({ deviation }) => deviation.times(100).toFixed())).toEqual([
      "0",
      "0.5",
      "1.33",
      "2.7078",
      "4.994948",
    ]);
    expect(grid.map(({ amount }) => amount.toFixed())).toEqual(["43", "59", "65", "73", "82"]);
    expect(grid.map(({ price }) => price.toFixed(4))).toEqual(["0.2558", "0.2545", "0.2524", "0.2489", "0.2430"]);
    expect(grid.map(({ price, amount }) => price.times(amount).toFixed())).toEqual([
      "10.9994",
      "15.0155",
      "16.406",
      "18.1697",
      "19.926",
    ]);
    const exits = grid.map(({ cost, total }) =>
      roundTick(priceAtPercent({ long: true, amount: total, cost }, new Big(1)), "0.0001").toFixed(4),
    );
    expect(exits).toEqual(["0.2584", "0.2576", "0.2566", "0.2550", "0.2526"]);
  });
});

describe("E5, what a distance is counted from", () => {
  it.each([
    { anchor: "base", first: "100", percent: "2", count: 2, prices: ["98", "96"], because: "help.hxr.com" },
    { anchor: "previous", first: "100", percent: "2", count: 2, prices: ["98", "96.04"], because: "help.hxr.com" },
    {
      anchor: "average",
      first: "10000",
      percent: "1",
      count: 1,
      prices: ["9900"],
      because: "Bybit futures martingale bot page",
    },
  ] as const)("$anchor: $because", ({ anchor, first, percent, count, prices }) => {
    const grid = gridOf({ ...BASE, anchor, percent, count }, first, EXACT);
    expect(grid.slice(1).map(({ price }) => price.toFixed())).toEqual(prices);
  });

  it("counts from the average of what was filled before", () => {
    const [, one, two] = gridOf({ ...BASE, anchor: "average", percent: "1", count: 2 }, "10000", EXACT);
    expect(two?.price.toFixed(6)).toBe(one?.average.times("0.99").toFixed(6));
  });

  it("steps of 3 % with scale 1.2 are 3, 3.6, 4.32, 5.18 (gtprotocol help)", () => {
    const rungs = ladderOf({ ...BASE, percent: "3", stepScale: "1.2", count: 4 });
    const steps = rungs.map(({ deviation }, index) => deviation.minus(rungs[index - 1]?.deviation ?? 0).times(100));
    expect(steps.map((step) => step.toFixed(2))).toEqual(["3.00", "3.60", "4.32", "5.18"]);
  });
});

describe("volumes", () => {
  it("E6, this service's martingale (vendor help page): 10 with 1.1 over ten orders", () => {
    const rungs = ladderOf({ ...BASE, firstVolume: "10", volumeScale: "1.1", count: 10 });
    expect(rungs[0]?.volume.toFixed()).toBe("11");
    expect(rungs[9]?.volume.toFixed()).toBe("25.937424601");
    expect(rungs[9]?.volumes.plus(10).toFixed()).toBe("185.311670611");
  });

  it.each([
    {
      terms: { volumeScale: null, safetyVolume: "30" },
      volumes: ["30", "30", "30"],
      because: "no martingale: all alike",
    },
    {
      terms: { volumeScale: "2", safetyVolume: "30" },
      volumes: ["200", "400", "800"],
      because: "first: safety volume unused",
    },
    {
      terms: { volumeScale: "2", safetyVolume: "30", volumeBase: "safety" },
      volumes: ["30", "60", "120"],
      because: "safety: the first is plain",
    },
    {
      terms: { volumeScale: "2", safetyVolume: null, volumeBase: "safety" },
      volumes: ["200", "400", "800"],
      because: "nothing else to multiply",
    },
    { terms: { volumeScale: null, safetyVolume: null }, volumes: [], because: "no volume, no order" },
  ] as const)("$because", ({ terms, volumes }) => {
    expect(ladderOf({ ...BASE, ...terms }).map(({ volume }) => volume.toFixed())).toEqual(volumes);
  });

  it("a LONG's grid ends before a price of 0", () => {
    expect(ladderOf({ ...BASE, percent: "40", count: 50 })).toHaveLength(2);
    expect(ladderOf({ ...BASE, percent: "40", count: 50, long: false })).toHaveLength(50);
  });
});
