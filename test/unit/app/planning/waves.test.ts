// What a plan by hand says of the waves: what to type is what can be done now.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { planAccounts } from "../../../../src/app/planning/plan.js";
import { chooseAll } from "../../../../src/app/rollout/review.js";
import { workplace } from "../../../commands/workplace.js";
import { rolloutStage } from "../rollout/stage.js";

const at = workplace();
const DECLARED =
  "the configuration declares waves (first, rest), and apply takes them all at once; To go wave by wave: botform rollout plan, then botform rollout start.";
const begun = (is: string) =>
  `a roll-out is ${is} (wave first, 1 of 2), and apply takes all waves at once, also those that wait; botform rollout status shows how it stands, and what you can do about it.`;

async function stage() {
  const on = await rolloutStage(at);
  const warnings = async () => {
    const all = await planAccounts(on.host, on.options, chooseAll(on.options));
    const made = all.flatMap((one) => ("value" in one ? one.value.made.diagnostics : []));
    const own = made.filter(({ code }) => code === "plan/rollout-declared");
    expect(own).toHaveLength(3);
    return [...new Set(own.map(({ summary, remedy }) => `${summary}; ${remedy}`))];
  };
  return { ...on, warnings };
}

it("sends to a start only where none is under way, also where nobody has heard of a decision yet", async () => {
  const { start, decide, warnings } = await stage();
  expect(await warnings()).toEqual([DECLARED]);
  await start();
  expect(await warnings()).toEqual([begun("under way")]);
  await decide("pause");
  expect(await warnings()).toEqual([begun("paused")]);
  await decide("abort");
  expect(await warnings()).toEqual([DECLARED]);
});

it("still plans where the roll-outs of the ledger can't be read", async () => {
  const { start, options, warnings } = await stage();
  await start();
  writeFileSync(join(options.journal, "rollouts.lines"), "lost\n{}\n");
  expect(await warnings()).toEqual([DECLARED]);
});
