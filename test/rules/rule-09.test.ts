// Rule 9: the turn-on gate; a bot is turned on only on a fresh look at everything that this rests on.
import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../src/model/bot/bot.js";
import type { Plan } from "../../src/model/plan/plan.js";
import type { Road } from "../support/road.js";
import { desired, desiredBot } from "../unit/reconcile/fleet.js";
import { addByHand, carryOut, fleet, idIn, kinds, meanwhile, sent, start } from "./scene.js";

/** A bot that is off, and the plan to turn it on. */
async function toTurnOn(way: Road, id = 2000): Promise<Plan> {
  addByHand(way, { title: "a", id });
  return way.plan(fleet("a"));
}

async function refused(way: Road, report: Awaited<ReturnType<typeof carryOut>>, why: RegExp): Promise<void> {
  expect(report.outcomes.at(-1)).toMatchObject({
    action: "turn-on",
    kind: "failed",
    rule: 9,
    detail: expect.stringMatching(why),
    wrote: false,
  });
  expect(sent(way).turnOns).toBe(0);
}

describe("rule 9: the lowest id of its title on a fresh list", () => {
  it("a namesake with a lower id forbids it, although that is off", async () => {
    const way = await start();
    const plan = await toTurnOn(way);
    addByHand(way, { title: "a", id: 1500 });
    await refused(way, await way.apply(plan), /bot 1500 has the same title and a lower id/);
  });

  it("a namesake that is on forbids it, whatever its id", async () => {
    const way = await start();
    const plan = await toTurnOn(way);
    addByHand(way, { title: "a", id: 2500, enabled: true });
    await refused(way, await way.apply(plan), /bot 2500 with the same title is on/);
  });

  it.each([
    { id: 2500, enabled: true, why: /bot 2500 with a previous title, "old", is on/ },
    { id: 1500, enabled: false, why: /bot 1500 has a previous title, "old", and a lower id/ },
  ])("a bot with a previous title forbids it, too: $id, on: $enabled", async ({ why, ...bot }) => {
    const way = await start();
    addByHand(way, { title: "a", id: 2000 });
    const plan = await way.plan(desired([desiredBot("a", { enabled: true, previousTitles: ["old"] })]));
    addByHand(way, { title: "old", ...bot });
    await refused(way, await way.apply(plan), why);
  });

  it("a namesake with a higher id that is off, or one on another access, doesn't", async () => {
    const way = await start();
    const plan = await toTurnOn(way);
    addByHand(way, { title: "a", id: 2500 });
    addByHand(way, { title: "a", id: 1500, accessId: 2, enabled: true });
    expect(kinds(await way.apply(plan))).toEqual(["turn-on main/a applied"]);
  });

  it("a list that doesn't show the bot itself forbids it: it may hide others, too", async () => {
    const way = await start();
    const plan = await toTurnOn(way);
    addByHand(way, { title: "b" });
    const bots = async () => (await way.reader.bots()).filter((bot) => bot.fields.title !== "a");
    await refused(way, await carryOut(way, plan, { reader: { bots } }), /the list doesn't show bot 2000/);
  });

  it("a list that was read earlier in the run is not fresh", async () => {
    const way = await start();
    addByHand(way, { title: "a", id: 2000 });
    addByHand(way, { title: "b", id: 2001, enabled: true });
    const plan = await way.plan(desired([desiredBot("a", { enabled: true }), desiredBot("b", { enabled: false })]));
    // The turn-off of b is observed on the list; while its details confirm that, the namesake appears.
    const bot = async (id: number): Promise<ObservedBot> => {
      const live = await way.reader.bot(id);
      if (id === 2001 && !live.status.on) {
        way.clock.advance(3_000);
        addByHand(way, { title: "a", id: 1500 });
      }
      return live;
    };
    await refused(way, await carryOut(way, plan, { reader: { bot } }), /bot 1500 has the same title/);
  });

  it("the reading that shows no namesake is itself fresh, however slow a copy's details are", async () => {
    const way = await start();
    addByHand(way, { title: "a", id: 2500 });
    const plan = await toTurnOn(way);
    const bot = async (id: number): Promise<ObservedBot> => {
      if (id === 2500 && way.emulator.service.bots().length === 2) {
        way.clock.advance(10_000);
        addByHand(way, { title: "a", id: 2600, enabled: true });
      }
      return way.reader.bot(id);
    };
    await carryOut(way, plan, { reader: { bot } });
    expect(sent(way).turnOns).toBe(0);
  });
});

describe("rule 9: the fingerprint is equal to desired", () => {
  it.each([
    { edit: { leverage: 20 }, why: /leverage: expected 5, but the service shows 20/, because: "a managed field" },
    { edit: { volumeSafetyOrder: "33" }, why: /volumeSafetyOrder/, because: "a field that isn't managed" },
  ])("another value forbids it: $because", async ({ edit, why }) => {
    const way = await start();
    const plan = await toTurnOn(way);
    way.emulator.service.editBot(2000, edit);
    await refused(way, await way.apply(plan), why);
  });

  it("another access forbids it", async () => {
    const way = await start();
    const plan = await toTurnOn(way);
    const bot = async (id: number): Promise<ObservedBot> => ({ ...(await way.reader.bot(id)), accessId: 2 });
    await refused(way, await carryOut(way, plan, { reader: { bot } }), /doesn't match the plan: access 2/);
  });

  it("what this run has created and verified is looked at once more", async () => {
    const way = await start();
    let readings = 0;
    const bot = async (id: number): Promise<ObservedBot> => {
      readings += 1;
      if (readings === 2) way.emulator.service.editBot(id, { leverage: 20 });
      return way.reader.bot(id);
    };
    await refused(way, await carryOut(way, await way.plan(fleet("a")), { reader: { bot } }), /expected 5/);
  });
});

describe("rule 9: the look is at most 5 s old", () => {
  it.each([
    { pass: (way: Road) => way.clock.advance(5_100), because: "the journal took its time" },
    { pass: (way: Road) => way.clock.set(3_600_000), because: "the machine slept, and elapsed time stood still" },
    {
      pass(way: Road) {
        way.clock.advance(5_100);
        way.clock.set(-3_600_000);
      },
      because: "the wall clock was set back meanwhile",
    },
  ])("an older one is taken again: $because", async ({ pass }) => {
    const way = await start();
    const plan = await toTurnOn(way);
    const journal = meanwhile((count) => {
      if (count > 1) return;
      pass(way);
      way.emulator.service.editBot(2000, { leverage: 20 });
    });
    await refused(way, await carryOut(way, plan, { journal }), /expected 5, but the service shows 20/);
  });

  it("one that is too old each time means that nothing is sent", async () => {
    const way = await start();
    const plan = await toTurnOn(way);
    const journal = meanwhile(() => way.clock.advance(6_000));
    await refused(way, await carryOut(way, plan, { journal }), /already too old/);
  });
});

describe("rule 9: off now", () => {
  it("a bot that is on by now is sent nothing", async () => {
    const way = await start();
    const plan = await toTurnOn(way);
    way.emulator.service.editBot(2000, { enabled: true });
    const report = await way.apply(plan);
    expect(report.outcomes).toMatchObject([{ kind: "applied", wrote: false, detail: "was already on (ENABLED)" }]);
    expect(sent(way).turnOns).toBe(0);
  });

  it("a bot that is on by now and is not as planned has failed", async () => {
    const way = await start();
    const plan = await toTurnOn(way);
    way.emulator.service.editBot(2000, { enabled: true, leverage: 20 });
    await refused(way, await way.apply(plan), /expected 5/);
  });

  it("ids don't matter to a bot that botId names, a running namesake does", async () => {
    const way = await start();
    addByHand(way, { title: "a", id: 1500 });
    addByHand(way, { title: "a", id: 2000 });
    const pinned = desired([desiredBot("a", { botId: 2000, enabled: true })]);
    const plan = await way.plan(pinned);
    expect(idIn(plan, "main/a")).toBe(2000);
    way.emulator.service.editBot(1500, { enabled: true });
    await refused(way, await way.apply(plan), /bot 1500 with the same title is on/);
    way.emulator.service.editBot(1500, { enabled: false });
    expect(kinds(await way.apply(await way.plan(pinned)))).toEqual(["turn-on main/a applied"]);
  });
});
