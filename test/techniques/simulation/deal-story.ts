// Schedules that start a deal, by the API or by a webhook: the start stays in doubt, its run ends, and beside it or afterwards all is stopped, or the same is started again.
import { ACCOUNT, type Fleet, seedBot } from "./fleet.js";
import type { Random } from "./random.js";
import { asNew, withBots } from "./rare.js";
import { drawRun } from "./run-draw.js";
import type { RunPlan, Schedule } from "./schedule.js";
import { drawStop } from "./story.js";

/** In how many schedules. */
const SHARE = 0.05;

const CALM_ONE = { journal: "shared", skewMs: 0, trouble: undefined, loses: undefined, pauseMs: 0 } as const;

/** What leaves a start in doubt. */
const FAULTS = [
  "command held back for a minute",
  "held back by a proxy",
  "answer lost",
  "reset before headers, acted",
  "request lost",
  "refused after acting",
  "502 to 504, acted",
  "doubled POST",
  "doubled POST, second answer",
  "died with a write leaving",
  "died with a write on its way",
  "died with a write acted upon",
] as const;

const ODD: readonly Fleet["quirks"][] = [
  ...Array<Fleet["quirks"]>(5).fill({}),
  { gateway: "refuses" },
  { gateway: "doubles" },
  { startOnEnabled: "open" },
  { startOnEnabled: "ignore" },
  { hookOpenDelay: 20_000 },
  { hookOpenTwice: "second" },
];

/** Most schedules stay as they are. */
export function withDealStory(schedule: Schedule, random: Random): Schedule {
  if (!random.chance(SHARE)) return schedule;
  const first = drawStart("first", random);
  const isBeside = random.chance(0.4);
  const beside = isBeside ? [stopBeside(random)] : [];
  const later = Array.from({ length: isBeside ? random.below(2) : random.between(1, 2) }, (_run, at) =>
    drawNext(`later ${at + 1}`, random),
  );
  const fault = random.pick(FAULTS);
  const end = random.pick(["interrupt", "killed", "none"] as const);
  const when = { run: "first", request: random.between(9, 16) };
  return {
    ...schedule,
    fleet: withOneOff(schedule.fleet, random),
    runs: [first, ...beside],
    later,
    faults: random.chance(0.75) ? [{ fault, run: "first", target: "start", nth: 1 }] : [],
    events: end === "none" ? [] : [{ event: end, run: "first", when }],
    hands: [],
    holds: [],
    damages: [],
    hasty: random.chance(0.3),
  };
}

function drawStart(name: string, random: Random): RunPlan {
  return {
    ...drawRun(name, random),
    ...CALM_ONE,
    does: random.pick(["start deal", "start deal", "send open"] as const),
    starts: 0,
    deadly: undefined,
    lifetimeMs: undefined,
    commandDeadlineMs: random.pick([5_000, 5_000, 20_000, 120_000]),
  };
}

/** While the start is read for, sent or watched. */
function stopBeside(random: Random): RunPlan {
  const begins = { run: "first", request: random.between(1, 16) };
  return { ...drawStop("stop beside", random), ...CALM_ONE, deadly: undefined, begins };
}

function drawNext(name: string, random: Random): RunPlan {
  const does = random.pick(["stop", "stop", "start", "apply"] as const);
  const afterMs = random.chance(0.5) ? random.below(3_000) : random.below(200_000);
  if (does === "stop") return { ...drawStop(name, random), ...CALM_ONE, afterMs };
  if (does === "start") return { ...drawStart(name, random), afterMs };
  return { ...drawRun(name, random), ...CALM_ONE, deadly: undefined, lifetimeMs: undefined, afterMs };
}

/** One bot, which is off and as it is asked for, and of which a start may open a deal. */
function withOneOff(fleet: Fleet, random: Random): Fleet {
  const bots = fleet.desired.bots.slice(0, 1).map((bot) => ({
    ...asNew(bot),
    key: "a",
    address: `${ACCOUNT}/a`,
    enabled: random.chance(0.5) ? undefined : false,
  }));
  const live = bots.map(({ fields }) => ({ id: 1001, ...seedBot(fields.title, 1, fields) }));
  const quirks = {
    commandDelay: random.pick([300, 4_000, 12_000, 25_000, 60_000]),
    ...random.pick(ODD),
  };
  const desired = { ...fleet.desired, bots, accesses: [{ alias: "primary", live: "Main" }] };
  return { ...withBots(fleet, live), desired, rival: desired, quirks, stubborn: false };
}
