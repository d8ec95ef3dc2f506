// One seed, one schedule: which processes run when, what goes wrong, and who meddles. Plain data, so that a schedule can be cut down.
import type { DiskDamage, DiskTrouble } from "./disk.js";
import type { Target } from "./fate.js";
import { drawFleet, type Fleet } from "./fleet.js";
import { HAND_EDITS, type HandEdit } from "./hands.js";
import type { Does } from "./ledger.js";
import { GATES, type Machine } from "./machine.js";
import { Random } from "./random.js";
import type { Start } from "./runner.js";
import { PHASES, WIRE_FAULTS } from "./wire-faults.js";

/** When something happens: so long after the start, or right after the so-manieth request of a run was handled, or the so-manieth step of it has ended. */
export type Moment =
  | { readonly afterMs: number }
  | { readonly run: string; readonly request: number }
  | { readonly run: string; readonly outcome: number };

export const MACHINE_EVENTS = [
  "interrupt",
  "interrupted twice",
  "clock back",
  "clock forward",
  "suspended",
  "killed",
  "power lost",
] as const;
export type MachineEvent = (typeof MACHINE_EVENTS)[number];

export interface RunPlan extends Start {
  readonly name: string;
  readonly afterMs: number;
  /** Milliseconds by which its wall clock is wrong. */
  readonly skewMs: number;
  readonly does: Does;
  /** `quiet`: the bots as asked for, and all off. */
  readonly wants: "asked" | "rival" | "quiet";
  readonly journal: "own" | "shared" | "none";
  /** When it begins, if that isn't at a time; it doesn't where that moment never comes. */
  readonly begins?: Moment;
  /** Of `bots off`: which of the configured bots it is about; undefined for all bots there are. */
  readonly stops?: number;
  /** Of a follow-up: what its folder suffers before it begins. */
  readonly loses?: DiskDamage;
  readonly deadly: Machine["deadly"];
  /** Whether its death takes the power with it: then unsynced text is lost. */
  readonly blackout: boolean;
  readonly trouble: DiskTrouble | undefined;
}

/** A run in which nothing goes wrong. */
export const CALM: Omit<RunPlan, "name"> = {
  does: "apply",
  afterMs: 0,
  skewMs: 0,
  wants: "asked",
  journal: "shared",
  deadly: undefined,
  blackout: false,
  trouble: undefined,
  commandDeadlineMs: 60_000,
  concurrency: 8,
  pauseMs: 0,
  lifetimeMs: undefined,
  goesAround: true,
  mostTurnOns: 20,
  settleMs: 0,
};

export interface Schedule {
  readonly seed: number;
  readonly fleet: Fleet;
  readonly runs: readonly RunPlan[];
  /** What is started by hand, one after the other, when these have ended. */
  readonly later: readonly RunPlan[];
  readonly faults: readonly {
    readonly fault: string;
    readonly run: string;
    readonly target: Target;
    readonly nth: number;
  }[];
  readonly hands: readonly { readonly edit: HandEdit; readonly when: Moment }[];
  readonly events: readonly { readonly event: MachineEvent; readonly run: string; readonly when: Moment }[];
  /** What the journal suffers before the next run. */
  readonly damages: readonly DiskDamage[];
  /** Whether the next run begins at once, while things are still on their way, rather than when all is quiet. */
  readonly hasty: boolean;
  /** Whether a run follows also where nothing is left to do. */
  readonly thorough: boolean;
}

export const DAMAGES: readonly DiskDamage[] = ["torn", "flipped", "lost", "emptied", "foreign", "newer"];
const HOUR = 3_600_000;
const KINDS = [...WIRE_FAULTS, ...PHASES].map((kind) => [kind, kind.weight ?? 1] as const);

export function drawSchedule(seed: number): Schedule {
  const random = new Random(seed);
  const times = <T>(weights: readonly (readonly [number, number])[], draw: () => T): T[] =>
    Array.from({ length: random.weighted(weights) }, draw);
  const drawn = drawFleet(random.fork());
  const first = drawRun("first", random);
  const second = random.chance(0.15) ? [{ ...drawRun("second", random), afterMs: drawOffset(random) }] : [];
  const beside = random.chance(0.06) ? [drawStop("stop beside", random, { run: "first", outcome: 0 })] : [];
  const later = drawLater(random);
  const isReplayed = later.some(({ does }) => does === "replay");
  const saving = isReplayed ? { ...first, lifetimeMs: 24 * HOUR, skewMs: 0 } : first;
  const runs = [saving, ...second, ...beside];
  const events = times(
    [
      [0, 76],
      [1, 21],
      [2, 3],
    ],
    () => drawEvent(random.chance(0.8) ? "first" : (runs.at(-1)?.name ?? "first"), random),
  );
  const fleet = { ...drawn, quirks: { ...drawn.quirks, ...forClocks(runs, events, random) } };
  const someRun = (): string => (random.chance(0.8) ? "first" : (runs.at(-1)?.name ?? "first"));
  const someFault = (): string => (later.length > 0 && random.chance(0.3) ? random.pick(later).name : someRun());
  return {
    seed,
    fleet,
    runs,
    later,
    faults: times(
      [
        [0, 12],
        [1, 40],
        [2, 30],
        [3, 18],
      ],
      () => drawFault(someFault(), fleet, random),
    ),
    hands: times(
      [
        [0, 70],
        [1, 22],
        [2, 8],
      ],
      () => ({ edit: random.pick(HAND_EDITS), when: drawMoment(someRun(), random) }),
    ),
    events,
    damages: random.chance(0.2) ? [random.pick(DAMAGES)] : [],
    hasty: random.chance(0.1),
    thorough: random.chance(0.06),
  };
}

