// What somebody does beside a run and after it: stops all, wants the bots off, applies a saved plan once more.
import type { Quirks } from "../../../src/emulator/quirks/quirks.js";
import type { DiskDamage } from "./disk.js";
import { HIDING } from "./quirk-draw.js";
import type { Random } from "./random.js";
import { drawMoment, drawRun } from "./run-draw.js";
import { HOUR, type Moment, type RunPlan, type Schedule } from "./schedule.js";

/** A run, and all that belongs to what is done about it. */
interface Story extends Pick<Schedule, "later" | "faults" | "events"> {
  readonly first: RunPlan;
  readonly beside: readonly RunPlan[];
  readonly quirks: Partial<Quirks>;
}

/** Most runs have none. */
export function drawStory(first: RunPlan, random: Random): Story {
  const plain = { first, beside: [], later: [], faults: [], events: [], quirks: {} };
  const kind = random.weighted([
    ["none", 40],
    ["beside", 12],
    ["later", 14],
    ["broken off", 13],
    ["used plan", 17],
    ["overtaken", 4],
  ] as const);
  if (kind === "beside") return { ...plain, ...drawBeside(first, random) };
  if (kind === "later") {
    const later = Array.from({ length: random.chance(0.75) ? 1 : 2 }, (_run, at) => drawLater(at + 1, random));
    return { ...plain, later, first: saving(first, later) };
  }
  if (kind === "broken off") return { ...plain, ...drawBrokenOff(first, random) };
  if (kind === "overtaken") return { ...plain, ...drawOvertaken(first, random) };
  return kind === "used plan" ? { ...plain, ...drawUsedPlan(first, random) } : plain;
}

function saving(first: RunPlan, later: readonly RunPlan[]): RunPlan {
  return later.some(({ does }) => does === "replay") ? { ...first, lifetimeMs: 24 * HOUR, skewMs: 0 } : first;
}

/** `bots off` while the run is under way, most often once one of its steps has ended; or while it waits to be confirmed. */
function drawBeside(first: RunPlan, random: Random): Pick<Story, "first" | "beside"> {
  const waits = random.chance(0.3);
  const pauseMs = random.pick([3_000, 60_000]);
  const begins: Moment = waits
    ? { afterMs: 200 + random.below(pauseMs) }
    : random.chance(0.6)
      ? { run: "first", outcome: 1 }
      : drawMoment("first", random);
  return {
    first: { ...first, journal: "shared", skewMs: 0, ...(waits && { pauseMs, lifetimeMs: undefined }) },
    beside: [{ ...drawStop("stop beside", random), begins }],
  };
}

/** A second run does it all while the plan of the first waits to be confirmed, and no list shows what it has made. */
function drawOvertaken(first: RunPlan, random: Random): Pick<Story, "first" | "beside" | "quirks"> {
  const calm = { journal: "shared", skewMs: 0, deadly: undefined, trouble: undefined } as const;
  return {
    first: { ...first, ...calm, pauseMs: 60_000, lifetimeMs: undefined },
    beside: [{ ...drawRun("beside", random), ...calm, pauseMs: 0, begins: { afterMs: random.between(500, 5_000) } }],
    quirks: random.pick(HIDING),
  };
}

/** A run that ends before its commands take effect, and what is done about it at once, in the same folder. */
function drawBrokenOff(first: RunPlan, random: Random): Omit<Story, "beside"> {
  const isHeldBack = random.chance(0.5);
  const next = drawLater(1, random, ["stop", "quiet"]);
  const later = [{ ...next, journal: "shared" as const, skewMs: 0, afterMs: random.below(3_000), loses: undefined }];
  const end = random.pick(["interrupt", "interrupt", "interrupt", "killed", "none"] as const);
  const when = { run: "first", request: random.between(6, 14) };
  return {
    first: { ...first, journal: "shared", skewMs: 0, commandDeadlineMs: 5_000, trouble: undefined },
    later,
    faults: isHeldBack ? [{ fault: "command held back for a minute", run: "first", target: "turn-on", nth: 1 }] : [],
    events: end === "none" ? [] : [{ event: end, run: "first", when }],
    quirks: isHeldBack ? {} : { commandDelay: random.pick([12_000, 25_000, 60_000]) },
  };
}

/** A saved plan that was carried out, then all was stopped, then somebody applies the plan again from another folder. */
function drawUsedPlan(first: RunPlan, random: Random): Pick<Story, "first" | "later" | "faults"> {
  const stop: RunPlan = { ...drawStop("later 1", random), journal: "own", skewMs: 0, stops: undefined };
  const replay = drawRun("later 2", random);
  return {
    first: { ...first, lifetimeMs: 24 * HOUR, skewMs: 0, deadly: undefined, trouble: undefined },
    faults: random.chance(0.75) ? [{ fault: "log suddenly empty", run: "later 2", target: "logs", nth: 1 }] : [],
    later: [stop, { ...replay, does: "replay", journal: "own", skewMs: 0, deadly: undefined, trouble: undefined }],
  };
}

/** `bots off` of all bots, or of one. */
function drawStop(name: string, random: Random): RunPlan {
  return {
    ...drawRun(name, random),
    does: "bots off",
    journal: random.chance(0.75) ? "shared" : "own",
    trouble: undefined,
    deadly: undefined,
    settleMs: random.chance(0.7) ? 120_000 : 20_000,
    stops: random.chance(0.25) ? 0 : undefined,
  };
}

type Later = "stop" | "quiet" | "replay";

function drawLater(nth: number, random: Random, kinds: readonly Later[] = ["stop", "quiet", "replay"]): RunPlan {
  const name = `later ${nth}`;
  const kind = random.pick(kinds);
  const drawn = kind === "stop" ? drawStop(name, random) : drawRun(name, random);
  const loses = random.chance(0.2) ? random.pick<DiskDamage>(["emptied", "lost", "torn", "flipped"]) : undefined;
  return {
    ...drawn,
    loses,
    afterMs: random.chance(0.7) ? random.below(2_000) : random.below(130_000),
    journal: random.chance(kind === "replay" ? 0.5 : 0.75) ? "shared" : "own",
    skewMs: random.chance(0.9) ? 0 : drawn.skewMs,
    ...(kind !== "stop" && { deadly: undefined, trouble: undefined }),
    ...(kind === "quiet" && { wants: "quiet" as const, goesAround: true }),
    ...(kind === "replay" && { does: "replay" as const }),
  };
}
