// The automatic way back on the emulator: it overwrites nothing that somebody has done since, and turns nothing on that was stopped.
import { expect, it } from "vitest";
import { holdsOf } from "../../../../src/app/ledger/ledger.js";
import { workplace } from "../../../commands/workplace.js";
import { HOUR_MS, rolloutStage, yamlOf } from "./stage.js";

const at = workplace();
const UNDO = `rollout:
  onFailure: undo
  waves: [{ name: first, accounts: [a0] }, { name: second, accounts: [a1], bake: 1h }, { name: rest }]
`;
const enabled = () => at.emulator.service.bots().map((bot) => bot.enabled);

/** Bot 1 was on and bot 2 off; two waves are applied, and bot 2 has drifted. */
async function failed() {
  const on = await rolloutStage(at, yamlOf(7, UNDO));
  at.emulator.service.editBot(1, { enabled: true });
  await on.start();
  await on.drive();
  expect([on.leverages(), enabled()]).toEqual([
    [7, 7, 5],
    [false, false, false],
  ]);
  at.emulator.service.editBot(2, { enabled: true });
  on.later(HOUR_MS);
  return on;
}

it("turns a bot on again to which nothing has happened since", async () => {
  const on = await failed();
  await on.drive();
  expect(on.told.at(-1)).toContain("undone second");
  expect([on.leverages(), enabled()[0]]).toEqual([[5, 5, 5], true]);
});

it("pauses where somebody has changed a setting since, and leaves it", async () => {
  const on = await failed();
  at.emulator.service.editBot(1, { leverage: 2 });
  await on.drive();
  expect(on.told.at(-1)).toMatch(
    /^paused second the rest of \S+ needs a person: a0\/dip: leverage has changed since that run/,
  );
  expect([on.leverages(), enabled()[0]]).toEqual([[2, 5, 5], false]);
  // The same is in the way of whoever only goes on.
  await on.decide("resume");
  await on.drive();
  expect([on.told.at(-1)?.startsWith("paused second"), on.leverages()]).toEqual([true, [2, 5, 5]]);
});

it("turns nothing on after an emergency stop", async () => {
  const on = await failed();
  await on.ledger("a0").stop();
  await on.drive();
  expect(on.told.at(-1)).toContain("paused second bots of a0 were turned off");
  // Who lets it go on allows the gate to fail, and no more.
  await on.decide("resume");
  await on.drive();
  expect(on.told.at(-1)).toMatch(
    /^paused second the rest of \S+ needs a person: since that run bots were turned off there/,
  );
  expect([on.leverages(), enabled()[0]]).toEqual([[7, 5, 5], false]);
});

it("isn't done where a hold keeps it from being done", async () => {
  const on = await failed();
  await holdsOf({ folder: on.options.journal }, "a0").set([{ bots: "a0/*", reason: "wild market" }]);
  await on.drive();
  expect(on.told.at(-1)).toMatch(/^paused second the rest of \S+ needs a person: a0\/dip is held: wild market/);
  expect((await on.shown()).status).toBe("paused");
  expect([on.leverages(), enabled()[0]]).toEqual([[7, 5, 5], false]);
});
