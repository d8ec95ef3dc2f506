// A run that loses time, at every one of its moments: the machine sleeps, or an answer takes long, and the world goes on.
import { describe, expect, it } from "vitest";
import { slice } from "../../support/lane.js";
import { CHANGED_ID, FLEET, ONE_CHANGED, ONE_NEW, ONE_OFF } from "./fleet.js";
import { endsAfter, HANDS, type Hand } from "./hands.js";
import { atEach, expectHonest, momentsOfARun, settle, worldFor } from "./moments.js";
import type { Moment, World } from "./world.js";

const HOUR = 3_600_000;

interface Loss {
  readonly name: string;
  readonly ms: number;
  /** Elapsed time may stand still while a machine sleeps. */
  readonly stands: boolean;
}

const LOSSES: readonly [Loss, Loss, Loss] = [
  { name: "asleep for an hour, elapsed time standing still, ", ms: HOUR, stands: true },
  { name: "asleep for an hour, elapsed time going on, ", ms: HOUR, stands: false },
  { name: "an answer takes three seconds, ", ms: 3_000, stands: false },
];

const nameOf = ({ name }: Loss) => name;
const FLEETS = [FLEET, ONE_NEW, ONE_OFF, ONE_CHANGED];
const MOMENTS = new Map<object, readonly Moment[]>();
for (const fleet of FLEETS) MOMENTS.set(fleet, await momentsOfARun({}, fleet));

function momentsFor(fleet: object): readonly Moment[] {
  return MOMENTS.get(fleet) ?? [];
}

/** A run of the fleet that loses time at a moment, while something happens. */
async function delayed(fleet: typeof FLEET, at: Moment, { ms, stands }: Loss, what: (world: World) => unknown) {
  const world = worldFor(fleet);
  const party = world.party(fleet);
  party.when(at, async () => {
    world.clock.suspend(ms, stands);
    await what(world);
  });
  expectHonest(await party.run());
  return { world, party };
}

/** What a hand does, by all the rules that are watched. */
async function withHand(fleet: typeof FLEET, at: Moment, loss: Loss, hand: Hand, title: string): Promise<void> {
  const { world } = await delayed(fleet, at, loss, (there) => {
    if (hand.turnsOn) there.handTurnsOn();
    hand.does(there, title);
  });
  expect(endsAfter(hand, world)).toContain(await settle(world, fleet));
  expect(world.breaches).toEqual([]);
}

describe.each([
  ["turn-off, update, create, turn-on", FLEET],
  ["create, turn-on", ONE_NEW],
  ["turn-on", ONE_OFF],
  ["update", ONE_CHANGED],
])("a run that loses time: %s", (steps, fleet) => {
  it.each(atEach(momentsFor(fleet), LOSSES, nameOf))("%s: everything is verified again", async (_title, loss, at) => {
    const { world } = await delayed(fleet, at, loss, () => {});
    expect(await settle(world, fleet)).toBe("in order");
    expect(world.breaches).toEqual([]);
  });

  // A create alone is among the faults below.
  if (steps === "create, turn-on") return;
  it.each(atEach(momentsFor(fleet), LOSSES, nameOf))("%s while another run does it all", async (_title, loss, at) => {
    const { world, party } = await delayed(fleet, at, loss, (there) => there.party(fleet).run());
    // Only a create that was on its way already, or that rests on a list that was, can make a second one.
    const mayDouble = party.isAt(at, "createBot") || party.isAt(at, "listBots");
    expect(world.bots("new").length).toBeLessThanOrEqual(mayDouble ? 2 : 1);
    expect(await settle(world, fleet)).toBe(world.bots("new").length === 2 ? "for a human" : "in order");
    expect(world.breaches).toEqual([]);
  });
});

describe("a run that loses time while a user", () => {
  const cases = (fleet: typeof FLEET, hands: readonly Hand[]) =>
    atEach(
      momentsFor(fleet),
      LOSSES.filter(({ ms, stands }) => stands || ms < HOUR).flatMap((loss) => hands.map((hand) => ({ loss, hand }))),
      ({ loss, hand }) => `${hand.name} the bot: ${loss.name}`,
    );

  // Copies are among the faults below.
  it.each(
    cases(
      ONE_NEW,
      HANDS.filter(({ leavesCopy }) => !leavesCopy),
    ),
  )("%s (new)", async (_title, one, at) => withHand(ONE_NEW, at, one.loss, one.hand, "new"));
  it.each(
    cases(
      ONE_OFF,
      HANDS.filter(({ leavesCopy, turnsOn }) => !(leavesCopy && turnsOn)),
    ),
  )("%s (off)", async (_title, one, at) => withHand(ONE_OFF, at, one.loss, one.hand, "changed"));
});

describe("what appears while a list's answer takes its time", () => {
  // A look rests on one reading of the list, aged from when it was asked for.
  it("forbids the create (rule 2)", async () => {
    for (const loss of LOSSES) {
      for (const at of slice(momentsFor(ONE_NEW), { fast: 4 })) {
        const { world, party } = await delayed(ONE_NEW, at, loss, (there) => there.party(ONE_NEW).run());
        expect(world.bots("new").length).toBeLessThanOrEqual(party.isAt(at, "createBot") ? 2 : 1);
        expect(world.breaches).toEqual([]);
      }
    }
  });

  it("forbids the turn-on, where it is on (I1)", async () => {
    const hand = HANDS.find(({ leavesCopy, turnsOn }) => leavesCopy && turnsOn);
    if (hand === undefined) throw new Error("no such hand");
    for (const loss of LOSSES) {
      for (const at of slice(momentsFor(ONE_OFF), { fast: 4 })) await withHand(ONE_OFF, at, loss, hand, "changed");
    }
    // Even where no time is lost, as long as a clock hasn't moved between two readings.
    for (const at of slice(momentsFor(FLEET), { fast: 4 }))
      await withHand(FLEET, at, { ...LOSSES[2], ms: 0 }, hand, "new");
  });
});

describe("an edit while the machine sleeps", () => {
  it("is not written over (rule 8)", async () => {
    // The look, the update, the reading back.
    for (const nth of [1, 2, 3]) {
      for (const way of ["there", "back"] as const) {
        const world = worldFor(ONE_CHANGED);
        const party = world.party(ONE_CHANGED);
        const plan = await party.plan();
        const at = { nth: party.requests + nth, way };
        party.when({ nth, way }, () => {
          world.clock.suspend(HOUR, true);
          world.service.editBot(CHANGED_ID, { volumeFirstOrder: 99 });
        });
        expectHonest(await party.apply(plan));
        const isInTime = party.isBefore(at, "updateBot") && !party.isAt(at, "updateBot");
        if (isInTime) expect(world.bot("changed")?.values.volumeFirstOrder).toBe("99");
      }
    }
  });
});
