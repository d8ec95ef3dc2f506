// Bots that a wave passes over are named, never called verified, and reconcile doesn't take them for brought.
import { expect, it } from "vitest";
import { holdsOf, rolloutsOf } from "../../../../src/app/ledger/ledger.js";
import { reachedBy } from "../../../../src/reconcile/ledger/rollouts.js";
import { workplace } from "../../../commands/workplace.js";
import { HOUR_MS, rolloutStage, yamlOf } from "./stage.js";

const at = workplace();
const TWO = `rollout:
  wait: 1h
  waves: [{ name: first, accounts: [a0, a1], bake: 1h }, { name: rest }]
`;

it("a held bot is left out of its wave, and of what a roll-out has brought", async () => {
  const on = await rolloutStage(at, yamlOf(7, TWO));
  await on.start();
  await holdsOf({ folder: on.options.journal }, "a1").set([{ bots: "a1/*", reason: "wild market" }]);
  await on.drive();
  expect(on.leverages()).toEqual([7, 5, 5]);
  const { waves } = await on.shown();
  expect(waves[0]?.leftOut).toEqual([{ address: "a1/dip", why: "held" }]);
  const text = "every step is carried out and verified, and 1 bot left out: a1/dip (held)";
  expect(waves[0]?.gates[0]).toEqual({ gate: "steps", state: "passed", text });
  expect([...reachedBy(await rolloutsOf({ folder: on.options.journal }).all()).keys()]).toEqual(["a0/dip"]);
});

it("a wave that had nothing to do since its bots were held is no wave that has passed", async () => {
  const on = await rolloutStage(at, yamlOf(7, TWO));
  const holds = ["a0", "a1"].map((account) => [account, holdsOf({ folder: on.options.journal }, account)] as const);
  for (const [account, own] of holds) await own.set([{ bots: `${account}/*`, reason: "wild market" }]);
  const { waves } = await on.review();
  expect(waves[0]?.parts.map(({ reviewed }) => reviewed)).toEqual([[], []]);
  await on.start();
  await on.drive();
  await on.watch(HOUR_MS);
  expect(on.told).toEqual([
    ...["began first", "applied first"],
    "waits first nothing of the wave was carried out: 2 bots left out: a0/dip (held), a1/dip (held)",
  ]);
  expect(on.leverages()).toEqual([5, 5, 5]);
  // Let go since, its plan does what nobody has reviewed.
  for (const [, own] of holds) await own.set([]);
  expect([...reachedBy(await rolloutsOf({ folder: on.options.journal }).all()).keys()]).toEqual([]);
});

it("an account that can't be read when its turn comes isn't verified, whatever the others are", async () => {
  const on = await rolloutStage(at, yamlOf(7, TWO));
  await on.start();
  delete on.env.BOTFORM_KEY_A1;
  await on.drive();
  expect(on.leverages()).toEqual([7, 5, 5]);
  expect((await on.shown()).waves[0]).toMatchObject({ state: "applying", done: 1 });
  on.later(HOUR_MS);
  await on.drive();
  expect((await on.shown()).status).toBe("paused");
  expect([...reachedBy(await rolloutsOf({ folder: on.options.journal }).all()).keys()]).toEqual(["a0/dip"]);
});

it("a wave in which every bot was left out shows nothing, so it waits, and a person decides", async () => {
  const on = await rolloutStage(at, yamlOf(7, TWO));
  await on.start();
  for (const account of ["a0", "a1"])
    await holdsOf({ folder: on.options.journal }, account).set([{ bots: `${account}/*`, reason: "wild market" }]);
  await on.drive();
  const why = "nothing of the wave was carried out: 2 bots left out: a0/dip (held), a1/dip (held)";
  expect((await on.shown()).waves[0]?.gates[0]).toEqual({ gate: "steps", state: "unknown", text: why });
  await on.watch(HOUR_MS);
  on.later(HOUR_MS);
  await on.drive();
  expect(on.told.slice(2)).toEqual([`waits first ${why}`, `paused first ${why}`]);
  expect(on.leverages()).toEqual([5, 5, 5]);
  await on.decide("promote");
  await on.drive();
  expect(on.leverages()).toEqual([5, 5, 7]);
});
