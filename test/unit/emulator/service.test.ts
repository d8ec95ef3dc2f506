// Several accounts in one service, hand edits, and what the in-process object shows.
import { describe, expect, it } from "vitest";
import type { Seed } from "../../../src/emulator/seed/seed.js";
import { Service } from "../../../src/emulator/service.js";
import { EXCHANGE, harness, PLAIN_BOT } from "./harness.js";

const { exchange: _exchange, ...SEED_BOT } = PLAIN_BOT;
const TWO: Seed = {
  accounts: [
    {
      name: "one",
      apiKey: "demo-key",
      apiSecret: "demo-secret",
      accesses: [{ accessId: 101, title: "A" }],
      bots: [{ ...SEED_BOT, title: "Mine", enabled: true }],
    },
    {
      name: "two",
      apiKey: "two-key",
      apiSecret: "two-secret",
      accesses: [{ accessId: 101, title: "B" }],
      bots: [{ ...SEED_BOT, id: 77, title: "Theirs", enabled: true }],
    },
  ],
};
const TWO_KEY = { key: "two-key", secret: "two-secret" };

describe("two accounts", () => {
  const both = () => harness({}, TWO);

  it("see only their own", () => {
    const h = both();
    const titles = (key?: typeof TWO_KEY) =>
      h.call("GET", "all", { exchange: EXCHANGE }, key).json.data.map((bot: { title: string }) => bot.title);
    expect([titles(), titles(TWO_KEY)]).toEqual([["Mine"], ["Theirs"]]);
    expect(h.call("GET", "access-list", {}, TWO_KEY).json.data).toEqual([
      { accessId: 101, title: "B", exchange: EXCHANGE },
    ]);
    const deals = h.call("GET", "active-deals", { accessId: 101, exchange: EXCHANGE }, TWO_KEY).json.data;
    expect(deals).toHaveLength(1);
    expect([deals[0].botId, deals[0].userId]).toEqual([77, 2]);
  });

  it.each([
    ["GET", "detail"],
    ["GET", "logs"],
    ["POST", "activate"],
    ["POST", "deactivate"],
    ["POST", "update"],
    ["POST", "start-new-deal"],
  ])("can't reach the other's bot by %s %s", (method, path) => {
    const h = both();
    expect(h.call(method, path, { botId: 77, title: "Stolen" }).status).toBe(404);
    expect(h.call(method, path, { botId: 78 }, TWO_KEY).status).toBe(404);
    expect(h.service.writes).toEqual([]);
  });

  it.each(["complete-deal", "cancel-deal"])("can't reach the other's deal by %s", (path) => {
    const h = both();
    const theirs = h.service.deals().find((deal) => deal.account === "two");
    expect(h.call("POST", path, { dealId: theirs?.id ?? 0 }).status).toBe(404);
    expect(h.call("POST", path, { dealId: theirs?.id ?? 0 }, TWO_KEY).status).toBe(200);
  });

  it("can't sign with each other's secrets", () => {
    expect(both().call("GET", "access-list", {}, { key: "demo-key", secret: "two-secret" }).status).toBe(401);
  });
});

describe("what is due by now", () => {
  it("has happened, however it is asked for", () => {
    const { clock, service, command, create } = harness({ commandDelay: 1_000 });
    const turnedOn = () => {
      const botId = create({ title: `Bot ${service.bots().length}` });
      command("activate", { botId });
      clock.pass(1_000);
      return botId;
    };
    const first = turnedOn();
    expect(service.bots().map(({ id, enabled }) => [id, enabled])).toEqual([[first, true]]);
    expect(service.deals().map(({ snapshot }) => snapshot.id)).toEqual([first]);
    const second = turnedOn();
    expect(() => service.signal(second)).toThrow(`bot ${second} is in a deal`);
    const third = turnedOn();
    expect(service.deals().map(({ snapshot }) => snapshot.id)).toEqual([first, second, third]);
  });
});

