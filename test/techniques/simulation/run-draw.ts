// Draws one run: its clock, its ledger, its death, the disk's trouble; and moments of a run.
import type { DiskTrouble } from "./disk.js";
import { GATES, type Machine } from "./machine.js";
import type { Random } from "./random.js";
import { HOUR, type Moment, type RunPlan } from "./schedule.js";

export function drawRun(name: string, random: Random): RunPlan {
  return {
    name,
    does: "apply",
    afterMs: 0,
    skewMs: random.chance(0.06) ? random.pick([-HOUR, HOUR, -20_000, 20_000]) : random.between(-500, 500),
    wants: name === "second" && random.chance(0.4) ? "rival" : "asked",
    journal: random.weighted([
      ["shared", 70],
      ["own", 20],
      ["none", 10],
    ]),
    deadly: random.chance(0.25) ? drawGate(random) : undefined,
    blackout: random.chance(0.4),
    trouble: random.chance(0.2) ? drawTrouble(random) : undefined,
    commandDeadlineMs: random.weighted([
      [5_000, 68],
      [20_000, 30],
      [120_000, 2],
    ]),
    concurrency: random.pick([1, 2, 8]),
    pauseMs: random.chance(0.15) ? random.pick([3_000, 60_000, HOUR]) : 0,
    lifetimeMs: random.chance(0.1) ? random.pick([2_000, 90_000, 24 * HOUR]) : undefined,
    goesAround: random.chance(0.6),
    mostTurnOns: random.chance(0.03) ? random.below(2) : 20,
    settleMs: 0,
  };
}

/** Waits are rarer than requests, and most runs know only a few. */
function drawGate(random: Random): Machine["deadly"] {
  const gate = random.weighted(GATES.map((one) => [one, one.endsWith("wait") ? 3 : 1] as const));
  const most = gate.endsWith("wait") ? 3 : gate.endsWith("request") ? 30 : 16;
  return { gate, nth: 1 + Math.floor(most * random.next() * random.next()) };
}

function drawTrouble(random: Random): DiskTrouble {
  const kind = random.pick([
    "full",
    "read-only",
    "sync-fails",
    "sync-fails",
    "killed-in-append",
    "killed-in-append",
  ] as const);
  const from = random.between(1, 6);
  return kind === "killed-in-append" ? { kind, from, share: random.next() } : { kind, from };
}

export function drawMoment(run: string, random: Random): Moment {
  if (random.chance(0.2)) return { run, outcome: 1 + Math.floor(4 * random.next() * random.next()) };
  if (random.chance(0.75)) return { run, request: 1 + Math.floor(16 * random.next() * random.next()) };
  return { afterMs: random.chance(0.5) ? random.below(2_000) : random.below(60_000) };
}
