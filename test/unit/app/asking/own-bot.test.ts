// Whether a bot is fit to be changed and put back, and what an update of it sends.
import { describe, expect, it } from "vitest";
import { type Asker, AskingStopped } from "../../../../src/app/asking/asker.js";
import { everything, OwnBot, scalesOn, unfit } from "../../../../src/app/asking/own-bot.js";
import type { Fields } from "../../../../src/model/bot/field.js";
import type { WireBot } from "../../../../src/service/wire.js";
import { live } from "../../reconcile/fleet.js";
import { wireBot } from "../../service/wirebot.js";

const FIELDS: Fields = {
  ...live(1, "ASK 1", { fields: { volumeFirstOrder: "20", volumeSafetyOrder: "25", countOrderMax: "6" } }).fields,
};

it.each<[Partial<Fields>, { on?: boolean; deals?: number }, readonly string[]]>([
  [{}, {}, []],
  [{ percentTakeProfit: "1.25", leverage: "10" }, {}, []],
  [{}, { on: true, deals: 1 }, ["it is on", "it is in a deal"]],
  [{ title: "0 A_B-C45678901" }, {}, ["its title isn't of 1 to 14 capitals and digits"]],
  [{ title: "0 A_B-C4567890" }, {}, []],
  [{ title: " ASK" }, {}, ["its title isn't of 1 to 14 capitals and digits"]],
  [{ title: "Ask" }, {}, ["its title isn't of 1 to 14 capitals and digits"]],
  [{ title: null }, {}, ["its title isn't of 1 to 14 capitals and digits"]],
  [{ percentTakeProfit: "1.255" }, {}, ["percentTakeProfit has more than 2 decimal places"]],
  [{ countOrderMax: null }, {}, ["countOrderMax is off, or 10"]],
  [{ countOrderMax: "10" }, {}, ["countOrderMax is off, or 10"]],
  [{ volumeSafetyOrder: null }, {}, ["volumeSafetyOrder is off, or as volumeFirstOrder"]],
  [{ volumeSafetyOrder: "20" }, {}, ["volumeSafetyOrder is off, or as volumeFirstOrder"]],
])("%j, %j: %j", (fields, { on = false, deals = 0 }, why) => {
  expect(unfit({ fields: { ...FIELDS, ...fields }, on }, deals)).toEqual(why);
});

it("an update sends everything, some in another way or not at all", () => {
  const sent = (instead?: Parameters<typeof everything>[1]) => everything(FIELDS, instead);
  const all = sent();
  expect(all).toContainEqual(["percentTakeProfit", FIELDS.percentTakeProfit]);
  const others = all.filter(([name]) => name !== "percentTakeProfit");
  expect(sent({ percentTakeProfit: "7" })).toEqual([...others, ["percentTakeProfit", "7"]]);
  expect(sent({ percentTakeProfit: undefined })).toEqual(others);
});

it("scales that are on are those with a value whose parameter is left out to switch them off", () => {
  expect(scalesOn({ ...FIELDS, martingaleScale: null, dynamicStepScale: null, cycleLimitScale: null })).toEqual([]);
  const scales = { martingaleScale: "1.2", dynamicStepScale: "1.1", cycleLimitScale: "1.3" };
  expect(scalesOn({ ...FIELDS, ...scales })).toEqual(["martingaleScale", "dynamicStepScale", "cycleLimitScale"]);
});

describe("a bot that the service does nothing about", () => {
  /** Every look shows it as it is; each command is accepted. */
  const stage = (changes: Partial<WireBot> = {}, kind = "accepted") => {
    const sent: string[] = [];
    const told = (name: string) => async () => {
      sent.push(name);
      return { kind, message: "no" };
    };
    let looks = 0;
    const asker = {
      read: async () => {
        looks += 1;
        return [wireBot(changes)];
      },
      rest: async () => {},
      afterRefusal: async () => {},
    } as unknown as Asker;
    const client = { updateBot: told("update"), turnOn: told("turn-on"), turnOff: told("turn-off") };
    return { bot: new OwnBot(1, asker, client as never), sent, looks: () => looks };
  };

  it("is said to be on where it was told to turn off", async () => {
    const { bot, sent, looks } = stage({ status: "ENABLED" });
    await expect(bot.turnOff()).rejects.toThrow(
      new AskingStopped("bot 1 is on, and was told to turn off: look at it on the service now"),
    );
    expect([sent, looks()]).toEqual([["turn-off"], 120]);
  });

  it("may come on late where it wasn't seen on", async () => {
    const { bot, sent, looks } = stage();
    await expect(bot.turnOnAndOff()).rejects.toThrow(
      new AskingStopped(
        "bot 1 was told to turn on, and wasn't seen on; it was told to turn off: botform bots off '#1' watches it",
      ),
    );
    expect([sent, looks()]).toEqual([["turn-on", "turn-off"], 122]);
  });

  it("isn't put back after three tries, and its settings are named", async () => {
    const { bot, sent } = stage();
    const { fields } = await bot.look();
    await expect(bot.restore({ ...fields, leverage: "7" })).rejects.toThrow(
      new AskingStopped("bot 1 couldn't be put back: leverage: expected 7, but the service shows 5"),
    );
    expect(sent).toEqual(["update", "update", "update"]);
  });

  it("isn't as it was where the service writes what is off in another way", async () => {
    const { bot, sent } = stage();
    const now = await bot.look();
    await expect(bot.restoreText({ ...now, raw: { ...now.raw, settings: {} } })).rejects.toThrow(
      new AskingStopped("bot 1 has the settings it had, but the service writes some in another way"),
    );
    await bot.restoreText({ ...now, raw: { ...now.raw, updated: "2026-11-22 12:00:00" } });
    expect(sent).toEqual(["update"]);
  });

  it("can't be read where its details are of another one", async () => {
    await expect(stage({ id: 2 }).bot.look()).rejects.toThrow(new AskingStopped("the details of bot 1 can't be read"));
  });

  it.each([
    ["accepted", true],
    ["refused", false],
  ])("takes an update or not, which is told: %s", async (kind, isTaken) => {
    expect(await stage({}, kind).bot.update([])).toBe(isTaken);
  });

  it("stops the check where it isn't known whether an update came through", async () => {
    await expect(stage({}, "ambiguous").bot.update([])).rejects.toThrow(new AskingStopped("an update of bot 1: no"));
  });
});