describe("hand edits", () => {
  it("act at once and are no writes", () => {
    const h = harness();
    const botId = h.create({ martingaleScale: "1.5" });
    h.service.editBot(botId, { title: "By hand", percentTakeProfit: 3, martingaleScale: null, enabled: true });
    const bot = h.details(botId);
    expect([bot.title, bot.status, bot.settings.percent_take_profit, bot.settings.martingale]).toEqual([
      "By hand",
      "ENABLED",
      "3",
      "0",
    ]);
    expect(h.deals()).toHaveLength(1);
    expect(h.service.writes.map((write) => write.operation)).toEqual(["createBot"]);
    expect(h.list()[0].title).toBe("By hand");
  });

  it("leave the rest alone under a replacing service, and round nothing", () => {
    const h = harness({ update: "replace-strict", scaleOmitted: "clear", rounding: "2" });
    const botId = h.create({ martingaleScale: "1.5", volumeSafetyOrder: "7" });
    h.service.editBot(botId, { percentTakeProfit: "1.239" });
    expect(h.details(botId).settings).toMatchObject({
      percent_take_profit: "1.239",
      martingale: "1",
      volume_safety_order: "7",
    });
  });

  it("turning a bot off keeps its deal", () => {
    const h = harness();
    const botId = h.create();
    h.on(botId);
    h.service.editBot(botId, { enabled: false });
    expect([h.details(botId).status, h.deals().length]).toEqual(["DISABLED", 1]);
  });

  it.each([
    ["an unknown bot", 5, {}, "there is no bot 5"],
    ["a value out of bounds", 1001, { percentTakeProfit: 100 }, "percentTakeProfit must be no more than 99.99."],
    ["an unknown pair", 1001, { pairTitle: "USDT-NONE" }, "pairTitle is not in the pair list."],
    ["an emptied required value", 1001, { title: null }, "title can't be blank."],
  ])("refuse %s", (_name, botId, edit, message) => {
    const h = harness();
    h.create();
    expect(() => h.service.editBot(botId, edit)).toThrow(new RangeError(message));
  });

  it("can add a second bot of the same title", () => {
    const h = harness({ titles: "unique" });
    h.create({ title: "Twin" });
    expect(h.service.addBot("demo", { ...SEED_BOT, title: "Twin" })).toBe(1002);
    expect(h.list().map((bot) => bot.title)).toEqual(["Twin", "Twin"]);
    expect(() => h.service.addBot("demo", { ...SEED_BOT, leverage: 0 })).toThrow("leverage must be no less than 1.");
    expect(() => h.service.addBot("nobody", SEED_BOT)).toThrow("no account named nobody");
  });
});

it("a price set by hand is a change of its own, and so is the way back to the course", () => {
  const { service } = harness();
  let changes = 0;
  service.onChange(() => {
    changes += 1;
  });
  expect([service.setPrice("USDT-BTC", "61000"), changes]).toEqual(["61000", 1]);
  service.advance();
  expect([service.setPrice("USDT-BTC", null), changes]).toEqual(["64000", 2]);
});

it("what a seed brings along is no change, nor is a look at it", () => {
  const service = new Service({ seed: TWO, quirks: { commandDelay: 0 } });
  let changes = 0;
  service.onChange(() => {
    changes += 1;
  });
  expect([service.bots().length, service.summary() === undefined, changes]).toEqual([2, false, 0]);
  service.editBot(77, { title: "Changed" });
  expect([service.bots().length, changes]).toEqual([2, 1]);
});

describe("construction", () => {
  it("names what is wrong with a seed or a quirk", () => {
    expect(() => new Service({ seed: { accounts: [] } })).toThrow("seed: accounts: is too small or too short");
    const quirks: object = { update: "merg" };
    expect(() => new Service({ quirks })).toThrow('quirk update can\'t be "merg"');
  });

  it("gives ids that don't depend on chance", () => {
    const ids = () => {
      const h = harness();
      const bot = h.create();
      h.on(bot);
      return [bot, h.create(), h.deals()[0].id];
    };
    expect(ids()).toEqual([1001, 1002, 50_001]);
    expect(ids()).toEqual(ids());
  });
});
