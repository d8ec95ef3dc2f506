import { describe, expect, it } from "vitest";
import type { SomeFields } from "../../../src/model/bot/field.js";
import { observedBot, toParameters } from "../../../src/service/canonical.js";
import { wireBot } from "./wirebot.js";

describe("observedBot", () => {
  it.each([
    {
      settings: { percent_take_profit: "1.200" },
      field: "percentTakeProfit",
      value: "1.2",
      because: "trailing zeros mean nothing",
    },
    {
      settings: { percent_take_profit: 1.2 },
      field: "percentTakeProfit",
      value: "1.2",
      because: "a number may come as a number",
    },
    {
      settings: { percent_take_profit: "abc" },
      field: "percentTakeProfit",
      value: "abc",
      because: "odd text is kept and shows as a difference",
    },
    {
      settings: { martingale: "1", martingale_scale: "1.20" },
      field: "martingaleScale",
      value: "1.2",
      because: "flag and scale are one value",
    },
    {
      settings: { martingale: "0", martingale_scale: "1.20" },
      field: "martingaleScale",
      value: null,
      because: "a scale under a flag that is off is stale",
    },
    {
      settings: { martingale: 1, martingale_scale: 1.5 },
      field: "martingaleScale",
      value: "1.5",
      because: "flags may come as numbers",
    },
    {
      settings: { martingale: true, martingale_scale: "1.5" },
      field: "martingaleScale",
      value: "1.5",
      because: "flags may come as booleans",
    },
    {
      settings: { martingale: "", martingale_scale: "1.5" },
      field: "martingaleScale",
      value: "1.5",
      because: "without a flag the scale tells",
    },
    {
      settings: { martingale: null, martingale_scale: "0.00" },
      field: "martingaleScale",
      value: null,
      because: "without a flag a zero scale is off",
    },
    {
      settings: { martingale: "1", martingale_scale: "" },
      field: "martingaleScale",
      value: "0",
      because: "on without a scale is on, not off",
    },
    {
      settings: { cycle_limit: "1", cycle_limit_scale: "30" },
      field: "cycleLimitScale",
      value: "30",
      because: "cycle limit is a flag and a scale too",
    },
    {
      settings: { price_level_up: "70000.0" },
      field: "priceLevelUp",
      value: "70000",
      because: "price levels may be text",
    },
    {
      settings: { price_level_up: 70000.5 },
      field: "priceLevelUp",
      value: "70000.5",
      because: "price levels may be numbers",
    },
    {
      settings: { price_level_up: "0.000" },
      field: "priceLevelUp",
      value: null,
      because: "a limit of 0 is no limit (S-41)",
    },
    { settings: { price_level_down: null }, field: "priceLevelDown", value: null, because: "null is off" },
    { settings: { tb_group_indicator: "NOTHING" }, field: "indicatorGroup", value: null, because: "NOTHING is off" },
    { settings: { tb_indicator: "" }, field: "indicatorName", value: null, because: "an empty name is off" },
    {
      settings: { margin_mode: "PORTFOLIO" },
      field: "marginMode",
      value: "PORTFOLIO",
      because: "an unknown word is kept as it is",
    },
    { settings: { volume_safety_order: "0" }, field: "volumeSafetyOrder", value: null, because: "no volume is off" },
    {
      settings: { count_order_max: "0" },
      field: "countOrderMax",
      value: null,
      because: "a zero out of bounds means not set",
    },
  ] as const)("$because", ({ settings, field, value }) => {
    expect(observedBot(wireBot({ settings })).fields[field]).toBe(value);
  });

  it.each([
    { status: "DISABLED", on: false },
    { status: "disabled", on: false },
    { status: 0, on: false },
    { status: "0", on: false },
    { status: "ENABLED", on: true },
    { status: 4, on: true },
    { status: "", on: true },
    { status: "Stopped", on: true },
  ])("status $status is on: $on, its raw text kept", ({ status, on }) => {
    expect(observedBot(wireBot({ status })).status).toEqual({ on, raw: String(status) });
  });

  it("names settings it doesn't know", () => {
    expect(observedBot(wireBot({ settings: { trailing: "1", count_order_working: "3" } })).unknownSettings).toEqual([
      "trailing",
    ]);
  });

  it("takes leverage as text or number", () => {
    expect(observedBot(wireBot({ leverage: "10" })).fields.leverage).toBe("10");
    expect(observedBot(wireBot({ leverage: 10 })).fields.leverage).toBe("10");
  });
});

describe("toParameters", () => {
  const cases: { target: SomeFields; before: SomeFields; sent: [string, string][]; because: string }[] = [
    {
      target: { martingaleScale: null },
      before: { martingaleScale: "1.2" },
      sent: [],
      because: "a scale is switched off by leaving it away",
    },
    {
      target: { martingaleScale: "1.2" },
      before: {},
      sent: [["martingaleScale", "1.2"]],
      because: "a scale that is on is sent",
    },
    {
      target: { indicatorGroup: null },
      before: {},
      sent: [["indicatorGroup", "NOTHING"]],
      because: "no group has a word of its own",
    },
    {
      target: { indicatorName: null },
      before: { indicatorName: "RSI" },
      sent: [["indicatorName", ""]],
      because: "a name is emptied",
    },
    {
      target: { indicatorName: null },
      before: { indicatorName: null },
      sent: [],
      because: "what is off already isn't sent",
    },
    {
      target: { priceLevelUp: null },
      before: { priceLevelUp: "7" },
      sent: [["priceLevelUp", "0"]],
      because: "a limit of 0 means no restriction",
    },
    { target: { priceLevelUp: null }, before: {}, sent: [], because: "a new bot has no limit to take away" },
    {
      target: { martingaleScale: "1", countOrderMax: "60", leverage: "5" },
      before: { martingaleScale: "1" },
      sent: [["leverage", "5"]],
      because: "live values out of the interface's bounds are never sent",
    },
    {
      target: { leverage: "5", title: "A" },
      before: {},
      sent: [
        ["title", "A"],
        ["leverage", "5"],
      ],
      because: "the interface's order",
    },
  ];
  it.each(cases)("$because", ({ target, before, sent }) => {
    expect(toParameters(target, before)).toEqual(sent);
  });
});
