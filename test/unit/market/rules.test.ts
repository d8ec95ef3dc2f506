// The rules of a market: what an account's assumptions come to, and rounding to ticks and lots.
import Big from "big.js";
import { describe, expect, it } from "vitest";
import { isRefusal, openDeal } from "../../../src/market/commands.js";
import {
  amountOf,
  DEFAULT_RULES,
  marketRules,
  replayRules,
  roundingOf,
  roundLot,
  roundTick,
} from "../../../src/market/rules.js";
import { settingsOf } from "../../../src/market/settings.js";
import type { RoundingMode } from "../../../src/model/risk/assumptions.js";
import { assumptionsOf, DEFAULT_ASSUMPTIONS } from "../../../src/risk/assumptions.js";
import { FIELDS } from "./example.js";

const plain = (tiers: typeof DEFAULT_RULES.tiers) => tiers.map((tier) => Object.values(tier).map(String).join(" "));

describe("the rules of a market", () => {
  it("are the account's assumptions, its rounding mode with every pair it names", () => {
    const rules = marketRules(
      assumptionsOf(
        {
          ...{
            makerFee: "0.0001",
            takerFee: "0.0002",
            volumeMeaning: "margin",
            volumeBase: "safety",
            anchor: "average",
          },
          ...{ roundingMode: "down", pairs: { "USDT-BTC": { tick: "0.5" }, "USDT-X": { lot: "1" } } },
        },
        {
          tiers: {
            ...{ source: "mine", date: "2026-01-01", pairs: { "USDT-BTC": [{ floor: "0", rate: "0.9" }] } },
            other: [
              { floor: "0", rate: "0.01" },
              { floor: "1000", rate: "0.02" },
            ],
          },
        },
      ),
    );
    expect({ ...rules, tiers: plain(rules.tiers) }).toEqual({
      ...{ makerFee: "0.0001", takerFee: "0.0002", volumeMeaning: "margin", volumeBase: "safety", anchor: "average" },
      tiers: ["0 0.01 0", "1000 0.02 10"],
      pairs: {
        "USDT-BTC": { tick: "0.5", lot: "0.00000001", mode: "down" },
        "USDT-X": { tick: null, lot: "1", mode: "down" },
      },
      other: { tick: null, lot: "0.00000001" },
    });
    expect(roundingOf(rules, "USDT-BTC")).toBe(rules.pairs["USDT-BTC"]);
    expect(roundingOf(rules, "USDT-ETH")).toBe(rules.other);
  });

  it("where nothing is stated are 0.04 and 0.05 % of fees, and 0.5 % of maintenance for every size", () => {
    expect({ ...DEFAULT_RULES, tiers: plain(DEFAULT_RULES.tiers) }).toEqual({
      ...{ makerFee: "0.0004", takerFee: "0.0005", volumeMeaning: "notional", volumeBase: "first", anchor: "base" },
      tiers: ["0 0.005 0"],
      pairs: {},
      other: { tick: null, lot: "0.00000001" },
    });
  });
});

describe("rounding", () => {
  it.each<{ value: string; unit: string; down: string; "half-up": string; up: string }>([
    { value: "1.25", unit: "0.1", down: "1.2", "half-up": "1.3", up: "1.3" },
    { value: "1.24", unit: "0.1", down: "1.2", "half-up": "1.2", up: "1.3" },
    { value: "1.2", unit: "0.1", down: "1.2", "half-up": "1.2", up: "1.2" },
    { value: "1.5", unit: "1", down: "1", "half-up": "2", up: "2" },
    { value: "0.00049", unit: "0.001", down: "0", "half-up": "0", up: "0.001" },
    { value: "1.075", unit: "0.05", down: "1.05", "half-up": "1.1", up: "1.1" },
    { value: "1.07", unit: "0.05", down: "1.05", "half-up": "1.05", up: "1.1" },
    { value: "12", unit: "5", down: "10", "half-up": "10", up: "15" },
    { value: "25", unit: "11", down: "22", "half-up": "22", up: "33" },
    { value: "25", unit: "10.01", down: "20.02", "half-up": "20.02", up: "30.03" },
    { value: "0.08", unit: "0.015", down: "0.075", "half-up": "0.075", up: "0.09" },
    { value: "14", unit: "10", down: "10", "half-up": "10", up: "20" },
  ])("$value to $unit", ({ value, unit, ...modes }) => {
    for (const mode of ["down", "half-up", "up"] as const) {
      expect(roundTick(new Big(value), unit, mode).toFixed()).toBe(modes[mode]);
      expect(roundLot(new Big(value), unit, mode).toFixed()).toBe(modes[mode]);
      expect(amountOf(new Big(value).times(4), new Big(4), unit, mode).toFixed()).toBe(modes[mode]);
    }
    expect(roundTick(new Big(value), unit).toFixed()).toBe(modes["half-up"]);
    expect(roundLot(new Big(value), unit).toFixed()).toBe(modes["half-up"]);
    expect(amountOf(new Big(value).times(4), new Big(4), unit).toFixed()).toBe(modes["half-up"]);
  });

  it.each<{ price: string; mode?: RoundingMode; rounded: string; because: string }>([
    { price: "123456789012", rounded: "123456789012", because: "twelve digits stay" },
    { price: "0.000123456789012", rounded: "0.000123456789012", because: "wherever the point is" },
    { price: "1234567890.125", rounded: "1234567890.13", because: "the thirteenth is rounded half up" },
    { price: "1234567890.124", rounded: "1234567890.12", because: "or down below the half" },
    { price: "1234567890.129", mode: "down", rounded: "1234567890.12", because: "or cut" },
    { price: "1234567890.121", mode: "up", rounded: "1234567890.13", because: "or filled up" },
  ])("$price without a tick is $rounded: $because", ({ price, mode, rounded }) => {
    expect(roundTick(new Big(price), null, mode).toFixed()).toBe(rounded);
  });
});

it("a replay places no order below the least notional that the account states", () => {
  const stated = { ...DEFAULT_ASSUMPTIONS, ownLimits: { "USDT-BTC": { leastNotional: "100" } } };
  const settings = settingsOf({ ...FIELDS, volumeFirstOrder: "100", volumeSafetyOrder: "99" });
  const opened = openDeal(settings, replayRules(stated, ["USDT-BTC"]), { price: "100", time: 0 });
  expect(isRefusal(opened) ? opened : opened.deal.next).toBeNull();
  const small = settingsOf({ ...FIELDS, volumeFirstOrder: "99" });
  expect(openDeal(small, replayRules(stated, ["USDT-BTC"]), { price: "100", time: 0 })).toMatchObject({
    refused: "too-small",
  });
  // The bundled table judges orders, and leaves none out.
  expect(isRefusal(openDeal(small, replayRules(DEFAULT_ASSUMPTIONS, ["USDT-BTC"]), { price: "100", time: 0 }))).toBe(
    false,
  );
});
