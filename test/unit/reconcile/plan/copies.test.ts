// What a plan says where two live bots may be the one that is configured.
import { expect, it } from "vitest";
import type { DesiredBot } from "../../../../src/model/bot/desired.js";
import type { Observed } from "../../../../src/model/bot/observed.js";
import { makePlan } from "../../../../src/reconcile/plan/planner.js";
import { desired, desiredBot, live, observed } from "../fleet.js";

/** The plan's steps, and what it says of `a`, which was called `old`. */
function told(lives: Observed["bots"], changes: Partial<DesiredBot> = {}, seen: Partial<Observed> = {}): string[] {
  const bot = desiredBot("a", { enabled: true, previousTitles: ["old"], ...changes });
  const plan = makePlan(desired([bot]), { ...observed([...lives]), ...seen });
  const says = plan.diagnostics.map(
    ({ severity, code, summary, remedy }) => `${severity} ${code}: ${summary}. ${remedy}`,
  );
  return [...plan.steps.map(({ action }) => action), ...says];
}

const [A, OLD] = [live(7, "a"), live(3, "old")];
const RUNNING = { a: live(7, "a", { on: true }), old: live(3, "old", { on: true }) };

it("a bot with a previous title that is on keeps the bot from being turned on", () => {
  expect(told([A, RUNNING.old])).toEqual([
    "error plan/copy-on: bot 7 can't be turned on while 3 with its title or a previous one is on. Turn the copy off on the service, or pin the right one with botId, or remove its title from previousTitles if it is another bot.",
  ]);
  const inDoubt = new Map([[3, { address: "main/a", sentAt: 0, until: 60_000 }]]);
  const codes = told([A, OLD], {}, { inDoubt }).map((line) => line.split(":")[0]);
  expect(codes).toEqual(["error plan/copy-on", "warning plan/in-doubt"]);
  expect(told([A, OLD])).toEqual(["turn-on"]);
  expect(told([A, RUNNING.old], { botId: 7 })).toEqual(["turn-on"]);
  expect(told([A, RUNNING.old], { previousTitles: [] })).toEqual(["turn-on"]);
});

it("two that are on are named, though nothing is to be done", () => {
  expect(told([RUNNING.a, RUNNING.old])).toEqual([
    'warning plan/former-on: bot 7 is on, and so is one with a previous title of it: 3 "old" (ENABLED). Turn the wrong one off, or remove its title from previousTitles if it is another bot.',
  ]);
  expect(told([RUNNING.a, OLD])).toEqual([]);
  expect(told([RUNNING.a, RUNNING.old], { botId: 7 })).toEqual([]);
  expect(told([A, RUNNING.old], { enabled: false })).toEqual([]);
});
