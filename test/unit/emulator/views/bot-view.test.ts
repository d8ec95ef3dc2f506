// A bot as the service shows it, whole: in details, in the list and after an update, with every setting under its key and in the interface's order.
import { describe, expect, it } from "vitest";
import { completeQuirks } from "../../../../src/emulator/quirks/quirk-text.js";
import type { Quirks } from "../../../../src/emulator/quirks/quirks.js";
import type { EmulatedAccount } from "../../../../src/emulator/store/store.js";
import { BotList } from "../../../../src/emulator/views/bot-view.js";
import { EXCHANGE, harness, type Json } from "../harness.js";
import { BOT, LISTED_BOT, SETTINGS } from "../shapes.js";

/** Every value differs, so that none can stand in for another. */
const FULL = {
  ...{ pairTitle: "USDT-SOL", title: "Full", strategy: "SHORT", leverage: 7, marginMode: "ISO" },
  ...{ typeTakeProfit: "STOP-MARKET", typeFirstOrder: "LIMIT", percentTakeProfit: "1.1", percentSafetyOrder: "2.2" },
  ...{ volumeFirstOrder: "33", volumeSafetyOrder: "44", countOrderMax: 5, martingaleScale: "1.3" },
  ...{ dynamicStepScale: "1.4", cycleLimitScale: 6, indicatorGroup: "FOMO", indicatorName: "SMALL" },
  ...{ indicatorInterval: "5MIN", priceLevel: "BOTH", priceLevelUp: "200.5", priceLevelDown: "100" },
};
const FULL_SETTINGS = {
  ...{ margin_mode: "ISO", type_take_profit: "STOP-MARKET", type_first_order: "LIMIT", percent_take_profit: "1.1" },
  ...{ percent_safety_order: "2.2", volume_first_order: "33", volume_safety_order: "44", count_order_working: "" },
  ...{ count_order_max: "5", martingale: "1", martingale_scale: "1.3", dynamic_step: "1", dynamic_step_scale: "1.4" },
  ...{ cycle_limit: "1", cycle_limit_scale: "6", tb_group_indicator: "FOMO", tb_indicator: "SMALL" },
  ...{ tb_interval: "5MIN", price_level: "BOTH", price_level_up: "200.5", price_level_down: "100" },
};
/** What a bot reads like of which only the required settings were sent. */
const PLAIN_SETTINGS = {
  ...{ margin_mode: "CROSS", type_take_profit: "LIMIT", type_first_order: "MARKET", percent_take_profit: "1.2" },
  ...{ percent_safety_order: "1.5", volume_first_order: "64", volume_safety_order: "0", count_order_working: "" },
  ...{ count_order_max: "0", martingale: "0", martingale_scale: "", dynamic_step: "0", dynamic_step_scale: "" },
  ...{ cycle_limit: "0", cycle_limit_scale: "", tb_group_indicator: "NOTHING", tb_indicator: "", tb_interval: "" },
  ...{ price_level: "NOTHING", price_level_up: "0", price_level_down: "0" },
};
const LISTED = {
  ...{ id: 1001, userId: 1, title: "Full", pairTitle: "USDT-SOL", strategy: "SHORT", leverage: 7 },
  ...{ status: "DISABLED", settings: FULL_SETTINGS, exchange: EXCHANGE },
};
const UPDATED = { date: "2026-01-15 12:00:01.234000", timezone_type: 3, timezone: "UTC" };

/** A bot made 1.234 s after the start, as each of the three answers shows it. */
function shown(quirks: Partial<Quirks> = {}, parameters: Readonly<Record<string, string | number>> = FULL): Json {
  const h = harness(quirks);
  h.clock.pass(1_234);
  const botId = h.create(parameters);
  const details = h.details(botId);
  return { details, listed: h.list(), update: h.call("POST", "update", { botId }).json.data };
}

describe("a bot whose every setting was sent", () => {
  it("reads so in details, in the list and after an update", () => {
    expect(shown()).toEqual({
      details: { ...LISTED, accessId: 101, updated: UPDATED },
      listed: [LISTED],
      update: { ...LISTED, accessId: 101, updated: UPDATED, status: 0 },
    });
  });

  it("has its keys in the interface's order", () => {
    const { details, listed } = shown();
    expect([Object.keys(details), Object.keys(listed[0]), Object.keys(details.settings)]).toEqual([
      BOT,
      LISTED_BOT,
      SETTINGS,
    ]);
  });
});

