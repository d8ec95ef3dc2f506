// Which settings a grid can be worked out from: what is missing, what is off, and the largest values that are worth it.
import { describe, expect, it } from "vitest";
import type { FieldName, SomeFields } from "../../../src/model/bot/field.js";
import { assumptionsOf } from "../../../src/risk/assumptions.js";
import { areParams, botParams } from "../../../src/risk/grid-params.js";

const FIELDS: SomeFields = {
  ...{ pairTitle: "USDT-BTC", strategy: "LONG", leverage: "2", marginMode: "CROSS" },
  ...{ percentTakeProfit: "1", percentSafetyOrder: "10", volumeFirstOrder: "100" },
};

function lacks(fields: SomeFields): readonly FieldName[] {
  const params = botParams({ ...FIELDS, ...fields }, assumptionsOf());
  return areParams(params) ? [] : params;
}

function params(fields: SomeFields, stated: Parameters<typeof assumptionsOf>[0] = {}) {
  const found = botParams({ ...FIELDS, ...fields }, assumptionsOf(stated));
  if (!areParams(found)) throw new Error(found.join());
  return found;
}

describe("the largest value of", () => {
  it.each<[FieldName, string, string]>([
    ["countOrderMax", "1000", "1001"],
    ["martingaleScale", "100", "100.01"],
    ["dynamicStepScale", "100", "100.01"],
    ["percentSafetyOrder", "10000", "10000.01"],
    ["percentTakeProfit", "10000", "10000.01"],
    ["leverage", "10000", "10001"],
    ["volumeFirstOrder", "1000000000000000", "1000000000000001"],
    ["volumeSafetyOrder", "1000000000000000", "1000000000000001"],
  ])("%s is %s: %s is too large", (name, most, beyond) => {
    expect([lacks({ [name]: most }), lacks({ [name]: beyond })]).toEqual([[], [name]]);
  });
});

describe("no figure can be worked out", () => {
  it.each<[SomeFields, readonly FieldName[], string]>([
    [{}, [], "nothing lacks"],
    [{ leverage: null }, ["leverage"], "what is needed is off"],
    [{ leverage: "0" }, ["leverage"], "or 0"],
    [{ leverage: "" }, ["leverage"], "or nothing"],
    [{ countOrderMax: null, martingaleScale: "0", dynamicStepScale: "" }, [], "what isn't needed may be off"],
    [{ countOrderMax: "2.5" }, ["countOrderMax"], "half an order"],
    [{ martingaleScale: "-1" }, ["martingaleScale"], "less than nothing"],
    [{ leverage: "1e2" }, ["leverage"], "no plain decimal"],
    [{ volumeFirstOrder: "5.0" }, ["volumeFirstOrder"], "not in canonical form"],
    [{ leverage: "x" }, ["leverage"], "is said once, though it is needed and unusable"],
    [{ strategy: null, marginMode: null }, ["strategy", "marginMode"], "each is named"],
  ])("from %j: %j, %s", (fields, expected, _because) => {
    expect(lacks(fields)).toEqual(expected);
  });
});

describe("the parameters", () => {
  it.each([
    [{}, {}, "100", null, "as they are declared"],
    [{ volumeSafetyOrder: "50" }, {}, "100", "50", "both volumes"],
    [{ volumeSafetyOrder: "50" }, { volumeMeaning: "margin" as const }, "200", "100", "a margin times the leverage"],
  ])("of %j under %j have the volumes %s and %s: %s", (fields, stated, first, safety, _because) => {
    expect(params(fields, stated).grid).toMatchObject({ firstVolume: first, safetyVolume: safety });
  });

  it.each([
    [{ strategy: "LONG" }, { side: "LONG", quote: "USDT", isolated: false }],
    [
      { strategy: "SHORT", marginMode: "ISO", pairTitle: "BUSD-ETH" },
      { side: "SHORT", quote: "BUSD", isolated: true },
    ],
  ])("of %j are %j", (fields, expected) => expect(params(fields)).toMatchObject(expected));
});

it("all of a bot's parameters, and all of one that says no more than it must", () => {
  const whole: SomeFields = {
    ...{ pairTitle: "BUSD-ETH", strategy: "SHORT", leverage: "3", marginMode: "ISO", percentTakeProfit: "2" },
    ...{ percentSafetyOrder: "1.5", volumeFirstOrder: "10", volumeSafetyOrder: "20", countOrderMax: "4" },
    ...{ martingaleScale: "1.1", dynamicStepScale: "1.2" },
  };
  expect(params(whole, { volumeMeaning: "margin", volumeBase: "safety", anchor: "average" })).toEqual({
    ...{ pair: "BUSD-ETH", quote: "BUSD", side: "SHORT", leverage: "3", isolated: true, takeProfit: "2" },
    grid: {
      ...{ long: false, percent: "1.5", stepScale: "1.2", count: 4, firstVolume: "30", safetyVolume: "60" },
      ...{ volumeScale: "1.1", volumeBase: "safety", anchor: "average" },
    },
  });
  expect(params({})).toEqual({
    ...{ pair: "USDT-BTC", quote: "USDT", side: "LONG", leverage: "2", isolated: false, takeProfit: "1" },
    grid: {
      ...{ long: true, percent: "10", stepScale: null, count: 0, firstVolume: "100", safetyVolume: null },
      ...{ volumeScale: null, volumeBase: "first", anchor: "base" },
    },
  });
  expect(botParams({}, assumptionsOf())).toEqual([
    ...["pairTitle", "strategy", "leverage", "marginMode", "percentTakeProfit", "percentSafetyOrder"],
    "volumeFirstOrder",
  ]);
});
