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

/** Stories that were added later, so that schedules without them stay as they are. */
export function withLaterStory(schedule: Schedule, random: Random): Schedule {
  const [first, ...others] = schedule.runs;
  if (first === undefined || !random.chance(0.13)) return schedule;
  const plain = { first, beside: others, later: schedule.later, faults: [], events: [], quirks: {} };
  const draw = random.weighted<(one: RunPlan, by: Random) => Partial<Story>>([
    [drawUnderStop, 6],
    [drawRenamed, 5],
    [drawWithoutList, 2],
  ]);
  const story: Story = { ...plain, ...draw(first, random) };
  const quirks = { ...schedule.fleet.quirks, ...story.quirks };
  const names = [story.first, ...story.beside, ...story.later].flatMap(({ name, lacksList }) =>
    lacksList === true ? [] : [name],
  );
  return {
    ...schedule,
    fleet: { ...schedule.fleet, quirks },
    runs: [story.first, ...story.beside],
    later: story.later,
    faults: [...story.faults, ...schedule.faults.filter(({ run }) => names.includes(run))],
    events: [...story.events, ...schedule.events.filter(({ run }) => names.includes(run))],
  };
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

/** While `bots off` watches, a run begins, sends its turn-ons and is gone. */
function drawUnderStop(first: RunPlan, random: Random): Omit<Story, "later" | "faults"> {
  const calm = { journal: "shared", skewMs: 0, deadly: undefined, trouble: undefined, pauseMs: 0 } as const;
  const begun: Moment = random.chance(0.5) ? { run: "first", outcome: 1 } : { afterMs: random.below(40_000) };
  const stop: RunPlan = { ...drawStop("stop beside", random), ...calm, begins: begun };
  const begins: Moment = { run: "stop beside", request: random.between(2, 14) };
  const meanwhile: RunPlan = { ...drawRun("meanwhile", random), ...calm, commandDeadlineMs: 5_000, begins };
  const end = random.pick(["interrupt", "killed", "none"] as const);
  const when = { run: "meanwhile", request: random.between(5, 12) };
  return {
    first: { ...first, ...calm, wants: random.pick(["asked", "quiet"]), commandDeadlineMs: 5_000 },
    beside: [stop, meanwhile],
    events: end === "none" ? [] : [{ event: end, run: "meanwhile", when }],
    quirks: { commandDelay: random.pick([4_000, 12_000, 25_000, 60_000]) },
  };
}

/** A run that leaves something behind, and the next one's configuration calls the account otherwise. */
function drawRenamed(first: RunPlan, random: Random): Pick<Story, "first" | "later" | "faults" | "events" | "quirks"> {
  const kinds = random.chance(0.5) ? (["stop", "quiet"] as const) : (["asked"] as const);
  const next = drawLater(1, random, kinds);
  const later = { ...next, journal: "shared" as const, skewMs: 0, loses: undefined, renames: true };
  const back = random.chance(0.2) ? [drawLater(2, random, ["stop", "quiet", "asked"])] : [];
  return { ...drawBrokenOff(first, random), later: [later, ...back] };
}

/** All is to be off, and the service has no list for whoever asks. */
function drawWithoutList(first: RunPlan, random: Random): Pick<Story, "first" | "later" | "faults"> {
  const calm = { journal: "shared", skewMs: 0, deadly: undefined, trouble: undefined, loses: undefined } as const;
  return {
    first: { ...first, ...calm },
    faults: [{ fault: "no list any more", run: "later 1", target: "list", nth: 1 }],
    later: [{ ...drawStop("later 1", random), ...calm, lacksList: true, afterMs: random.below(130_000) }],
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
export function drawStop(name: string, random: Random): RunPlan {
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

type Later = "stop" | "quiet" | "replay" | "asked";

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
