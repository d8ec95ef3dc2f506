// What may happen around a run, at every one of its moments: clocks go wrong, and hands are at the same bots.
import { describe, expect, it } from "vitest";
import { slice } from "../../support/lane.js";
import { FLEET } from "./fleet.js";
import { endsAfter, HANDS } from "./hands.js";
import { atEach, expectHonest, momentsOfARun, settle } from "./moments.js";
import { World } from "./world.js";

const HOUR = 3_600_000;
const WAYS = [HOUR, -HOUR] as const;
const MOMENTS = await momentsOfARun();
/** A turn-off that isn't observed is sent again after 40 s and 80 s. */
const SLOW = { commandDelay: 100_000 };
const SLOW_MOMENTS = await momentsOfARun(SLOW);

describe("a clock that is wrong from the start", () => {
  it.each(WAYS)("by %i ms, where nonces are checked: nothing is written", async (ms) => {
    const world = new World({ nonceWindow: 60 });
    world.clock.set(ms);
    expect(await world.party().run()).toMatchObject({ kind: "unreadable", error: { kind: "auth" } });
    expect(world.service.writes).toEqual([]);
  });

  it.each(WAYS)("by %i ms, where nonces aren't checked: all is applied", async (ms) => {
    const world = new World();
    world.clock.set(ms);
    expect(await world.party().run()).toMatchObject({ kind: "applied", exit: 0 });
    expect(await settle(world)).toBe("in order");
    expect(world.breaches).toEqual([]);
  });
});

describe("a clock that is set during the run", () => {
  it.each(atEach(MOMENTS, WAYS, (ms) => `by ${ms} ms `))("%s: all is applied", async (_title, ms, at) => {
    const world = new World();
    const party = world.party();
    party.when(at, () => world.clock.set(ms));
    expect(await party.run()).toMatchObject({ kind: "applied", exit: 0 });
    expect(await settle(world)).toBe("in order");
    expect(world.breaches).toEqual([]);
  });

  it.each(atEach(MOMENTS, WAYS, (ms) => `by ${ms} ms `))("%s, nonces checked: honest", async (_title, ms, at) => {
    const world = new World({ nonceWindow: 60 });
    const party = world.party();
    party.when(at, () => world.clock.set(ms));
    expectHonest(await party.run());
    world.clock.set(-ms);
    expect(await settle(world)).toBe("in order");
    expect(world.breaches).toEqual([]);
  });
});

describe("a user", () => {
  const all = FLEET.bots.flatMap(({ fields: { title } }) => HANDS.map((hand) => ({ title, hand })));
  // One is among the faults in delays.test.ts.
  const ones = all.filter(({ title, hand }) => !(title === "new" && hand.leavesCopy && hand.turnsOn));
  it.each(atEach(MOMENTS, ones, ({ title, hand }) => `${hand.name} "${title}" `))(
    "%s",
    async (_title, { title, hand }, at) => {
      const world = new World();
      const party = world.party();
      party.when(at, () => {
        if (hand.turnsOn) world.handTurnsOn();
        hand.does(world, title);
      });
      const result = await party.run();
      expectHonest(result);
      const isDouble = world.bots(title).filter(({ enabled }) => enabled).length > 1;
      if (result.kind === "applied" && isDouble && party.isBefore(at, "listBots")) {
        expect([result.report.violations.length > 0, result.exit === 0]).toEqual([true, false]);
      }
      expect(endsAfter(hand, world)).toContain(await settle(world));
      expect(world.breaches).toEqual([]);
    },
  );

  it.each(slice(SLOW_MOMENTS, { fast: 8 }))(
    "renames a bot while its turn-off takes its time, at request $nth on the way $way: it isn't told again (I3)",
    async (at) => {
      const world = new World(SLOW);
      const party = world.party();
      const hand = HANDS.find(({ name }) => name === "renames");
      party.when(at, () => hand?.does(world, "off"));
      expectHonest(await party.run());
      expect(world.breaches).toEqual([]);
    },
  );
});
