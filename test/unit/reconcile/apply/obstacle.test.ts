// Why a step isn't begun: the run is over, a step of its bot has failed, or a bot that it replaces was left on (rule 11).
import { expect, it } from "vitest";
import type { Action } from "../../../../src/model/plan/actions.js";
import type { Stop } from "../../../../src/model/plan/outcome.js";
import { obstacleTo } from "../../../../src/reconcile/apply/obstacle.js";
import { RunBots } from "../../../../src/reconcile/apply/run-bots.js";
import { StepRecords } from "../../../../src/reconcile/apply/step-records.js";
import { live } from "../fleet.js";
import { plannedBot, planOf, step } from "../plan/plans.js";

const [OFF, OTHER, ON] = [step("turn-off", "old"), step("turn-off", "other"), step("turn-on", "a")];
const PLAN = planOf(
  [
    plannedBot("old", live(7, "old", { on: true })),
    plannedBot("other", live(8, "other", { on: true })),
    plannedBot("a", live(9, "a"), { replaces: [7] }),
  ],
  [OFF, OTHER, ON],
);

/** What is against the turn-on of `a`, whose predecessor is bot 7. */
function against(prepare: (records: StepRecords) => unknown, stop?: Stop) {
  const records = new StepRecords();
  prepare(records);
  const steps = (action: Action) => PLAN.steps.filter((one) => one.action === action);
  return obstacleTo({ stop, records, bots: new RunBots(PLAN), steps }, ON);
}
const applied = { kind: "applied", detail: "" } as const;
const failed = { kind: "failed", detail: "" } as const;
const LEFT_ON = {
  ...{ kind: "skipped", rule: 11, detail: "depends on the turn-off of main/old, which it replaces" },
  next: "see that step",
};

it("nothing is, once its predecessor is off, whatever became of others", () => {
  expect(against((records) => records.end(OFF, applied, 7))).toBeUndefined();
  expect(against((records) => [records.end(OFF, applied, 7), records.end(OTHER, failed, 8)])).toBeUndefined();
});

it("its predecessor is, until its turn-off is applied", () => {
  expect(against(() => {})).toEqual(LEFT_ON);
  expect(against((records) => records.end(OTHER, applied, 8))).toEqual(LEFT_ON);
  expect(against((records) => records.end(OFF, failed, 7))).toEqual(LEFT_ON);
});

it("a step of its own bot is, if it failed, before all else that is", () => {
  expect(against((records) => records.end(step("update", "a"), failed, 9))).toEqual({
    ...{ kind: "skipped", rule: 11, detail: "depends on this bot's update", next: "see that step" },
  });
});

it("the end of the run is, before all else", () => {
  const broken = (records: StepRecords) => records.end(step("update", "a"), failed, 9);
  expect(against(broken, "interrupted")).toEqual({
    ...{ kind: "not-started", detail: "interrupted before it began", next: "run apply again", rule: 13 },
  });
});
