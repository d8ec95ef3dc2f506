// Bots made and changed by request, by seed and by hand: what each records, logs and refuses.
import { describe, expect, it } from "vitest";
import type { Quirks } from "../../../../src/emulator/quirks/quirks.js";
import type { SeedBot } from "../../../../src/emulator/seed/seed.js";
import { EXCHANGE, harness, PLAIN_BOT, START } from "../harness.js";

const { exchange: _exchange, ...SEED_BOT } = PLAIN_BOT;
const logged = (h: ReturnType<typeof harness>, botId: number) =>
  h.call("GET", "logs", { botId }).json.data.map((entry: { message: string }) => entry.message);

const RECORD = {
  ...{ id: 1001, account: "demo", accessId: 101, exchange: EXCHANGE, enabled: false, cycles: 0 },
  values: {
    ...{ title: "Plain", pairTitle: "USDT-BTC", strategy: "LONG", leverage: "5", marginMode: "CROSS" },
    ...{ typeTakeProfit: "LIMIT", typeFirstOrder: "MARKET", percentTakeProfit: "1.2", percentSafetyOrder: "1.5" },
    ...{ volumeFirstOrder: "64", volumeSafetyOrder: "0", countOrderMax: "0", martingaleScale: "" },
    ...{ dynamicStepScale: "", cycleLimitScale: "", indicatorGroup: "NOTHING", indicatorName: "" },
    ...{ indicatorInterval: "", priceLevel: "NOTHING", priceLevelUp: "0", priceLevelDown: "0" },
  },
  lastScales: { martingaleScale: "", dynamicStepScale: "", cycleLimitScale: "" },
};

describe("a bot", () => {
  it("that was created is off, has an id of its own, and its first log", () => {
    const h = harness();
    h.clock.pass(5_000);
    h.create();
    h.create({ accessId: 102, title: "Second" });
    expect(h.service.bots()).toEqual([
      { ...RECORD, updated: START + 5_000 },
      {
        ...{ ...RECORD, id: 1002, accessId: 102, updated: START + 5_000 },
        values: { ...RECORD.values, title: "Second" },
      },
    ]);
    expect(logged(h, 1001)).toEqual(["Bot is created"]);
  });

  it("that was made by hand is off unless it is said, and takes the id that is said", () => {
    const h = harness();
    const ids = [{}, { id: 2_000 }, { enabled: true }].map((more) =>
      h.service.addBot("demo", { ...SEED_BOT, ...more }),
    );
    expect(ids).toEqual([1001, 2000, 2001]);
    expect(h.service.bots().map(({ enabled }) => enabled)).toEqual([false, false, true]);
    expect(h.service.bots()[0]).toEqual({ ...RECORD, updated: START });
    expect(logged(h, 2001)).toEqual(["Deal 50001 is opened at 64000", "Bot is turned on", "Bot is created"]);
    expect(h.create()).toBe(2002);
  });

  it("logs who changed it, and when", () => {
    const h = harness();
    const botId = h.create();
    h.clock.pass(1_000);
    h.call("POST", "update", { botId, leverage: 6 });
    h.clock.pass(1_000);
    h.service.editBot(botId, { leverage: 7, enabled: true });
    expect(logged(h, botId)).toEqual([
      ...["Deal 50001 is opened at 64000", "Bot is turned on", "Bot is edited", "Bot is updated", "Bot is created"],
    ]);
    expect(h.service.bots()[0]).toMatchObject({ updated: START + 2_000, enabled: true, values: { leverage: "7" } });
  });

  it("that is only switched by hand isn't edited", () => {
    const h = harness();
    const botId = h.create();
    h.service.editBot(botId, { enabled: false });
    h.service.editBot(botId, {});
    expect(logged(h, botId)).not.toContain("Bot is edited");
  });

  it("is edited by hand past what the API would insist on", () => {
    const h = harness({ parameters: "strict", volumeRules: "strict", titles: "unique", minimumVolume: "6" });
    h.create({ title: "One", volumeSafetyOrder: "5" });
    const botId = h.create({ title: "Two", volumeSafetyOrder: "5" });
    h.service.editBot(botId, { title: "One", volumeSafetyOrder: "", volumeFirstOrder: 5 });
    expect(h.service.bots()[1]?.values).toMatchObject({ title: "One", volumeSafetyOrder: "0", volumeFirstOrder: "5" });
  });

  it("waits no longer when what held it back is changed", () => {
    const h = harness();
    h.on(h.create({ priceLevel: "LOWER", priceLevelDown: "65000" }));
    expect(h.deals()).toEqual([]);
    h.call("POST", "update", { botId: 1001, priceLevelDown: "60000" });
    expect(h.deals()).toHaveLength(1);
  });
});

