// What reconcile does by itself where waves are declared: it puts back what was changed by hand on what a roll-out has brought, and nothing else.
import { expect, it } from "vitest";
import { workplace } from "../../../commands/workplace.js";
import { rolloutStage, yamlOf } from "./stage.js";

const at = workplace();
const CORRECT = ", mode: correct";
const WAITS = "what has changed in the files waits for a roll-out: botform rollout plan, then botform rollout start";
const UNREVIEWED =
  "a roll-out is under way that has yet to bring these bots, and they differ in what nobody has reviewed: botform rollout status";
const turnOn = (id: number) => at.emulator.service.editBot(id, { enabled: true });
const on = () => at.emulator.service.bots().map(({ enabled }) => enabled);

it("leaves everything to a roll-out that no roll-out has brought, and corrects the rest afterwards", async () => {
  const fleet = await rolloutStage(at, yamlOf(5, undefined, CORRECT));
  turnOn(1);
  await fleet.look();
  expect(fleet.news).toEqual(["a0 opened", `a0 refused ${WAITS}`]);
  expect(on()).toEqual([true, false, false]);
  await fleet.start();
  await fleet.look();
  await fleet.decide("promote");
  await fleet.look();
  expect(await fleet.shown()).toMatchObject({ status: "done" });
  expect(on()).toEqual([false, false, false]);
  turnOn(2);
  await fleet.look();
  expect(fleet.news.slice(-2)).toEqual(["a1 opened", "a1 corrected"]);
  expect(on()).toEqual([false, false, false]);
});

it("waits where the files ask for something else since, whatever was changed by hand beside it", async () => {
  const fleet = await rolloutStage(at, yamlOf(5, "rollout: { waves: [{ name: rest }] }\n", CORRECT));
  at.emulator.service.editBot(1, { leverage: 9 });
  await fleet.start();
  await fleet.look();
  expect(await fleet.shown()).toMatchObject({ status: "done" });
  fleet.rewrite(yamlOf(4, "rollout: { waves: [{ name: rest }] }\n", CORRECT));
  turnOn(2);
  await fleet.look();
  expect(fleet.news.filter((one) => one.includes("refused")).toSorted()).toEqual(
    ["a0", "a1", "a2"].map((name) => `${name} refused ${WAITS}`),
  );
  expect([on(), fleet.leverages()]).toEqual([
    [false, true, false],
    [5, 5, 5],
  ]);
});

it.each(["correct", "approve"])(
  "leaves a hand edit on a bot that waits for its wave to people, with mode %s, and says so",
  async (mode) => {
    const fleet = await rolloutStage(at, yamlOf(7, undefined, `, mode: ${mode}`));
    await fleet.start();
    await fleet.look();
    turnOn(2);
    await fleet.look();
    expect(fleet.news).toEqual(["a1 opened", `a1 refused ${UNREVIEWED}`]);
    expect(on()).toEqual([false, true, false]);
  },
);

it("corrects as ever where no waves are declared", async () => {
  const fleet = await rolloutStage(at, yamlOf(5, "", CORRECT));
  turnOn(1);
  await fleet.look();
  expect([fleet.news, on()]).toEqual([
    ["a0 opened", "a0 corrected"],
    [false, false, false],
  ]);
});
