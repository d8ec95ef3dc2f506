import { describe, expect, it } from "vitest";
import type { SomeFields } from "../../../src/model/bot/field.js";
import {
  liveBot,
  observedAccess,
  observedBot,
  observedMoment,
  readableDecimal,
  toParameters,
  wireNames,
} from "../../../src/service/canonical.js";
import { wireBot } from "./wirebot.js";

/** What JSON.stringify gives up at under every Node; how deep it goes differs from one to the next. */
function unwritable(): unknown {
  const value: unknown[] = [];
  value.push(value);
  return value;
}

/** Every value differs, so that none can stand in for another. */
const WIRE = {
  ...{ id: 3, accessId: 4, userId: 5, title: "Wire", pairTitle: "USDT-ETH", strategy: "SHORT", leverage: 6 },
  ...{ status: "ENABLED", exchange: "X_FUTURES" },
  updated: { date: "2026-01-15 12:00:00.000000", timezone_type: 3, timezone: "UTC" },
  settings: {
    ...{ margin_mode: "ISOLATED", type_take_profit: "LIMIT", type_first_order: "MARKET" },
    ...{ percent_take_profit: "1.1", percent_safety_order: "1.2", volume_first_order: "13", volume_safety_order: "14" },
    ...{ count_order_max: "15", count_order_working: "2", martingale: "1", martingale_scale: "1.6" },
    ...{ dynamic_step: "1", dynamic_step_scale: "1.7", cycle_limit: "1", cycle_limit_scale: "18" },
    ...{ tb_group_indicator: "FOMO", tb_indicator: "RSI", tb_interval: "5MIN" },
    ...{ price_level: "BOTH", price_level_down: "19", price_level_up: "20" },
  },
};

describe("observedBot", () => {
  it("takes each field from its own place", () => {
    expect(observedBot(wireBot(WIRE))).toEqual({
      ...{ id: 3, accessId: 4, status: { on: true, raw: "ENABLED" }, unknownSettings: [] },
      fields: {
        ...{ title: "Wire", pairTitle: "USDT-ETH", strategy: "SHORT", leverage: "6", marginMode: "ISOLATED" },
        ...{ typeTakeProfit: "LIMIT", typeFirstOrder: "MARKET", percentTakeProfit: "1.1", percentSafetyOrder: "1.2" },
        ...{ volumeFirstOrder: "13", volumeSafetyOrder: "14", countOrderMax: "15", martingaleScale: "1.6" },
        ...{ dynamicStepScale: "1.7", cycleLimitScale: "18", indicatorGroup: "FOMO", indicatorName: "RSI" },
        ...{ indicatorInterval: "5MIN", priceLevel: "BOTH", priceLevelDown: "19", priceLevelUp: "20" },
      },
    });
  });

  it("has no access where the service doesn't say", () => {
    expect(observedBot(wireBot()).accessId).toBeNull();
  });

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
    {
      settings: { martingale: "False", martingale_scale: "1.5" },
      field: "martingaleScale",
      value: null,
      because: "flags may come as words, in capitals too",
    },
    {
      settings: { percent_take_profit: { a: 1 } },
      field: "percentTakeProfit",
      value: '{"a":1}',
      because: "an object is kept as text and shows as a difference",
    },
    {
      settings: { percent_take_profit: unwritable() },
      field: "percentTakeProfit",
      value: "a value that can't be shown",
      because: "a value that JSON can't write shows as a difference",
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

describe("liveBot", () => {
  it("takes what the service shows beside the fields", () => {
    const live = liveBot(wireBot(WIRE));
    expect(live).toMatchObject(observedBot(wireBot(WIRE)));
    expect(live).toMatchObject({
      ...{ userId: 5, exchange: "X_FUTURES", countOrderWorking: "2" },
      updated: { date: "2026-01-15 12:00:00.000000", timezone: "UTC", timezoneType: 3 },
    });
  });

  it("has nothing of what the service doesn't say", () => {
    const live = liveBot(wireBot({ settings: { count_order_working: null } }));
    expect(live).toMatchObject({ userId: null, exchange: null, countOrderWorking: null, updated: null });
  });

  it("takes the working safety orders as a number, too", () => {
    expect(liveBot(wireBot({ settings: { count_order_working: 2 } })).countOrderWorking).toBe("2");
  });
});

describe("observedMoment", () => {
  it.each([null, undefined])("is null for %s", (wire) => {
    expect(observedMoment(wire)).toBeNull();
  });
});

describe("observedAccess", () => {
  it("takes the id, the title and the exchange", () => {
    const access = { accessId: 7, title: "Main", exchange: "X_FUTURES" };
    expect(observedAccess(access)).toEqual({ id: 7, title: "Main", exchange: "X_FUTURES" });
  });
});

describe("readableDecimal", () => {
  it.each([
    { value: "1.20", read: "1.2" },
    { value: 1.2, read: "1.2" },
    { value: "", read: null },
    { value: "abc", read: null },
    { value: true, read: null },
    { value: null, read: null },
    { value: undefined, read: null },
  ])("reads $value as $read", ({ value, read }) => {
    expect(readableDecimal(value)).toBe(read);
  });
});

describe("wireNames", () => {
  it.each([
    { field: "title", names: { parameter: "title", read: "title" }, where: "beside the settings" },
    { field: "marginMode", names: { parameter: "marginMode", read: "settings.margin_mode" }, where: "in them" },
    {
      field: "martingaleScale",
      names: {
        ...{ parameter: "martingaleScale", read: "settings.martingale_scale", flag: "settings.martingale" },
      },
      where: "with its flag",
    },
  ] as const)("$field stands $where", ({ field, names }) => {
    expect(wireNames(field)).toStrictEqual(names);
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