/** Clocks that are an hour wrong get nowhere with a service that looks at the nonce; most of the time it looks away. */
function forClocks(runs: readonly RunPlan[], events: Schedule["events"], random: Random): Fleet["quirks"] {
  const isWrong =
    runs.some(({ skewMs }) => Math.abs(skewMs) > 1_000) || events.some(({ event }) => event.startsWith("clock"));
  return isWrong && random.chance(0.7) ? { nonceWindow: 7_200 } : {};
}

function drawRun(name: string, random: Random): RunPlan {
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

/** `bots off` of all bots, or of one; beside a live run where `begins` is given. */
function drawStop(name: string, random: Random, begins?: Moment): RunPlan {
  const drawn = drawRun(name, random);
  const when = begins === undefined ? {} : { begins: random.chance(0.3) ? begins : drawMoment("first", random) };
  return {
    ...drawn,
    ...when,
    does: "bots off",
    journal: random.chance(0.75) ? "shared" : "own",
    trouble: undefined,
    deadly: undefined,
    settleMs: random.chance(0.7) ? 120_000 : 20_000,
    ...(random.chance(0.25) && { stops: 0 }),
  };
}

/** What somebody does after a run: stops all, wants the bots off, or applies a saved plan once more, mostly at once. */
function drawLater(random: Random): RunPlan[] {
  const count = random.weighted([
    [0, 78],
    [1, 17],
    [2, 5],
  ]);
  return Array.from({ length: count }, (_run, at): RunPlan => {
    const name = `later ${at + 1}`;
    const kind = random.weighted([
      ["stop", 4],
      ["quiet", 4],
      ["replay", 4],
    ] as const);
    const drawn = kind === "stop" ? drawStop(name, random) : drawRun(name, random);
    const loses = random.chance(0.15) ? { loses: random.pick<DiskDamage>(["emptied", "lost", "torn", "flipped"]) } : {};
    return {
      ...drawn,
      ...loses,
      afterMs: random.chance(0.7) ? random.below(2_000) : random.below(130_000),
      journal: random.chance(kind === "replay" ? 0.4 : 0.75) ? "shared" : "own",
      skewMs: random.chance(0.9) ? 0 : drawn.skewMs,
      ...(kind !== "stop" && { deadly: undefined, trouble: undefined }),
      ...(kind === "quiet" && { wants: "quiet" as const, goesAround: true }),
      ...(kind === "replay" && { does: "replay" as const }),
    };
  });
}

/** Waits are rarer than requests, and most runs know only a few. */
function drawGate(random: Random): Machine["deadly"] {
  const gate = random.weighted(GATES.map((one) => [one, one.endsWith("wait") ? 3 : 1] as const));
  const most = gate.endsWith("wait") ? 3 : gate.endsWith("request") ? 30 : 16;
  return { gate, nth: 1 + Math.floor(most * random.next() * random.next()) };
}

function drawOffset(random: Random): number {
  return random.chance(0.3) ? random.below(40) : random.chance(0.5) ? random.below(1_000) : random.below(20_000);
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

/** Reads happen in every run; writes only where there is something to do. */
const READS: readonly Target[] = ["list", "details", "read", "any"];

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

function drawMoment(run: string, random: Random): Moment {
  if (random.chance(0.2)) return { run, outcome: 1 + Math.floor(4 * random.next() * random.next()) };
  if (random.chance(0.75)) return { run, request: 1 + Math.floor(16 * random.next() * random.next()) };
  return { afterMs: random.chance(0.5) ? random.below(2_000) : random.below(60_000) };
}

function drawEvent(run: string, random: Random): Schedule["events"][number] {
  const event = random.pick(MACHINE_EVENTS);
  return { event, run, when: drawMoment(run, random) };
}
