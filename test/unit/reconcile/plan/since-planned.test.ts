// Which bot that has turned up since a plan was made may be one that it creates (rule 22).
import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import type { SomeFields } from "../../../../src/model/bot/field.js";
import { ServiceError, type ServiceReader } from "../../../../src/model/ports.js";
import { longestTitle, type SincePlanned, sincePlanned } from "../../../../src/reconcile/plan/since-planned.js";
import { live } from "../fleet.js";
import { plannedBot } from "./plans.js";

const TRADE = { pairTitle: "USDT-BTC", strategy: "LONG" };
const dip = { ...plannedBot("dip", null), target: { ...TRADE, title: "dip", leverage: "5" } };
const OTHER = { pairTitle: "USDT-ETH", strategy: "LONG" };

/** Reads these bots by id; the list shows their title and settings, too. */
async function found(bots: readonly ObservedBot[], more: Partial<SincePlanned> = {}) {
  const read: number[] = [];
  const bot = async (id: number) => {
    read.push(id);
    const there = bots.find((one) => one.id === id);
    if (there === undefined) throw new ServiceError("absent", "no such bot");
    return there;
  };
  const reader = { bot, bots: async () => bots } as unknown as ServiceReader;
  const since = { planned: dip, others: [], appeared: bots, longest: longestTitle(bots), ...more };
  return { id: (await sincePlanned(since, reader))?.id, read };
}

const called = (title: string, fields: SomeFields = OTHER, more: Partial<ObservedBot> = {}) => ({
  ...live(7, title, { fields }),
  ...more,
});

describe("a bot that has turned up since the plan", () => {
  it.each<[string, ObservedBot, Partial<SincePlanned>, boolean]>([
    ["has the title", called("dip"), {}, true],
    ["has the title in capitals", called("DIP"), {}, true],
    ["has another title, and trades something else", called("else"), {}, false],
    ["has the title of an earlier create", called("OLD"), { earlier: ["old"] }, true],
    ["trades the same, and is on", { ...live(7, "else", { fields: { ...TRADE, leverage: "9" }, on: true }) }, {}, true],
    ["trades the same with the same settings", called("else", { ...TRADE, leverage: "5" }), {}, true],
    ["trades the same with others, and is off", called("else", { ...TRADE, leverage: "9" }), {}, false],
    ["stood for its key", called("else"), { appeared: [], known: [7] }, true],
    ["is on another access", called("dip", OTHER, { accessId: 2 }), {}, false],
    ["doesn't say on which access it is", called("dip", OTHER, { accessId: null }), {}, true],
    ["has the title of another bot of the plan", called("Z"), { others: [plannedBot("z", null)] }, false],
    [
      "has a former title of another bot of the plan",
      called("y", { ...TRADE, leverage: "5" }),
      { others: [{ ...plannedBot("z", null), formerTitles: ["y"] }] },
      false,
    ],
  ])("may be it, or not: it %s", async (_what, bot, more, isIts) => {
    expect((await found([bot], more)).id).toBe(isIts ? 7 : undefined);
  });

  it("is read once by its id, and is none where it is gone by then", async () => {
    expect((await found([called("dip")], { known: [7] })).read).toEqual([7]);
    expect(await found([], { appeared: [called("dip")], known: [8] })).toEqual({ id: undefined, read: [8, 7] });
  });

  it("isn't taken for one that trades the same where nobody knows what the planned one trades", async () => {
    const planned = { ...dip, target: { title: "dip", leverage: "5" } };
    const fields = { leverage: "5", pairTitle: null, strategy: null };
    expect((await found([called("else", fields)], { planned })).id).toBeUndefined();
  });
});

it("the longest title of a list tells where a service may cut", async () => {
  expect([longestTitle([]), longestTitle([called("a"), called("abc"), called("ab")])]).toEqual([0, 3]);
  const long = { ...dip, title: "dip of the day", target: { ...dip.target, title: "dip of the day" } };
  expect((await found([called("dip of the")], { planned: long })).id).toBe(7);
  expect((await found([called("dip of the")], { planned: long, longest: 200 })).id).toBeUndefined();
});
