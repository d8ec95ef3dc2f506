// What a write makes of a bot's values, and why one is refused: by create, by update and by hand, under each rule that the interface leaves open.
import { describe, expect, it } from "vitest";
import { completeQuirks } from "../../../../src/emulator/quirks/quirk-text.js";
import type { Quirks } from "../../../../src/emulator/quirks/quirks.js";
import {
  type Mode,
  NOTHING_YET,
  resultProblem,
  type Written,
  write,
  writeProblem,
} from "../../../../src/emulator/store/writing.js";

/** Every value differs from what it falls back to. */
const BEFORE: Written = {
  values: {
    ...{ title: "Old", pairTitle: "USDT-BTC", strategy: "LONG", leverage: "5", marginMode: "CROSS" },
    ...{ typeTakeProfit: "LIMIT", typeFirstOrder: "MARKET", percentTakeProfit: "1.1", percentSafetyOrder: "1.2" },
    ...{ volumeFirstOrder: "64", volumeSafetyOrder: "30", countOrderMax: "7", martingaleScale: "1.3" },
    ...{ dynamicStepScale: "1.4", cycleLimitScale: "3", indicatorGroup: "FOMO", indicatorName: "SMALL" },
    ...{ indicatorInterval: "5MIN", priceLevel: "BOTH", priceLevelUp: "9", priceLevelDown: "8" },
  },
  lastScales: { martingaleScale: "1.3", dynamicStepScale: "1.4", cycleLimitScale: "3" },
};
const REQUIRED = {
  ...{ title: "New", pairTitle: "USDT-ETH", strategy: "SHORT", leverage: "6", marginMode: "ISO" },
  ...{ typeTakeProfit: "STOP-MARKET", typeFirstOrder: "LIMIT", percentTakeProfit: "2.1" },
  ...{ percentSafetyOrder: "2.2", volumeFirstOrder: "65" },
};
const OFF = { martingaleScale: "", dynamicStepScale: "", cycleLimitScale: "" };
const UNSENT = {
  ...{ volumeSafetyOrder: "0", countOrderMax: "0", ...OFF, indicatorGroup: "NOTHING", indicatorName: "" },
  ...{ indicatorInterval: "", priceLevel: "NOTHING", priceLevelUp: "0", priceLevelDown: "0" },
};

type Sent = Readonly<Record<string, string>>;
const written = (before: Written | undefined, sent: Sent, mode: Mode, quirks: Partial<Quirks> = {}) =>
  write(before, new Map(Object.entries(sent)), mode, completeQuirks(quirks));

describe("a created bot has what was sent and, for the rest,", () => {
  it.each<[Partial<Quirks>, Sent]>([
    [{}, {}],
    [
      { defaults: "empty" },
      {
        ...{ volumeSafetyOrder: "", countOrderMax: "", indicatorGroup: "", priceLevel: "", priceLevelUp: "" },
        priceLevelDown: "",
      },
    ],
    [{ defaults: "filled" }, { volumeSafetyOrder: "65", countOrderMax: "10" }],
    [{ update: "replace" }, {}],
  ])("under %j what it then defaults to: %j", (quirks, different) => {
    expect(written(undefined, REQUIRED, "create", quirks)).toEqual({
      values: { ...REQUIRED, ...UNSENT, ...different },
      lastScales: OFF,
    });
  });

  it("an empty or zero scale is off", () => {
    const sent = { ...REQUIRED, martingaleScale: "", dynamicStepScale: "0", cycleLimitScale: "0.0" };
    expect(written(undefined, sent, "create").values).toEqual({ ...REQUIRED, ...UNSENT });
  });
});

