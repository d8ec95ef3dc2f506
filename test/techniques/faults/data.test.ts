// Wrong data: another account's key, a configuration that lost its bots, a plan that was carried out already.
import { describe, expect, it } from "vitest";
import { desired, desiredBot } from "../../unit/reconcile/fleet.js";
import { DOZEN } from "./fleet.js";
import { World } from "./world.js";

describe("another account's key", () => {
  it("nothing is written, and the accesses it has are named", async () => {
    const world = new World();
    const result = await world.party(undefined, "other-").run();
    expect(result).toMatchObject({ kind: "forbidden", plan: { steps: [] } });
    expect(JSON.stringify(result)).toContain("plan/unknown-access");
    expect(world.service.writes).toEqual([]);
  });

  it("where an access is given by its number, too", async () => {
    const world = new World();
    const bot = desiredBot("new", { access: { alias: "primary", live: 1 } });
    const fleet = desired([bot], { accesses: [{ alias: "primary", live: 1 }] });
    expect(await world.party(fleet, "other-").run()).toMatchObject({ kind: "forbidden", plan: { steps: [] } });
    expect(world.service.writes).toEqual([]);
  });
});

describe("a configuration that lost its bots, where undeclared ones are turned off", () => {
  const whole = Array.from({ length: 12 }, (_, at) => desiredBot(`bot ${at}`, { enabled: true }));

  it.each([
    [0, "emptied"],
    [7, "truncated"],
  ])("with %i of 12 left (%s), nothing is written (rule 16)", async (left) => {
    const world = new World({}, DOZEN);
    const result = await world.party(desired(whole.slice(0, left), { undeclared: "turn-off" })).run();
    expect(result).toMatchObject({ kind: "applied", exit: 6, report: { stop: "blocked" } });
    expect(world.service.writes).toEqual([]);
  });

  it("with 9 of 12 left, three are turned off: that may be meant", async () => {
    const world = new World({}, DOZEN);
    const result = await world.party(desired(whole.slice(0, 9), { undeclared: "turn-off" })).run();
    expect(result).toMatchObject({ kind: "applied", exit: 0 });
    expect(world.service.bots().filter(({ enabled }) => enabled)).toHaveLength(9);
  });
});

describe("a plan that was carried out already", () => {
  it("writes nothing when it is carried out again", async () => {
    const world = new World();
    const party = world.party();
    const plan = await party.plan();
    expect(await party.apply(plan)).toMatchObject({ exit: 0 });
    const { length } = world.service.writes;
    const again = await party.apply(plan);
    expect(again.report.outcomes.map(({ action, kind, wrote }) => [action, kind, wrote])).toEqual([
      ["turn-off", "applied", false],
      ["update", "failed", false],
      ["create", "failed", false],
      ["turn-on", "skipped", false],
    ]);
    expect(again.exit).toBe(4);
    expect(world.service.writes).toHaveLength(length);
    expect(world.breaches).toEqual([]);
  });
});
