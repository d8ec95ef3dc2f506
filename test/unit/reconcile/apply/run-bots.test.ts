// The bots of a run: those of its plan, by address, and what it has created is meant as it was read back.
import { expect, it } from "vitest";
import { RunBots } from "../../../../src/reconcile/apply/run-bots.js";
import { live } from "../fleet.js";
import { plannedBot, planOf, step } from "../plan/plans.js";

const [UPDATE, CREATE] = [step("update", "a"), step("create", "b")];
const PLAN = planOf(
  [plannedBot("a", live(7, "a")), plannedBot("b", null), plannedBot("c", live(9, "c"))],
  [UPDATE, CREATE],
);

it("are those of the plan, by address", () => {
  const bots = new RunBots(PLAN);
  expect([bots.of(UPDATE).title, bots.idOf(UPDATE), bots.idAt("main/b")]).toEqual(["a", 7, undefined]);
  expect(bots.all().map(({ title }) => title)).toEqual(["a", "b", "c"]);
  expect(() => bots.of(step("update", "z"))).toThrow("the plan has a step for main/z but no such bot");
  expect(() => bots.idOf(CREATE)).toThrow("create of main/b has no bot to act on");
});

it("are meant as they were read back, where the run has created them", () => {
  const bots = new RunBots(PLAN);
  const created = { live: live(8, "b", { fields: { leverage: "9" } }), filled: [] };
  bots.adopt(CREATE, 8);
  expect([bots.idOf(CREATE), bots.createdAs("main/b"), [...bots.made]]).toEqual([8, undefined, [8]]);
  bots.settle(CREATE, created);
  expect([bots.createdAs("main/b"), bots.of(CREATE).target, bots.all()[1]?.target]).toEqual([
    ...[created, created.live.fields, created.live.fields],
  ]);
  expect(bots.all()[0]?.target).toEqual(PLAN.bots["main/a"]?.target);
});
