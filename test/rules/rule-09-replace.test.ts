// Rule 9 where a bot replaces another one: that must be off when the new one is turned on, whoever has turned it on meanwhile.

import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../src/model/bot/bot.js";
import { openPlan, sealPlan } from "../../src/model/planfile/planfile.js";
import { staleBots } from "../../src/reconcile/plan/freshness.js";
import { earlier } from "../unit/reconcile/earlier.js";
import { ALLOWED, MOVED, startWith, switches } from "./replaced.js";
import { addByHand, carryOut, kinds, meanwhile, sent } from "./scene.js";

describe("rule 9: a bot that replaces another one", () => {
  it.each([
    { enabled: true, because: "the old one was on" },
    { enabled: false, because: "the old one was off already" },
  ])("is turned on once that is off, and then nothing is left to do: $because", async ({ enabled }) => {
    const { way, id } = await startWith({ enabled });
    const report = await way.apply(await way.plan(MOVED, ALLOWED));
    expect(kinds(report)).toEqual([
      ...(enabled ? [`turn-off main/#${id} applied`] : []),
      "create main/a applied",
      "turn-on main/a applied",
    ]);
    expect(report.violations).toEqual([]);
    expect(await switches(way)).toEqual(["1 off", "2 on"]);
    for (const undeclared of ["report", "turn-off", "ignore"] as const) {
      const again = await way.plan({ ...MOVED, undeclared });
      expect({ steps: again.steps, said: again.diagnostics }).toEqual({ steps: [], said: [] });
    }
  });

  it("is not turned on while that is on: somebody has turned it on after the create", async () => {
    const { way, id } = await startWith({ enabled: true });
    const plan = await way.plan(MOVED, ALLOWED);
    // The intents are the turn-off, the create and the turn-on.
    const journal = meanwhile((count) => {
      if (count === 2) way.emulator.service.editBot(id, { enabled: true });
    });
    const report = await carryOut(way, plan, { journal });
    expect(report.outcomes.at(-1)).toMatchObject({
      action: "turn-on",
      kind: "failed",
      rule: 9,
      detail: expect.stringContaining(`bot ${id}, which it replaces, is on`),
      wrote: false,
    });
    expect(sent(way).turnOns).toBe(0);

    // The next plan finishes the replace.
    const next = await way.plan(MOVED, ALLOWED);
    expect(kinds(await way.apply(next))).toEqual([`turn-off main/#${id} applied`, "turn-on main/a applied"]);
    expect(sent(way).creates).toBe(1);
  });

  it("nor where that was off when the plan was made, and is on by now", async () => {
    const { way, id } = await startWith({ enabled: false });
    const plan = await way.plan(MOVED, ALLOWED);
    way.emulator.service.editBot(id, { enabled: true });
    expect((await staleBots(plan, way.reader)).map(({ differences }) => differences)).toEqual([
      [{ what: `the switch of bot ${id}, which it replaces,`, before: "off", after: "ENABLED" }],
    ]);
    expect(kinds(await way.apply(plan))).toEqual(["create main/a applied", "turn-on main/a failed"]);
    expect(sent(way).turnOns).toBe(0);
  });

  it("from a saved plan, too", async () => {
    const { way, id } = await startWith({ enabled: true });
    const opener = { apiUrl: "https://api.example.net", apiKey: "key", apiSecret: "secret" };
    const now = way.clock.now();
    const seal = { id: "0".repeat(32), toolVersion: "1", createdAt: now, expiresAt: now + 3_600_000 };
    const bytes = Buffer.from(sealPlan(await way.plan(MOVED, ALLOWED), opener, seal));
    const reading = openPlan(bytes, { toolVersion: "1", account: "main", opener, configDigest: MOVED.digest, now });
    if (!reading.ok) throw new Error(reading.problem.summary);
    const { plan } = reading.saved;
    expect(await staleBots(plan, way.reader)).toEqual([]);
    const refused = await carryOut(way, plan, {
      writer: { turnOff: async () => ({ kind: "refused", message: "no" }) },
    });
    expect(kinds(refused).slice(1)).toEqual(["create main/a skipped", "turn-on main/a skipped"]);
    expect(kinds(await way.apply(plan))[0]).toBe(`turn-off main/#${id} applied`);
    expect(await switches(way)).toEqual(["1 off", "2 on"]);
  });

  it("is turned on where that is gone by now", async () => {
    const { way, id } = await startWith({ enabled: false });
    const plan = await way.plan(MOVED, ALLOWED);
    const bot = async (botId: number): Promise<ObservedBot> => way.reader.bot(botId === id ? 999_999 : botId);
    const bots = async () => (await way.reader.bots()).filter((row) => row.id !== id);
    // Another one, since an empty list would be a bad read.
    addByHand(way, { title: "b" });
    expect(kinds(await carryOut(way, plan, { reader: { bot, bots } })).at(-1)).toBe("turn-on main/a applied");
  });

  it("waits for a turn-on of that one which an earlier run has sent", async () => {
    const { way, id } = await startWith({ enabled: false }, { quirks: { commandDelay: 60_000 } });
    const plan = await way.plan(MOVED, ALLOWED);
    await way.writer.turnOn(id);
    const before = earlier("turn-on", id, way.clock.now(), { address: "main/old" });
    const report = await carryOut(way, plan, {}, { earlier: [before] });
    expect(kinds(report)).toEqual(["create main/a applied", "turn-on main/a failed"]);
    expect(sent(way).turnOns).toBe(1);
    expect(await switches(way)).toEqual(["1 on", "2 off"]);
  });
});
