// Rule 10: "sent" is not done; a switch is watched until it is observed, else it is unknown.
import { describe, expect, it } from "vitest";
import { exitOfReport } from "../../src/app/exit.js";
import type { ObservedBot } from "../../src/model/bot/bot.js";
import type { Plan } from "../../src/model/plan/plan.js";
import type { Road } from "../support/road.js";
import { desired, desiredBot } from "../unit/reconcile/fleet.js";
import { addByHand, carryOut, fleet, kinds, LOST, sent, start } from "./scene.js";

const NEVER = { quirks: { commandDelay: 3_600_000 } } as const;

async function toTurnOn(way: Road): Promise<Plan> {
  addByHand(way, { title: "a" });
  return way.plan(fleet("a"));
}

async function toTurnOff(way: Road): Promise<Plan> {
  addByHand(way, { title: "a", enabled: true });
  return way.plan(desired([desiredBot("a", { enabled: false })]));
}

describe('rule 10: "sent" is not done', () => {
  it.each([
    { make: toTurnOn, step: "turn-on" },
    { make: toTurnOff, step: "turn-off" },
  ])("a $step that takes a minute is waited for", async ({ make, step }) => {
    const way = await start({ quirks: { commandDelay: 60_000 } });
    const begun = way.clock.elapsed();
    const report = await way.apply(await make(way));
    expect(kinds(report)).toEqual([`${step} main/a applied`]);
    expect(way.clock.elapsed() - begun).toBeGreaterThanOrEqual(60_000);
  });

  it.each([
    { make: toTurnOn, step: "turn-on" },
    { make: toTurnOff, step: "turn-off" },
  ])("a $step that is not observed within 120 s is unknown, and exit 5", async ({ make, step }) => {
    const way = await start(NEVER);
    const begun = way.clock.elapsed();
    const report = await way.apply(await make(way));
    expect(kinds(report)).toEqual([`${step} main/a unknown`]);
    expect(report.outcomes[0]).toMatchObject({ rule: 10, wrote: true });
    expect(exitOfReport(report)).toBe(5);
    const waited = way.clock.elapsed() - begun;
    expect(waited).toBeGreaterThanOrEqual(120_000);
    expect(waited).toBeLessThan(125_000);
  });

  it("the deadline can be set", async () => {
    const way = await start(NEVER);
    const begun = way.clock.elapsed();
    await way.apply(await toTurnOn(way), { commandDeadlineMs: 5_000 });
    expect(way.clock.elapsed() - begun).toBeLessThan(10_000);
  });

  it("a list that shows the bot on is not enough: its details have the last word", async () => {
    const way = await start(NEVER);
    const plan = await toTurnOn(way);
    const bots = async (): Promise<readonly ObservedBot[]> =>
      (await way.reader.bots()).map((bot) => ({ ...bot, status: { on: true, raw: "ENABLED" } }));
    expect(kinds(await carryOut(way, plan, { reader: { bots } }))).toEqual(["turn-on main/a unknown"]);
  });

  it("a list that never shows it doesn't hide what the details tell in the end", async () => {
    const way = await start();
    const plan = await toTurnOn(way);
    const bots = async (): Promise<readonly ObservedBot[]> =>
      (await way.reader.bots()).map((bot) => ({ ...bot, status: { on: false, raw: "DISABLED" } }));
    expect(kinds(await carryOut(way, plan, { reader: { bots } }))).toEqual(["turn-on main/a applied"]);
  });

  it("a turn-on is not sent again", async () => {
    const way = await start();
    const plan = await toTurnOn(way);
    let ons = 0;
    const turnOn = async () => {
      ons += 1;
      return LOST;
    };
    const report = await carryOut(way, plan, { writer: { turnOn } });
    expect([kinds(report), ons]).toEqual([["turn-on main/a unknown"], 1]);
    expect(sent(way)).toMatchObject({ turnOns: 0, turnOffs: 0 });
  });

  it("a turn-off is sent again twice, and no more", async () => {
    const way = await start();
    const plan = await toTurnOff(way);
    const at: number[] = [];
    const turnOff = async () => {
      at.push(way.clock.elapsed());
      return LOST;
    };
    const report = await carryOut(way, plan, { writer: { turnOff } });
    expect([kinds(report), at.length]).toEqual([["turn-off main/a unknown"], 3]);
    const [first = 0, second = 0, third = 0] = at;
    // Spread over the deadline.
    expect(second - first).toBeGreaterThanOrEqual(40_000);
    expect(third - second).toBeGreaterThanOrEqual(35_000);
  });

  it("the turn-off that is sent again counts as the first does", async () => {
    const way = await start();
    const plan = await toTurnOff(way);
    let offs = 0;
    const turnOff: typeof way.writer.turnOff = async (id) => {
      offs += 1;
      return offs < 3 ? LOST : way.writer.turnOff(id);
    };
    expect(kinds(await carryOut(way, plan, { writer: { turnOff } }))).toEqual(["turn-off main/a applied"]);
  });
});
