// Decimals of figures as a plan carries them: canonical, or refused.
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { assumptionFacts, decimal } from "../../../../src/model/risk/assumptions.js";

it.each([
  ["0", true],
  ["1", true],
  ["-1", true],
  ["0.0005", true],
  ["-0.5", true],
  ["120.05", true],
  ["9".repeat(120), true],
  ["9".repeat(121), false],
  [`0.${"0".repeat(19)}1`, true],
  [`0.${"0".repeat(20)}1`, false],
  ["-0", false],
  ["0.0", false],
  ["1.50", false],
  ["01", false],
  [".5", false],
  ["5.", false],
  ["+1", false],
  ["1e5", false],
  ["1 ", false],
  [" 1", false],
  ["", false],
])("%j is a decimal of a figure: %s", (text, is) => expect(z.safeParse(decimal(), text).success).toBe(is));

it("assumptions are read whole, each of its words", () => {
  const facts = {
    ...{ volumeMeaning: "notional", volumeBase: "first", anchor: "base", liquidation: "binance", hedgeMode: true },
    ...{ makerFee: "0.0002", takerFee: "0.0005", fundingRate: "0", reserve: "0.1", safetyBuffer: "0" },
    tiers: { source: "s", date: "2026-01-01" },
    limits: { source: "s", date: "2026-01-01" },
  };
  const accepts = (change: object) => z.safeParse(assumptionFacts(), { ...facts, ...change }).success;
  const words = {
    volumeMeaning: ["notional", "margin", "other"],
    volumeBase: ["first", "safety", "other"],
    anchor: ["base", "previous", "average", "other"],
    liquidation: ["binance", "bybit", "gate", "other"],
  };
  expect(z.parse(assumptionFacts(), facts)).toEqual(facts);
  for (const [key, all] of Object.entries(words))
    expect(all.filter((word) => accepts({ [key]: word }))).toEqual(all.filter((word) => word !== "other"));
  const keys = Object.keys(facts);
  const lacking = (key: string) =>
    z.safeParse(assumptionFacts(), Object.fromEntries(Object.entries(facts).filter(([name]) => name !== key))).success;
  expect(keys.filter(lacking)).toEqual([]);
  expect(accepts({ more: 1 })).toBe(false);
  expect(accepts({ tiers: { source: "s" } })).toBe(false);
});

it.each([
  ["tiers", "source", 65_536],
  ["tiers", "date", 256],
  ["limits", "source", 65_536],
  ["limits", "date", 256],
] as const)("%s.%s has at most %d characters", (key, part, most) => {
  const schema = assumptionFacts().shape[key];
  const accepts = (length: number) =>
    z.safeParse(schema, { source: "s", date: "2026-01-01", [part]: "x".repeat(length) }).success;
  expect([accepts(most), accepts(most + 1)]).toEqual([true, false]);
});