describe("an update", () => {
  it("that names all changes all, and remembers each scale", () => {
    const sent = { ...REQUIRED, ...{ martingaleScale: "1.5", dynamicStepScale: "1.6", cycleLimitScale: "8" } };
    const { values, lastScales } = written(BEFORE, sent, "update");
    expect(values).toEqual({ ...BEFORE.values, ...sent });
    expect(lastScales).toEqual({ martingaleScale: "1.5", dynamicStepScale: "1.6", cycleLimitScale: "8" });
  });

  it.each<[Partial<Quirks>, Sent]>([
    [{}, {}],
    [{ scaleOmitted: "clear" }, { ...OFF, countOrderMax: "0" }],
    [{ update: "replace" }, UNSENT],
    [{ update: "replace-strict" }, UNSENT],
    [
      { update: "replace", defaults: "filled" },
      { ...UNSENT, volumeSafetyOrder: "64", countOrderMax: "10" },
    ],
  ])("that names only the title changes, under %j, %j besides", (quirks, different) => {
    const { values, lastScales } = written(BEFORE, { title: "New" }, "update", quirks);
    expect(values).toEqual({ ...BEFORE.values, ...different, title: "New" });
    expect(lastScales).toEqual(BEFORE.lastScales);
  });

  it.each<[Partial<Quirks>, Sent]>([
    [{}, { martingaleScale: "", cycleLimitScale: "" }],
    [{ scaleEmpty: "keep" }, {}],
  ])("with an empty and a zero scale makes of them, under %j: %j", (quirks, different) => {
    const sent = { martingaleScale: "", cycleLimitScale: "0" };
    const { values, lastScales } = written(BEFORE, sent, "update", quirks);
    expect([values, lastScales]).toEqual([{ ...BEFORE.values, ...different }, BEFORE.lastScales]);
  });

  it("with an empty setting asks for its default", () => {
    const sent = { volumeSafetyOrder: "", countOrderMax: "", indicatorGroup: "", priceLevel: "", priceLevelUp: "" };
    const defaults = { volumeSafetyOrder: "0", countOrderMax: "0", indicatorGroup: "NOTHING", priceLevel: "NOTHING" };
    expect(written(BEFORE, { ...sent, indicatorName: "" }, "update").values).toEqual({
      ...{ ...BEFORE.values, ...defaults, priceLevelUp: "0", indicatorName: "" },
    });
  });
});

it("an edit by hand changes what it names, exactly, whatever the service does to updates", () => {
  const quirks: Partial<Quirks> = {
    ...{ update: "replace", scaleOmitted: "clear", scaleEmpty: "keep", rounding: "2" },
  };
  const sent = { percentTakeProfit: "1.2345", martingaleScale: "" };
  expect(written(BEFORE, sent, "edit", quirks).values).toEqual({ ...BEFORE.values, ...sent });
});

it("rounding touches decimals and limits, and neither counts nor words", () => {
  const sent = {
    ...{ title: "1.005", percentTakeProfit: "1.005", percentSafetyOrder: "1.004", volumeFirstOrder: "64.999" },
    ...{ volumeSafetyOrder: "1.995", martingaleScale: "1.055", dynamicStepScale: "1.0549", priceLevelUp: "7.777" },
    ...{ priceLevelDown: "6.666", countOrderMax: "7", cycleLimitScale: "12" },
  };
  expect(written(BEFORE, sent, "update", { rounding: "2" }).values).toEqual({
    ...{ ...BEFORE.values, title: "1.005", percentTakeProfit: "1.01", percentSafetyOrder: "1", volumeFirstOrder: "65" },
    ...{ volumeSafetyOrder: "2", martingaleScale: "1.06", dynamicStepScale: "1.05", priceLevelUp: "7.78" },
    ...{ priceLevelDown: "6.67", countOrderMax: "7", cycleLimitScale: "12" },
  });
});

