// Two runs at the same bots at once: of one configuration, and of two that claim the same titles.
import { describe, expect, it } from "vitest";
import type { Desired } from "../../../src/model/bot/desired.js";
import { desired, desiredBot } from "../../unit/reconcile/fleet.js";
import { FLEET } from "./fleet.js";
import { atEach, expectHonest, momentsOfARun, settle } from "./moments.js";
import type { Result } from "./order.js";
import { World } from "./world.js";

/** Another configuration that claims the same titles. */
const RIVAL: Desired = desired([
  desiredBot("new", { enabled: true, fields: { leverage: "3" } }),
  desiredBot("changed", { enabled: false, fields: { leverage: "3" } }),
  desiredBot("off", { enabled: true, fields: { leverage: "3" } }),
]);

const MOMENTS = await momentsOfARun();

const ONES = [
  { rival: FLEET, whose: "the same configuration" },
  { rival: RIVAL, whose: "another configuration with the same titles" },
].flatMap((one) => [0, 3_000].map((listLag) => ({ ...one, listLag })));

type One = (typeof ONES)[number];

const name = ({ whose, listLag }: One) => `${whose}, ${listLag === 0 ? "" : "lists lagging, "}`;

async function expectOneOn(world: World, results: readonly Result[]): Promise<void> {
  for (const result of results) expectHonest(result);
  const copies = world.bots("new").length;
  expect(copies).toBeLessThanOrEqual(2);
  // A copy is never left without a word.
  if (copies === 2) expect(JSON.stringify(results)).toContain('2 bots on one access are called \\"new\\"');
  world.clock.pass(10_000);
  expect(["in order", ...(copies === 2 ? ["for a human"] : [])]).toContain(await settle(world));
  expect(world.breaches).toEqual([]);
}

describe("a second run", () => {
  it.each(atEach(MOMENTS, ONES, name))("of %s from plan to end", async (_title, { rival, listLag }, at) => {
    const world = new World({ listLag });
    const [first, second] = [world.party(), world.party(rival)];
    const results: Result[] = [];
    first.when(at, async () => void results.push(await second.run()));
    await expectOneOn(world, [await first.run(), ...results]);
  });

  it.each(atEach(MOMENTS, ONES, name))("of %s, planned before", async (_title, { rival, listLag }, at) => {
    const world = new World({ listLag });
    const [first, second] = [world.party(), world.party(rival)];
    const plan = await second.plan();
    const results: Result[] = [];
    first.when(at, async () => void results.push(await second.apply(plan)));
    await expectOneOn(world, [await first.run(), ...results]);
  });

  it.each(atEach(MOMENTS, ONES, name))("of %s, from then on in step", async (_title, { rival, listLag }, at) => {
    const world = new World({ listLag });
    const [first, second] = [world.party(), world.party(rival)];
    const running: Promise<Result>[] = [];
    first.when(at, () => void running.push(second.run()));
    await expectOneOn(world, [await first.run(), ...(await Promise.all(running))]);
  });
});
