// What a plan says where two live bots may be the one that is configured.
import { expect, it } from "vitest";
import type { DesiredBot } from "../../../../src/model/bot/desired.js";
import type { Observed } from "../../../../src/model/bot/observed.js";
import { makePlan } from "../../../../src/reconcile/plan/planner.js";
import { turnOnsUnderWay } from "../earlier.js";
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
  const codes = told([A, OLD], {}, turnOnsUnderWay(3)).map((line) => line.split(":")[0]);
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

const COPIES = "Give them another title on the service, or pin the right one with botId.";

it("copies are named, whether or not anything is to be done, unless the right one is pinned", () => {
  const copies = [live(9, "a"), live(7, "a"), live(8, "a", { raw: "PAUSED" })];
  expect(told(copies, { previousTitles: [], enabled: false })).toEqual([
    `warning plan/copies: other live bots have the same title "a" as bot 7: 8 (PAUSED), 9 (DISABLED). ${COPIES}`,
  ]);
  expect(told(copies, { previousTitles: [], enabled: false, botId: 8 })).toEqual([]);
});

it("each that is on is named, and whose title it has", () => {
  const ON = { on: true };
  const pinned = (...copies: Observed["bots"]) => told([A, ...copies], { botId: 7, previousTitles: [] });
  expect(pinned(live(8, "a", ON), live(9, "a", ON))).toEqual([
    "error plan/copy-on: bot 7 can't be turned on while 8 and 9 with the same title are on. Turn the copy off on the service, or pin the right one with botId.",
  ]);
  const former = { previousTitles: ["old", "older"] };
  expect(told([A, RUNNING.old, live(4, "older", ON)], former)).toEqual([
    "error plan/copy-on: bot 7 can't be turned on while 3 and 4 with its title or a previous one are on. Turn the copy off on the service, or pin the right one with botId, or remove its title from previousTitles if it is another bot.",
  ]);
  expect(told([RUNNING.a, RUNNING.old, live(4, "older", ON)], former)).toEqual([
    'warning plan/former-on: bot 7 is on, and so is one with a previous title of it: 3 "old" (ENABLED), 4 "older" (ENABLED). Turn the wrong one off, or remove its title from previousTitles if it is another bot.',
  ]);
});
