// What a promotion shows is what counts from then on: its rules, and every bot that it takes in.
import { expect, it } from "vitest";
import { lastRollout } from "../../../../src/app/rollout/decide.js";
import { rulesOf } from "../../../../src/model/rollout/record.js";
import { workplace } from "../../../commands/workplace.js";
import { HOUR_MS, rolloutStage, yamlOf } from "./stage.js";

const at = workplace();
const rules = (more: string) => `rollout:
  waves: [{ name: first, accounts: [a0], bake: 2h }, { name: rest }]
${more}`;

it("refuses new bots where no wave is left to take them, since nobody would be shown them", async () => {
  const on = await rolloutStage(at, yamlOf(7, "rollout: { waves: [{ name: rest }], gates: { endedDeals: 1 } }\n"));
  await on.start();
  await on.drive();
  on.rewrite(
    yamlOf(7, "rollout: { waves: [{ name: rest }], gates: { endedDeals: 1 } }\n", "", "  late: { title: Late }\n"),
  );
  await expect(on.rest()).rejects.toThrow(
    "the files have bots that are new, and no wave is left that could take them: a0/late, a1/late, a2/late",
  );
});

it("goes on by the rules that a promotion has shown", async () => {
  const on = await rolloutStage(at, yamlOf(7, rules("")));
  await on.start();
  await on.drive();
  on.rewrite(yamlOf(7, rules("  gates: { drift: none, loss: 5 }\n  onFailure: undo\n  wait: 3h\n")));
  // Rules in the files alone change nothing.
  on.later(60_000);
  await on.drive();
  const record = async () => (await lastRollout(on.options)) ?? expect.fail("there is none");
  expect(rulesOf(await record())).toMatchObject({ gates: { drift: true }, onFailure: "pause" });
  await on.decide("promote");
  const shown = { gates: { drift: true, loss: "5" }, onFailure: "undo", waitMs: 3 * HOUR_MS };
  expect(rulesOf(await record())).toEqual(shown);
  await on.drive();
  expect(await on.shown()).toMatchObject({ status: "done", onFailure: "undo" });
});
