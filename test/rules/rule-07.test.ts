// Rule 7: a created bot that reads back as on is turned off, that is said, and the bot is left alone for the run.
import { describe, expect, it } from "vitest";
import { exitOfReport } from "../../src/app/exit.js";
import { DiskError, ServiceError } from "../../src/model/ports.js";
import { desired, desiredBot } from "../unit/reconcile/fleet.js";
import { carryOut, fleet, idle, kinds, meanwhile, sent, start } from "./scene.js";

describe("rule 7: a created bot that reads back as on", () => {
  it("is turned off, and observed off", async () => {
    const way = await start({ quirks: { newBots: "on" } });
    const report = await way.apply(await way.plan(idle("a")));
    expect(report.outcomes).toMatchObject([{ kind: "applied", rule: 7 }]);
    expect(sent(way).turnOffs).toBe(1);
    expect((await way.live()).map((bot) => bot.status.on)).toEqual([false]);
  });

  it("is spoken of: in its outcome and in a note", async () => {
    const way = await start({ quirks: { newBots: "on" } });
    const report = await way.apply(await way.plan(idle("a")));
    const says = "the service created it switched on (ENABLED); it was turned off, and observed off";
    expect(report.outcomes[0]?.detail).toContain(says);
    expect(report.notes).toEqual([`main/a: ${says}`]);
  });

  it("is left alone for this run: its turn-on is skipped", async () => {
    const way = await start({ quirks: { newBots: "on" } });
    const report = await way.apply(await way.plan(fleet("a")));
    expect(kinds(report)).toEqual(["create main/a applied", "turn-on main/a skipped"]);
    expect(sent(way).turnOns).toBe(0);
    expect(kinds(await way.apply(await way.plan(fleet("a"))))).toEqual(["turn-on main/a applied"]);
  });

  it("is unknown where it isn't observed off", async () => {
    const way = await start({ quirks: { newBots: "on", commandDelay: 600_000 } });
    const report = await way.apply(await way.plan(fleet("a")));
    expect(kinds(report)).toEqual(["create main/a unknown", "turn-on main/a skipped"]);
    expect(report.outcomes[0]).toMatchObject({ rule: 7, detail: expect.stringContaining("has not been observed off") });
    expect(exitOfReport(report)).toBe(5);
  });

  it("is turned off in spite of an interrupt", async () => {
    const way = await start({ quirks: { newBots: "on" } });
    const controller = new AbortController();
    const create: typeof way.writer.create = async (...given) => {
      const answer = await way.writer.create(...given);
      controller.abort();
      return answer;
    };
    await carryOut(way, await way.plan(idle("a")), { writer: { create } }, { signal: controller.signal });
    expect(sent(way).turnOffs).toBe(1);
    way.clock.advance(1_000);
    expect((await way.live()).map((bot) => bot.status.on)).toEqual([false]);
  });

  it("is turned off although the journal is broken: that makes it safe", async () => {
    const way = await start({ quirks: { newBots: "on" } });
    const journal = meanwhile((count) => {
      if (count > 1) throw new DiskError("ENOSPC", "no space");
    });
    const report = await carryOut(way, await way.plan(idle("a")), { journal });
    expect(report.outcomes).toMatchObject([{ kind: "applied", rule: 7 }]);
    expect((await way.live()).map((bot) => bot.status.on)).toEqual([false]);
  });

  it("is turned off where it can't be read back by id and the list shows it on", async () => {
    const way = await start({ quirks: { newBots: "on" } });
    const bot = () => Promise.reject(new ServiceError("http", "botDetails: HTTP 503"));
    const report = await carryOut(way, await way.plan(idle("a")), { reader: { bot } });
    expect(report.outcomes).toMatchObject([{ kind: "unknown" }]);
    expect(sent(way).turnOffs).toBeGreaterThan(0);
    way.clock.advance(1_000);
    expect((await way.live()).map((live) => live.status.on)).toEqual([false]);
  });
});

describe("rule 7: an updated bot that was off and reads back as on", () => {
  it("is turned off, and its step has failed", async () => {
    const way = await start({ quirks: { updateSwitch: "on" } });
    await way.apply(await way.plan(idle("a")));
    const plan = await way.plan(desired([desiredBot("a", { enabled: true, fields: { leverage: "9" } })]));
    const report = await way.apply(plan);
    expect(kinds(report)).toEqual(["update main/a failed", "turn-on main/a skipped"]);
    expect(report.outcomes[0]).toMatchObject({ rule: 7, detail: expect.stringContaining("switched the bot on") });
    expect((await way.live()).map((bot) => bot.status.on)).toEqual([false]);
  });
});
