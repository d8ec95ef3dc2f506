// Draws which run reads its ledger from a standby that lags, where the ledger is in a database.
import type { Standby } from "./disk.js";
import type { Random } from "./random.js";
import { CALM, type RunPlan, type Schedule } from "./schedule.js";

/** In how many schedules. */
const SHARE = 0.08;

/** Most schedules stay as they are. */
export function withStandby(schedule: Schedule, random: Random): Schedule {
  if (!random.chance(SHARE)) return schedule;
  const standby = drawStandby(random);
  const { runs, later } = schedule;
  const inOne = (run: RunPlan): RunPlan => ({ ...run, journal: "shared" });
  const behind = (run: RunPlan): RunPlan => ({ ...inOne(run), standby });
  // Who comes after others has something to read.
  if (later.length === 0 && (runs.length === 1 || random.chance(0.5))) {
    const next = { ...CALM, name: "later 1", afterMs: random.below(3_000) };
    return { ...schedule, runs: runs.map(inOne), later: [behind(next)] };
  }
  const which = random.below(later.length > 0 ? later.length : runs.length);
  const given = (all: readonly RunPlan[]) => all.map((run, at) => (at === which ? behind(run) : inOne(run)));
  return later.length > 0
    ? { ...schedule, runs: runs.map(inOne), later: given(later) }
    : { ...schedule, runs: given(runs) };
}

/** A replica that follows at once, that is busy, or that hardly follows any more; alone, in turn with the primary, or after a fail-over. */
function drawStandby(random: Random): Standby {
  const lagMs = random.weighted<() => number>([
    [() => random.between(2, 200), 1],
    [() => random.between(500, 10_000), 2],
    [() => random.between(10_000, 120_000), 2],
    [() => random.between(120_000, 1_800_000), 1],
  ])();
  return {
    lagMs,
    from: random.chance(0.7) ? 1 : random.between(2, 40),
    every: random.chance(0.6) ? 1 : random.between(2, 3),
  };
}