describe("settings", () => {
  it("that nobody sent", () => {
    expect(shown({}, {}).details.settings).toEqual(PLAIN_SETTINGS);
  });

  it.each<[Partial<Quirks>, object]>([
    [{ unsetScale: "zero" }, { martingale_scale: "0", dynamic_step_scale: "0", cycle_limit_scale: "0" }],
    [{ unsetScale: "default" }, { martingale_scale: "1.05", dynamic_step_scale: "1.05", cycle_limit_scale: "30" }],
    [{ unsetScale: "null" }, { martingale_scale: null, dynamic_step_scale: null, cycle_limit_scale: null }],
    [{ priceLevels: "number" }, { price_level_up: 0, price_level_down: 0 }],
    [{ extraFields: "some" }, { stop_loss: "0", schedule: [] }],
    [{ settingTypes: "mixed" }, { count_order_max: 0, martingale: 0, dynamic_step: 0, cycle_limit: 0 }],
    [
      { numbers: "padded" },
      {
        ...{ percent_take_profit: "1.20000000", percent_safety_order: "1.50000000", volume_first_order: "64.00000000" },
        ...{ volume_safety_order: "0.00000000", price_level_up: "0.00000000", price_level_down: "0.00000000" },
      },
    ],
    [
      { defaults: "empty", priceLevels: "number", settingTypes: "mixed" },
      {
        ...{ volume_safety_order: "", count_order_max: "", tb_group_indicator: "", price_level: "", price_level_up: 0 },
        ...{ price_level_down: 0, martingale: 0, dynamic_step: 0, cycle_limit: 0 },
      },
    ],
    [
      { defaults: "empty", numbers: "padded" },
      {
        ...{ percent_take_profit: "1.20000000", percent_safety_order: "1.50000000", volume_first_order: "64.00000000" },
        ...{ volume_safety_order: "", count_order_max: "", tb_group_indicator: "", price_level: "" },
        ...{ price_level_up: "", price_level_down: "" },
      },
    ],
  ])("that nobody sent, under %j", (quirks, different) => {
    expect(shown(quirks, {}).details.settings).toEqual({ ...PLAIN_SETTINGS, ...different });
  });

  it("that were sent, as numbers where the service mixes types", () => {
    const { settings } = shown({ settingTypes: "mixed", priceLevels: "number" }).details;
    expect(settings).toEqual({
      ...FULL_SETTINGS,
      ...{ martingale: 1, dynamic_step: 1, cycle_limit: 1, count_order_max: 5, cycle_limit_scale: 6 },
      ...{ price_level_up: 200.5, price_level_down: 100 },
    });
  });
});

it("fields that nobody knows stand at the end", () => {
  const { details, listed } = shown({ extraFields: "some" });
  expect(Object.keys(details).slice(-3)).toEqual(["exchange", "isArchived", "tags"]);
  expect([details, listed[0]]).toMatchObject([
    { isArchived: false, tags: [] },
    { isArchived: false, tags: [] },
  ]);
});