describe("a write as a whole is", () => {
  const all = Object.keys(REQUIRED).join(", ");
  const group = "indicatorGroup needs indicatorName and indicatorInterval.";
  const whole = { indicatorGroup: "FOMO", indicatorName: "SMALL", indicatorInterval: "5MIN" };
  const scales = { martingaleScale: "", cycleLimitScale: "0", dynamicStepScale: "1.1" };
  const up = "priceLevelUp";
  it.each<[Mode, Partial<Quirks>, Sent, string | undefined]>([
    ["create", {}, {}, undefined],
    ["update", { pairRequired: "yes" }, { title: "x" }, "pairTitle can't be blank."],
    ["update", { pairRequired: "yes" }, { pairTitle: "USDT-BTC" }, undefined],
    ["create", { pairRequired: "yes" }, {}, undefined],
    ["edit", { pairRequired: "yes" }, { title: "x" }, undefined],
    ["update", { update: "replace-strict" }, {}, `${all} can't be blank.`],
    ["update", { update: "replace-strict" }, REQUIRED, undefined],
    ["update", { update: "replace" }, {}, undefined],
    ["update", { scaleEmpty: "refuse" }, scales, "martingaleScale, cycleLimitScale must be no less than 1."],
    ["create", { scaleEmpty: "refuse" }, { dynamicStepScale: "0.0" }, "dynamicStepScale must be no less than 1."],
    ["update", { scaleEmpty: "refuse" }, { title: "x" }, undefined],
    ["update", { indicatorRules: "strict" }, { indicatorGroup: "FOMO" }, group],
    ["update", { indicatorRules: "strict" }, { ...whole, indicatorInterval: "" }, group],
    ["update", { indicatorRules: "strict" }, { ...whole, indicatorName: "" }, group],
    ["update", { indicatorRules: "strict" }, whole, undefined],
    ["update", { indicatorRules: "strict" }, { indicatorGroup: "NOTHING" }, undefined],
    ["update", { indicatorRules: "strict" }, { indicatorGroup: "" }, undefined],
    ["update", {}, { indicatorGroup: "FOMO" }, undefined],
    ["update", { priceRules: "strict" }, { priceLevel: "UPPER" }, "priceLevel needs priceLevelUp."],
    ["update", { priceRules: "strict" }, { priceLevel: "UPPER", [up]: "9" }, undefined],
    ["update", { priceRules: "strict" }, { priceLevel: "LOWER", [up]: "9" }, "priceLevel needs priceLevelDown."],
    ["update", { priceRules: "strict" }, { priceLevel: "BOTH" }, "priceLevel needs priceLevelUp and priceLevelDown."],
    [
      "update",
      { priceRules: "strict" },
      { priceLevel: "BOTH", [up]: "0", priceLevelDown: "9" },
      `priceLevel needs ${up}.`,
    ],
    ["update", { priceRules: "strict" }, { priceLevel: "NOTHING" }, undefined],
    ["update", {}, { priceLevel: "BOTH" }, undefined],
    ["create", { minimumVolume: "6" }, { volumeFirstOrder: "5.99" }, "volumeFirstOrder must be no less than 6."],
    ["create", { minimumVolume: "6" }, { volumeFirstOrder: "6" }, undefined],
    ["update", { minimumVolume: "6" }, { title: "x" }, undefined],
    ["create", {}, { volumeFirstOrder: "0.01" }, undefined],
  ])("by %s under %j with %j: %s", (mode, quirks, sent, problem) => {
    expect(writeProblem(new Map(Object.entries(sent)), mode, completeQuirks(quirks))).toBe(problem);
  });
});

it.each<[Partial<Quirks>, Sent, string | undefined]>([
  [{}, {}, undefined],
  [{ volumeRules: "strict" }, {}, "volumeSafetyOrder or martingaleScale is required."],
  [{ volumeRules: "strict" }, { volumeSafetyOrder: "" }, "volumeSafetyOrder or martingaleScale is required."],
  [{ volumeRules: "strict" }, { volumeSafetyOrder: "1" }, undefined],
  [{ volumeRules: "strict" }, { martingaleScale: "1.5" }, undefined],
])("a bot that would result under %j with %j: %s", (quirks, values, problem) => {
  expect(resultProblem({ ...NOTHING_YET.values, ...values }, completeQuirks(quirks))).toBe(problem);
});