describe("refused", () => {
  it.each<[string, Partial<Quirks>, Readonly<Record<string, string | number>>, string]>([
    ["an access of nobody", {}, { accessId: 9 }, "accessId is unknown."],
    ["another exchange", {}, { exchange: "X" }, "exchange is not that of the access."],
    ["a pair that isn't traded", {}, { pairTitle: "USDT-NONE" }, "pairTitle is not in the pair list."],
    ["a title that is taken", { titles: "unique" }, { title: "Taken" }, "title has already been taken."],
    [
      "neither safety volume nor scale",
      { volumeRules: "strict" },
      {},
      "volumeSafetyOrder or martingaleScale is required.",
    ],
    ["too small a volume", { minimumVolume: "6" }, { volumeFirstOrder: 5 }, "volumeFirstOrder must be no less than 6."],
    [
      "half an indicator",
      { indicatorRules: "strict" },
      { indicatorGroup: "FOMO" },
      "indicatorGroup needs indicatorName and indicatorInterval.",
    ],
  ])("to create a bot with %s", (_name, quirks, more, errorMessage) => {
    const h = harness(quirks);
    h.service.addBot("demo", { ...SEED_BOT, title: "Taken" });
    const { status, json } = h.call("POST", "create", { ...PLAIN_BOT, ...more });
    expect([status, json]).toEqual([400, { isSuccess: false, errorMessage, data: null }]);
    expect(h.service.bots()).toHaveLength(1);
  });

  it("titles, per access and account alone", () => {
    const h = harness({ titles: "unique" });
    h.create({ title: "One" });
    expect(h.create({ title: "One", accessId: 102 })).toBe(1002);
    expect(h.create({ title: "one" })).toBe(1003);
    expect(h.call("POST", "update", { botId: 1003, title: "One" }).json.errorMessage).toBe(
      "title has already been taken.",
    );
    expect(h.call("POST", "update", { botId: 1001, title: "One" }).status).toBe(200);
  });

  it.each<[string, Partial<SeedBot>, string]>([
    ["an id that is taken", { id: 1001 }, "bot id 1001 is taken"],
    ["an access of nobody", { accessId: 9 }, "accessId is unknown."],
    ["a pair that isn't traded", { pairTitle: "USDT-NONE" }, "pairTitle is not in the pair list."],
    [
      "values out of bounds",
      { leverage: 0, countOrderMax: 51 },
      "leverage must be no less than 1. countOrderMax must be no more than 50.",
    ],
  ])("to make one by hand with %s", (_name, more, message) => {
    const h = harness();
    h.create();
    expect(() => h.service.addBot("demo", { ...SEED_BOT, ...more })).toThrow(new RangeError(message));
  });
});

it.each<[Partial<Quirks>, boolean, boolean]>([
  [{}, false, false],
  [{}, true, true],
  [{ updateSwitch: "off" }, true, false],
  [{ updateSwitch: "on" }, false, true],
])("an update under %j leaves a bot that was %s %s", (quirks, before, after) => {
  const h = harness(quirks);
  const botId = h.service.addBot("demo", { ...SEED_BOT, enabled: before });
  const { status } = h.call("POST", "update", { botId, leverage: 6 }).json.data;
  expect([h.service.bots()[0]?.enabled, status]).toEqual([after, after ? 4 : 0]);
  expect(h.service.bots()[0]?.values.leverage).toBe("6");
});
