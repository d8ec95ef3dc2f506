// One seed, one schedule: draws which processes run when, what goes wrong, and who meddles.
import { withDealStory } from "./deal-story.js";
import type { Target } from "./fate.js";
import { drawFleet, type Fleet } from "./fleet.js";
import { HAND_EDITS } from "./hands.js";
import { Random } from "./random.js";
import { withRareStory } from "./rare.js";
import { drawMoment, drawRun } from "./run-draw.js";
import { DAMAGES, MACHINE_EVENTS, type RunPlan, type Schedule } from "./schedule.js";
import { withStandby } from "./standby-draw.js";
import { drawStory, withLaterStory } from "./story.js";
import { PHASES, WIRE_FAULTS } from "./wire-faults.js";

const KINDS = [...WIRE_FAULTS, ...PHASES].map((kind) => [kind, kind.weight ?? 1] as const);

/** A stream of its own: what it draws leaves all other schedules as they are. */
const RARE = 0.25 * 2 ** 40;
/** Likewise. */
const LATER = 0.375 * 2 ** 40;
/** Likewise. */
const DEALS = 0.4375 * 2 ** 40;
/** Likewise. */
const STANDBY = 0.46875 * 2 ** 40;

export function drawSchedule(seed: number): Schedule {
  const schedule = withRareStory(drawCommon(seed), new Random(seed + RARE));
  const whole = withDealStory(withLaterStory(schedule, new Random(seed + LATER)), new Random(seed + DEALS));
  return withStandby(whole, new Random(seed + STANDBY));
}

function drawCommon(seed: number): Schedule {
  const random = new Random(seed);
  const times = <T>(weights: readonly (readonly [number, number])[], draw: () => T): T[] =>
    Array.from({ length: random.weighted(weights) }, draw);
  const drawn = drawFleet(random.fork());
  const first = drawRun("first", random);
  const second = random.chance(0.15) ? [{ ...drawRun("second", random), afterMs: drawOffset(random) }] : [];
  const told = drawStory(first, random);
  const blind = drawBlind(drawn.quirks, random);
  const story = { ...told, first: { ...told.first, ...blind.first } };
  const { later } = story;
  const runs = [story.first, ...second, ...story.beside];
  const events = times(
    [
      [0, 76],
      [1, 21],
      [2, 3],
    ],
    () => drawEvent(random.chance(0.8) ? "first" : (runs.at(-1)?.name ?? "first"), random),
  );
  events.push(...story.events);
  const quirks = { ...drawn.quirks, ...story.quirks, ...forClocks(runs, events, random) };
  const fleet = { ...drawn, quirks };
  const someRun = (): string => (random.chance(0.8) ? "first" : (runs.at(-1)?.name ?? "first"));
  const someFault = (): string => (later.length > 0 && random.chance(0.3) ? random.pick(later).name : someRun());
  return {
    seed,
    fleet,
    runs,
    later,
    faults: [
      ...story.faults,
      ...times(
        [
          [0, 10],
          [1, 35],
          [2, 32],
          [3, 23],
        ],
        () => drawFault(someFault(), fleet, random),
      ),
    ],
    hands: [
      ...times(
        [
          [0, 70],
          [1, 22],
          [2, 8],
        ],
        () => ({ edit: random.pick(HAND_EDITS), when: drawMoment(someRun(), random) }),
      ),
      ...blind.hands,
    ],
    events,
    damages: random.chance(0.2) ? [random.pick(DAMAGES)] : [],
    hasty: random.chance(0.1) || blind.isHasty,
    thorough: random.chance(0.06),
    holds: random.chance(story.first.pauseMs > 0 ? 0.6 : 0.18) ? [drawHold(fleet, story.first, random)] : [],
  };
}

/** Clocks that are an hour wrong get nowhere with a service that looks at the nonce; most of the time it looks away. */
function forClocks(runs: readonly RunPlan[], events: Schedule["events"], random: Random): Fleet["quirks"] {
  const isWrong =
    runs.some(({ skewMs }) => Math.abs(skewMs) > 1_000) || events.some(({ event }) => event.startsWith("clock"));
  return isWrong && random.chance(0.7) ? { nonceWindow: 7_200 } : {};
}

function drawOffset(random: Random): number {
  return random.chance(0.3) ? random.below(40) : random.chance(0.5) ? random.below(1_000) : random.below(20_000);
}

/** Reads happen in every run; writes only where there is something to do. */
const READS: readonly Target[] = ["list", "details", "logs", "read", "any"];

function drawFault(run: string, { writes }: Fleet, random: Random): Schedule["faults"][number] {
  for (;;) {
    const { name, targets } = random.weighted(KINDS);
    const possible = targets.filter((one) => READS.includes(one) || writes.some((write) => write === one));
    const [write, read] = [
      possible.filter((one) => !READS.includes(one)),
      possible.filter((one) => READS.includes(one)),
    ];
    if (possible.length === 0) continue;
    const target = random.pick(read.length === 0 || (write.length > 0 && random.chance(0.55)) ? write : read);
    const most = target === "any" || target === "read" ? 12 : target === "details" || target === "list" ? 4 : 1;
    return { fault: name, run, target, nth: 1 + Math.floor(most * random.next() * random.next()) };
  }
}

interface Blind extends Pick<Schedule, "hands"> {
  readonly first: Partial<RunPlan>;
  readonly isHasty: boolean;
}

/** Where lists hide bots, or lag: now and then a bot gets its title while no list shows that, and the run that knew it dies. */
function drawBlind({ listSize = 0, listLag = 0 }: Fleet["quirks"], random: Random): Blind {
  if ((listSize === 0 && listLag === 0) || random.chance(0.6)) return { first: {}, hands: [], isHasty: false };
  const dies = { gate: "before a request", nth: random.between(4, 9) } as const;
  const titled = {
    edit: "given a title",
    when: listLag > 0 ? { run: "first", request: 2 } : { afterMs: 2_000 },
  } as const;
  // A copy is newer, and takes the other one's place in a list that is cut.
  const copied = { edit: "copied", when: { run: "first", request: 3 } } as const;
  const hands = listLag > 0 ? [titled] : [copied, titled];
  return { first: { journal: "shared", skewMs: 0, trouble: undefined, deadly: dies }, hands, isHasty: listLag > 0 };
}

/** Most often between a plan and its first step. */
function drawHold({ desired }: Fleet, { pauseMs }: RunPlan, random: Random): Schedule["holds"][number] {
  const waits = pauseMs > 0 && random.chance(0.7);
  const early = waits ? { afterMs: random.between(300, 3_000) } : { run: "first", request: random.between(1, 9) };
  const when = waits || random.chance(0.7) ? early : drawMoment("first", random);
  const liftedAfterMs = random.chance(0.4) ? random.below(3_000) : random.below(300_000);
  return { bot: random.below(desired.bots.length), when, liftedAfterMs };
}

function drawEvent(run: string, random: Random): Schedule["events"][number] {
  const event = random.pick(MACHINE_EVENTS);
  return { event, run, when: drawMoment(run, random) };
}