describe("the list", () => {
  it("has the bots of the asked exchange in the order of their creation, changed or not", () => {
    const h = harness(
      {},
      {
        exchange: "MAIN",
        accounts: [
          {
            ...{ name: "demo", apiKey: "demo-key", apiSecret: "demo-secret" },
            accesses: [
              { accessId: 101, title: "A" },
              { accessId: 102, title: "B", exchange: "OTHER" },
            ],
          },
        ],
      },
    );
    const main = { exchange: "MAIN" };
    for (const title of ["one", "two"]) h.create({ ...main, title });
    h.create({ exchange: "OTHER", accessId: 102, title: "three" });
    const titles = (exchange: string) =>
      h.call("GET", "all", { exchange }).json.data.map((bot: { title: string }) => bot.title);
    expect([titles("MAIN"), titles("OTHER")]).toEqual([["one", "two"], ["three"]]);
    h.call("POST", "update", { botId: 1001, title: "one again" });
    expect([titles("MAIN"), titles("OTHER")]).toEqual([["one again", "two"], ["three"]]);
  });

  it("that lags shows each change when its own lag is over", () => {
    const h = harness({ listLag: 2_000 });
    const titles = () => h.list().map(({ title }) => title);
    h.create({ title: "first" });
    h.clock.pass(1_000);
    h.create({ title: "second" });
    h.clock.pass(999);
    const seen = [titles()];
    for (const ms of [1, 999, 1]) {
      h.clock.pass(ms);
      seen.push(titles());
    }
    expect(seen).toEqual([[], ["first"], ["first"], ["first", "second"]]);
    h.clock.pass(10_000);
    expect(titles()).toEqual(["first", "second"]);
  });

  it("that lags shows a seed's bots at once", () => {
    const bot = { accessId: 101, title: "Seeded", pairTitle: "USDT-BTC", strategy: "LONG", leverage: 5 };
    const rest = { marginMode: "CROSS", typeTakeProfit: "LIMIT", typeFirstOrder: "MARKET", percentTakeProfit: "1" };
    const h = harness(
      { listLag: 60_000 },
      {
        accounts: [
          {
            ...{ name: "demo", apiKey: "demo-key", apiSecret: "demo-secret" },
            accesses: [{ accessId: 101, title: "A" }],
            bots: [{ ...bot, ...rest, percentSafetyOrder: "1", volumeFirstOrder: "10" }],
          },
        ],
      },
    );
    expect(h.list().map(({ title }) => title)).toEqual(["Seeded"]);
  });
});

describe("the list of bots", () => {
  const keys = { apiKey: "k", apiSecret: "s", accesses: [], hook: undefined };
  const ACCOUNT: EmulatedAccount = {
    ...{ name: "nobody", userId: 1, ...keys, isLimited: false, balance: new Map(), balanceChanged: 0 },
  };
  const titles = (quirks: Partial<Quirks>, now = 0) => {
    const h = harness({});
    h.create({ title: "Own" });
    const [own] = h.service.bots();
    if (own === undefined) throw new Error("no bot");
    const list = new BotList([{ ...ACCOUNT, name: own.account }], completeQuirks(quirks));
    list.changed(own, 0);
    list.changed({ ...own, id: 7, ghost: true, values: { ...own.values, title: "Ghost" } }, 10);
    const json = () => JSON.parse(list.json({ ...ACCOUNT, name: own.account }, own.exchange, now));
    return { list, titles: () => json().map(({ title }: Json) => title), own };
  };

  it.each<[Partial<Quirks>, number, string[]]>([
    [{}, 0, ["Own", "Ghost"]],
    [{ ghostBot: "on" }, 0, ["Own", "Ghost"]],
    [{ ghostBot: "hidden" }, 0, ["Own"]],
    [{ listLag: 5 }, 4, []],
    [{ listLag: 5 }, 5, ["Own"]],
    [{ listLag: 5 }, 14, ["Own"]],
    [{ listLag: 5 }, 15, ["Own", "Ghost"]],
    [{ listHides: 1 }, 0, ["Ghost"]],
    [{ listSize: 1 }, 0, ["Ghost"]],
    [{ listSize: 1, listKeeps: "oldest" }, 0, ["Own"]],
  ])("under %j shows after %i ms %j", (quirks, now, expected) => {
    expect(titles(quirks, now).titles()).toEqual(expected);
  });

  it("shows everything at once where what it holds is old, and each change of a bot", () => {
    const { list, titles: shown, own } = titles({ listLag: 1_000 });
    expect(shown()).toEqual([]);
    list.catchUp();
    expect(shown()).toEqual(["Own", "Ghost"]);
    list.changed({ ...own, values: { ...own.values, title: "Later" } }, -1_000);
    expect(shown()).toEqual(["Later", "Ghost"]);
  });

  it("is empty of an account that it doesn't know, and of another exchange", () => {
    const { list, own } = titles({});
    expect(list.json(ACCOUNT, own.exchange, 0)).toBe("[]");
    expect(list.json({ ...ACCOUNT, name: own.account }, "ANOTHER", 0)).toBe("[]");
    list.changed({ ...own, account: "nobody" }, 0);
  });
});
