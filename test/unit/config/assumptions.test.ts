// An account's assumptions: percentages become fractions, every bound itself is taken, and the next value beyond it isn't.

import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { assumptionsSchema, statedAssumptions } from "../../../src/config/assumptions.js";

it("stated assumptions are exact decimals, and fractions where they are percentages", () => {
  const pairs = { "USDT-BTC": { tick: 0.1, lot: 1e-8 }, "USDT-ETH": { leastNotional: 20.5, maxLeverage: 75 } };
  const rates = { percentMakerFee: 0.04, percentTakerFee: 0.055, percentFunding: -0.01, percentMaintenance: 0.5 };
  const words = { volumeMeaning: "margin", volumeBase: "safety", anchor: "average", liquidation: "gate" } as const;
  const shares = { percentReserve: 20, percentSafetyBuffer: 5, hedgeMode: false, rounding: "down" } as const;
  const stated = statedAssumptions({ ...words, ...rates, ...shares, tiersFile: "tiers.json", pairs }, "a/b.yaml");
  expect(stated).toEqual({
    ...{ ...words, hedgeMode: false, roundingMode: "down", exchangeFile: "tiers.json", statedIn: "a/b.yaml" },
    ...{ makerFee: "0.0004", takerFee: "0.00055", fundingRate: "-0.0001", maintenance: "0.005", reserve: "0.2" },
    ...{
      safetyBuffer: "0.05",
      pairs: {
        "USDT-BTC": { tick: "0.1", lot: "0.00000001" },
        "USDT-ETH": { leastNotional: "20.5", maxLeverage: "75" },
      },
    },
  });
});

it("the older name of the file is taken, and the newer one counts where both are stated", () => {
  const file = (stated: object) => statedAssumptions(stated, "a.yaml").exchangeFile;
  expect([file({ tiersFile: "t.json" }), file({ tiersFile: "t.json", exchangeFile: "e.json" })]).toEqual([
    "t.json",
    "e.json",
  ]);
});

it("without any nothing is stated, not even the file", () => {
  expect([statedAssumptions(undefined, "a.yaml"), statedAssumptions({}, "a.yaml")]).toEqual([{}, {}]);
});

describe("taken are", () => {
  const takes = (value: object) => z.safeParse(assumptionsSchema, value).success;
  it.each<[string, readonly unknown[], readonly unknown[]]>([
    ["percentMakerFee", [0, 99.99], [-0.01, 100, "1"]],
    ["percentTakerFee", [0, 99.99], [-0.01, 100]],
    ["percentMaintenance", [0, 99.99], [-0.01, 100]],
    ["percentReserve", [0, 99.99], [-0.01, 100]],
    ["percentSafetyBuffer", [0, 99.99], [-0.01, 100]],
    ["percentFunding", [-99.99, 0, 99.99], [-100, 100]],
    ["nonceWindow", [1, 3_600], [0, 3_601, 1.5]],
    ["volumeMeaning", ["notional", "margin"], ["both"]],
    ["volumeBase", ["first", "safety"], ["last"]],
    ["anchor", ["base", "previous", "average"], ["first"]],
    ["liquidation", ["binance", "bybit", "gate"], ["okx"]],
    ["rounding", ["half-up", "down", "up"], ["even"]],
    ["hedgeMode", [true, false], ["yes"]],
    [
      "tiersFile",
      ["t.json", "a/b-c/t_1.json", `${"a".repeat(195)}.json`],
      ["/t.json", "../t.json", "a/../t.json", ".t.json", "a/.t.json", "t.yaml", "a b.json", `${"a".repeat(196)}.json`],
    ],
    [
      "pairs",
      [{ "USDT-BTC": { tick: 0.1 } }, { "U-B": {} }],
      [{ BTCUSDT: {} }, { "USDT-BTC": { tick: 0 } }, { "USDT-BTC": { lot: -1 } }, { "USDT-BTC": { step: 1 } }],
    ],
    ["other", [], [1]],
  ])("%s: %j, but not %j", (name, good, bad) => {
    expect(good.filter((value) => !takes({ [name]: value }))).toEqual([]);
    expect(bad.filter((value) => takes({ [name]: value }))).toEqual([]);
  });
});
