// Tables over every moment of a run, and what must hold whatever happened at one.
import { expect } from "vitest";
import type { Quirks } from "../../../src/emulator/quirks/quirks.js";
import type { Desired } from "../../../src/model/bot/desired.js";
import { slice } from "../../support/lane.js";
import { CHANGED_ID, FLEET, ONE_OFF } from "./fleet.js";
import { dishonesties, type Recovery, type Result, restore } from "./order.js";
import { type Moment, World } from "./world.js";

/** All moments of a run in which nothing happens. */
export async function momentsOfARun(quirks: Partial<Quirks> = {}, fleet: Desired = FLEET): Promise<readonly Moment[]> {
  const party = worldFor(fleet, quirks).party(fleet);
  await party.run();
  return Array.from({ length: party.requests }, (_, at) => at + 1).flatMap((nth): Moment[] => [
    { nth, way: "there" },
    { nth, way: "back" },
  ]);
}

/** A world as a fleet of fleet.ts wants it. */
export function worldFor(fleet: Desired, quirks: Partial<Quirks> = {}): World {
  const world = new World(quirks);
  if (fleet === ONE_OFF) world.service.editBot(CHANGED_ID, { enabled: false });
  return world;
}

/** These at the moments, each with its name: "… at request 3 on the way back". `npm run faults` takes every one at every moment. */
export function atEach<T>(
  moments: readonly Moment[],
  ones: readonly T[],
  name: (one: T) => string,
): readonly (readonly [title: string, one: T, at: Moment])[] {
  const rows = ones.flatMap((one) =>
    moments.map((at) => [`${name(one)}at request ${at.nth} on the way ${at.way}`, one, at] as const),
  );
  return slice(rows, { fast: rows.length / 60, all: rows.length / 17 });
}

/** Checks a report for what must hold whatever happened. */
export function expectHonest(result: Result): void {
  expect(result.kind === "applied" ? dishonesties(result) : []).toEqual([]);
}

/** Brings a world to order by runs in which nothing happens, and tells how that ended. */
export function settle(world: World, fleet: Desired = FLEET): Promise<Recovery> {
  const party = world.party(fleet);
  return restore(() => party.run(), world.service, fleet);
}
