// Roll-outs in simulated time, with deaths between every two actions, torn writes, hands and people: whatever happens, waves keep their order, nothing is done twice or after an abort, and every report comes.
import { expect, it } from "vitest";
import { isOver } from "../../../src/model/rollout/record.js";
import { amount } from "../../support/lane.js";
import { Random } from "./random.js";
import { type Chances, SimulatedRollout } from "./rollout-world.js";

const SEEDS = amount({ fast: 40, all: 500 });
const STEPS = 120;

/** What happened in one of them. */
async function story(seed: number, chances: Chances) {
  const random = new Random(seed);
  const onFailure = random.chance(0.5) ? "undo" : "pause";
  const fleet = new SimulatedRollout(random, chances, onFailure);
  await fleet.begin();
  for (let step = 0; step < STEPS && !isOver((await fleet.record()).state); step += 1) await fleet.process();
  fleet.calm();
  // A person sees to whatever waits.
  for (let step = 0; step < 200; step += 1) {
    const { state, decisions } = await fleet.record();
    if (isOver(state) && state.unreported.length === 0 && decisions.length <= state.heard) break;
    if (state.status === "paused") await fleet.decide(state.phase === "undoing" ? "resume" : "promote");
    await fleet.process();
  }
  return { fleet, record: await fleet.record(), onFailure };
}

const CHANCES: Readonly<Record<string, Chances>> = {
  "nothing goes wrong": { death: 0, unknown: 0, failed: 0, hand: 0, person: 0, jump: 0 },
  "processes die": { death: 0.15, unknown: 0, failed: 0, hand: 0, person: 0, jump: 0 },
  "much isn't known": { death: 0.05, unknown: 0.3, failed: 0, hand: 0, person: 0, jump: 0 },
  "steps and gates fail": { death: 0.05, unknown: 0.1, failed: 0.1, hand: 0.02, person: 0, jump: 0 },
  "people decide all the time": { death: 0.05, unknown: 0.05, failed: 0.05, hand: 0.05, person: 0.2, jump: 0 },
  "clocks jump, and nobody looks for days": { death: 0.05, unknown: 0.05, failed: 0, hand: 0, person: 0.02, jump: 0.2 },
};

it.each(Object.entries(CHANCES))("where %s", async (_, chances) => {
  let deaths = 0;
  let jumps = 0;
  const ends = new Set<string>();
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const { fleet, record, onFailure } = await story(seed, chances);
    const { status } = record.state;
    const about = `seed ${seed}`;
    expect(fleet.broken, about).toEqual([]);
    expect(isOver(record.state), `${about}: ${JSON.stringify(record.state)}`).toBe(true);
    const missing = (await fleet.wanted()).filter((one) => !fleet.reported.includes(one));
    expect(missing, about).toEqual([]);
    if (status === "undone")
      expect(
        fleet.runs.every(({ isUndone }) => isUndone),
        about,
      ).toBe(true);
    if (status === "undone") expect(onFailure, about).toBe("undo");
    if (status === "done" && chances.hand === 0)
      expect(
        [...fleet.live.values()].every((is) => is === "new"),
        about,
      ).toBe(true);
    deaths += fleet.deaths;
    jumps += fleet.jumps;
    ends.add(status);
  }
  if (chances.death > 0) expect(deaths).toBeGreaterThan(SEEDS / 4);
  if (chances.jump > 0) expect(jumps).toBeGreaterThan(SEEDS / 4);
  if (chances.failed > 0) expect([...ends]).toEqual(expect.arrayContaining(["done", "undone"]));
  if (chances.person > 0) expect(ends).toContain("aborted");
});
