// A fixed slice of the simulation in every test run; and proofs that its checks find what they are there to find.
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../../src/model/bot/bot.js";
import { NOTHING_KEPT } from "../../../src/model/bot/observed.js";
import type { ServiceWriter } from "../../../src/model/ports.js";
import type { Memory } from "../../../src/reconcile/ledger/ledger.js";
import { amount } from "../../support/lane.js";
import { missed } from "./catalogue.js";
import type { Standby } from "./disk.js";
import { inWords, reduce } from "./reduce.js";
import type { Sabotage } from "./runner.js";
import { CALM, type RunPlan, type Schedule } from "./schedule.js";
import { drawSchedule } from "./schedule-draw.js";
import { simulate } from "./simulate.js";

const DAY = 24 * 3_600_000;
const CHUNK = amount({ fast: 30, all: 250, long: 250 });
const CHUNKS = amount({ fast: 1, all: 4, long: 4 });
const DATABASES = amount({ fast: 10, all: 300, long: 300 });
/** By which a standby may be behind. */
const LAGS_MS = [20, 900, 3_000, 8_000, 30_000, 90_000, 600_000];
/** Seeds among which a missing safeguard must be found. */
const MOST_SEEDS = 1_000;
/** So many of them are tried, from the one on that was seen to find it. */
const MOST_TRIED = amount({ fast: 50, all: MOST_SEEDS, long: MOST_SEEDS });

describe("a fixed slice", () => {
  const counts = new Map<string, number>();

  it.each(Array.from({ length: CHUNKS }, (_chunk, at) => at * CHUNK + 1))(
    "schedules from seed %i violate nothing",
    async (first) => {
      for (let seed = first; seed < first + CHUNK; seed += 1) {
        const { violations, counts: own } = await simulate(drawSchedule(seed));
        for (const [what, count] of own) counts.set(what, (counts.get(what) ?? 0) + count);
        expect(violations, `replay: npm run simulate -- --seed ${seed} --runs 1`).toEqual([]);
      }
    },
  );

  // The smallest slice is too small for the rarest of them.
  if (CHUNKS > 1)
    it("has reached every fault and every rule", () => {
      expect(missed(counts, 1)).toEqual([]);
    });
});

describe("a ledger in a database", () => {
  it.each<readonly [what: string, run: (seed: number) => Partial<RunPlan>, reached: string]>([
    [
      "a commit whose answer never comes",
      (seed) => ({ trouble: { kind: "unknown-commit", from: 1 + (seed % 9) } }),
      "disk: a commit without an answer",
    ],
    ["a database that is restored to what it was", () => ({ loses: "restored" }), "ledger: lost between runs"],
    [
      "a standby that answers every read, or every second one, from some read on, as it was a while ago",
      (seed) => ({
        standby: {
          lagMs: LAGS_MS[seed % LAGS_MS.length] ?? 0,
          from: 1 + (seed % 4) * (seed % 9),
          every: 1 + (seed % 2),
        },
      }),
      "disk: read from a stale standby",
    ],
  ])("%s violates nothing", async (_what, change, reached) => {
    let count = 0;
    for (let seed = 1; seed <= DATABASES; seed += 1) {
      const schedule = drawSchedule(seed);
      const changed = (run: RunPlan): RunPlan => ({ ...run, journal: "shared", ...change(seed) });
      const [runs, later] = [schedule.runs.map(changed), [...schedule.later, { ...CALM, name: "again" }].map(changed)];
      const { violations, counts } = await simulate({ ...schedule, runs, later });
      expect(violations, `seed ${seed}`).toEqual([]);
      count += counts.get(reached) ?? 0;
    }
    expect(count).toBeGreaterThan(0);
  });
});

describe("a seed", () => {
  /** What long runs found, by the rule that ends it. */
  it.each([
    [
      1795424165793,
      "a refused create whose bot is listed under a title of other letters and can't be read: it may have written",
    ],
    [1795424228743, "a known bot that no list shows has got the title of the one that is to be turned on"],
    [1795424249538, "a bot of the run has come on, is listed and can't be read by itself: it is turned off"],
    [1795425315397, "an answer that lacks its last brace names no bot"],
    [
      1020025330,
      "a refused create whose bot somebody has given another's title since a list showed it: it may have written",
    ],
    [1020043041, "a bot that no list shows gets its title while a plan is being saved"],
    [1500033558, "the bot of a key that is to be created has got the title of another such key, in capitals"],
    [1710006717, "a hold is lifted after a run with a troubled disk has died with the power before it began"],
    [1710050099, "a create takes for its own the bot of a run without a ledger that no list had shown"],
    [1710050932, "a reading that a fault has changed makes a turn-on wait that its plan couldn't foresee"],
    [
      1610004444,
      "a bot that an earlier run has seen off is turned on by hand while another create waits: its turn-on waits, too",
    ],
    [1500033917, "a clock an hour ahead leaves an intent on a disk that can't be written any more: it is in doubt"],
    [2513, "a webhook that is refused opens its deal when it was watched for a few seconds only"],
    [
      1810044322,
      "a bot that a list had hidden has the title of a create that is on its way: it isn't taken for its own",
    ],
    [1860062369, "a turn-off is refused twice, and the second one is watched as long as the first"],
    [1860035846, "a bot that only the second run may create is made switched on: a third one turns it on"],
    [1880051908, "a bot that one key pins gets another key's title while that one's is made: no copy"],
    [1780005381, "three turn-offs are waited for, and each look reads their bot once"],
    [
      1760026964,
      "a saved plan is carried out once more, its creates having got titles of other letters, and the list is suddenly empty",
    ],
    [
      1750030309,
      "a create is sent again after a short deadline, and the first one lands: a run that knows it waits for it",
    ],
    [1740046754, "a gateway refuses an update of which the service ignores what differs: it has changed nothing"],
    [1795481686828, "a bot that the run has found comes on, and can't be read any more: it is still the plan's"],
  ])("%i violates nothing: %s", async (seed) => {
    expect((await simulate(drawSchedule(seed))).violations).toEqual([]);
  });

  it("replays exactly, whatever ran before it", async () => {
    const seeds = Array.from({ length: amount({ fast: 6, all: 40 }) }, (_seed, at) => at + 5_000);
    const forwards = new Map<number, string>();
    for (const seed of seeds) forwards.set(seed, await fingerprintOf(seed));
    for (const seed of seeds.toReversed()) expect(await fingerprintOf(seed)).toBe(forwards.get(seed));
  });

  it("is another schedule than its neighbour", async () => {
    expect(new Set(await Promise.all([1, 2, 3, 4].map(fingerprintOf))).size).toBe(4);
  });
});

/** Everything that happened, in one hash. */
async function fingerprintOf(seed: number): Promise<string> {
  const hash = createHash("sha256");
  await simulate(drawSchedule(seed), { trace: (line) => void hash.update(line) });
  return hash.digest("hex");
}

interface Ablation extends Sabotage {
  readonly because: string;
  /** What every schedule is made to have, where it is rare. */
  readonly given?: Partial<Pick<Schedule, "hasty" | "hands" | "faults" | "events" | "later" | "holds">> & {
    readonly runs?: Partial<RunPlan>;
    readonly beside?: readonly RunPlan[];
  };
  /** What the checks have to say of it. */
  readonly breaks: string;
  /** A seed that was seen to find it, with which the search begins. */
  readonly near?: number;
}

const A_MINUTE_BEHIND: Standby = { lagMs: 60_000, from: 1, every: 1 };

const ABLATIONS: readonly Ablation[] = [
  {
    because: "creates are sent twice",
    breaks: "rule 3",
    writer: (writer) => ({ ...writer, create: twice(writer.create) }),
  },
  {
    because: "a create in doubt is sent again",
    breaks: "rule 3",
    writer: (writer) => ({
      ...writer,
      create: async (...given) => {
        const answer = await writer.create(...given);
        return answer.kind === "ambiguous" ? writer.create(...given) : answer;
      },
    }),
  },
  {
    because: "a turn-on is sent again when it isn't answered",
    near: 195,
    breaks: "rule 10",
    writer: (writer) => ({
      ...writer,
      turnOn: async (botId) => {
        const answer = await writer.turnOn(botId);
        return answer.kind === "ambiguous" ? writer.turnOn(botId) : answer;
      },
    }),
  },
  { because: "a new bot is turned on without a look at it", breaks: "I2", writer: turningOnAtOnce },
  {
    because: "a bot is read once and believed for ever",
    near: 64,
    breaks: "rule 9",
    given: { runs: { pauseMs: 60_000 } },
    reader: (reader) => ({ ...reader, bot: remembering(reader.bot) }),
  },
  {
    because: "the list is read once and believed for ever",
    breaks: "rule 2",
    reader: (reader) => {
      const bots = remembering(() => reader.bots());
      return { ...reader, bots: () => bots(0) };
    },
  },
  {
    because: "turning off doesn't care which bot it is",
    near: 33,
    breaks: "I3",
    writer: (writer, reader) => ({
      ...writer,
      turnOff: async (botId) => writer.turnOff((await reader.bots()).find(({ id }) => id !== botId)?.id ?? botId),
    }),
  },
  { because: "what the service fills in is checked by nobody", near: 293, breaks: "I2", checksNothing: true },
  { because: "a create is never questioned", near: 18, breaks: "rule 22", asksNothing: true, given: { hasty: true } },
  {
    because: "an unknown outcome is reported as success",
    breaks: "I6",
    report: (report) => ({
      ...report,
      outcomes: report.outcomes.map((one) => (one.kind === "unknown" ? { ...one, kind: "applied" } : one)),
    }),
  },
  {
    because: "a refusal is believed",
    breaks: "rule 19",
    given: { faults: [{ fault: "refused after acting", run: "first", target: "turn-on", nth: 1 }] },
    writer: (writer) => ({
      ...writer,
      turnOn: async (...given) => {
        const answer = await writer.turnOn(...given);
        return answer.kind === "refused" ? { ...answer, kind: "not-sent" } : answer;
      },
    }),
  },
  {
    because: "what the final look finds is not told",
    near: 121,
    breaks: "rule 15",
    report: (report) => ({ ...report, violations: [] }),
    given: {
      hands: [10, 14, 18].map((request) => ({ edit: "edited", when: { run: "first", request } })),
    },
  },
  { because: "the journal is forgotten", breaks: "rule 12", forgetsJournal: true },
  {
    because: "turn-ons of earlier runs are forgotten",
    near: 183,
    breaks: "rule 9",
    ledger: recalling((memory) => ({ ...memory, intents: [] })),
    given: { runs: { journal: "shared" }, hasty: true },
  },
  {
    because: "creates of earlier runs are forgotten, which a proxy may hold back",
    near: 188,
    breaks: "I1",
    ledger: recalling((memory) => ({ ...memory, intents: [] })),
    given: { runs: { journal: "shared" }, hasty: true, faults: heldBack("create") },
  },
  {
    because: "updates of earlier runs are forgotten, which a proxy may hold back",
    near: 685,
    breaks: "I2",
    ledger: recalling((memory) => ({ ...memory, intents: [] })),
    given: { runs: { journal: "shared" }, hasty: true, faults: heldBack("update") },
  },
  { because: "a plan's expiry is ignored", breaks: "I4", ignoresExpiry: true, given: { runs: { lifetimeMs: 500 } } },
  {
    because: "another bot with the title is overlooked",
    near: 149,
    breaks: "I1",
    reader: (reader) => ({ ...reader, bots: async () => youngestOfEachTitle(await reader.bots()) }),
  },
  {
    because: "what is in doubt is forgotten",
    breaks: "rule 18",
    ledger: recalling((memory) => ({ ...memory, intents: [] })),
    given: {
      runs: { journal: "shared", commandDeadlineMs: 5_000 },
      faults: [{ fault: "command held back for a minute", run: "first", target: "turn-on", nth: 1 }],
      later: [{ ...CALM, name: "quiet", wants: "quiet" }],
    },
  },
  {
    because: "starts of deals are forgotten by an emergency stop",
    near: 41,
    breaks: "rule 18",
    ledger: recalling(withoutStarts),
  },
  {
    because: "starts of deals are forgotten by the next one",
    near: 640,
    breaks: "rule 3",
    ledger: recalling(withoutStarts),
  },
  {
    because: "a standby that is a minute behind passes for the ledger, though a turn-on is in doubt",
    breaks: "rule 9",
    standby: A_MINUTE_BEHIND,
    given: { runs: { journal: "shared" }, hasty: true },
  },
  {
    because: "a standby that is a minute behind passes for the ledger, though a bot is held",
    breaks: "hold",
    standby: A_MINUTE_BEHIND,
    given: { runs: { journal: "shared" }, holds: [{ bot: 0, when: { run: "first", request: 3 }, liftedAfterMs: DAY }] },
  },
  {
    because: "a standby that is a minute behind passes for the ledger, though a create may still arrive",
    breaks: "I1",
    standby: A_MINUTE_BEHIND,
    given: { runs: { journal: "shared" }, hasty: true, faults: heldBack("create") },
  },
  {
    because: "bots that the list hides are forgotten",
    near: 38,
    breaks: "rule 20",
    ledger: recalling((memory) => ({ ...memory, bots: new Map() })),
    given: { runs: { journal: "shared" } },
  },
  {
    because: "a saved plan isn't compared with the logs",
    near: 44,
    breaks: "rule 21",
    ignoresLogs: true,
    given: {
      runs: { lifetimeMs: DAY, deadly: undefined, trouble: undefined },
      faults: [],
      events: [],
      later: [
        { ...CALM, name: "stop", does: "bots off", journal: "own", settleMs: 20_000 },
        { ...CALM, name: "replay", does: "replay", journal: "own" },
      ],
    },
  },
  {
    because: "nobody is told of stops",
    breaks: "stop",
    ledger: (ledger) => ({ ...ledger, watchStops: async () => async () => false }),
    given: {
      runs: { journal: "shared" },
      beside: [{ ...CALM, name: "stop", does: "bots off", begins: { run: "first", outcome: 1 }, settleMs: 20_000 }],
    },
  },
  {
    because: "nobody is told of holds",
    breaks: "hold",
    ledger: (ledger) => ({
      ...recalling((memory) => ({ ...memory, kept: NOTHING_KEPT }))(ledger),
      watchStops: async () => async () => false,
    }),
    given: { runs: { journal: "shared" }, holds: [{ bot: 0, when: { run: "first", request: 3 }, liftedAfterMs: DAY }] },
  },
  { because: "interrupts are ignored", near: 113, breaks: "rule 13", ignoresInterrupts: true },
  {
    because: "updates are never sent",
    breaks: "I5",
    writer: (writer) => ({ ...writer, update: async () => ({ kind: "accepted" }) }),
  },
];

function heldBack(target: "create" | "update"): Schedule["faults"] {
  return [{ fault: "held back by a proxy", run: "first", target, nth: 1 }];
}

describe("without one of its safeguards", () => {
  it.each(ABLATIONS)(
    "$because: the simulation finds it",
    async ({ because: _because, breaks, given, near, ...sabotage }) => {
      const found = await firstViolation(breaks, sabotage, given, near);
      const remedy = "with BOTFORM_LANE=all all seeds are tried; `near` is one that finds it";
      expect(found, remedy).toBeDefined();
    },
  );

  it("shows how little it takes", async () => {
    const sabotage: Sabotage = { writer: (writer) => ({ ...writer, create: twice(writer.create) }) };
    const seed = (await firstViolation("rule 3", sabotage)) ?? 0;
    const schedule = drawSchedule(seed);
    const smallest = await reduce(schedule, { broken: "rule 3", detail: "" }, { sabotage });
    expect(smallest).toMatchObject({ seed, faults: [], hands: [], events: [], damages: [], hasty: false });
    expect(inWords(smallest).join("\n")).toContain("the first run begins after 0 ms");
  });
});

/** The first seed, from `near` on, whose schedule breaks that promise. */
async function firstViolation(
  promise: string,
  sabotage: Sabotage,
  { runs: more, beside = [], ...given }: Ablation["given"] = {},
  near = 1,
): Promise<number | undefined> {
  for (let at = 0; at < MOST_TRIED; at += 1) {
    const seed = 1 + ((near - 1 + at) % MOST_SEEDS);
    const schedule = drawSchedule(seed);
    const runs = [...schedule.runs.map((run) => ({ ...run, ...more })), ...beside];
    const { violations } = await simulate({ ...schedule, ...given, runs }, { sabotage });
    if (violations.some(({ broken }) => broken === promise)) return seed;
  }
  return undefined;
}

function withoutStarts(memory: Memory): Memory {
  return { ...memory, intents: memory.intents.filter(({ sends }) => sends !== "start-deal") };
}

function recalling(change: (memory: Memory) => Memory): NonNullable<Sabotage["ledger"]> {
  return (ledger) => ({ ...ledger, recall: async (...given) => change(await ledger.recall(...given)) });
}

function twice(create: ServiceWriter["create"]): ServiceWriter["create"] {
  return async (...given) => {
    await create(...given);
    return create(...given);
  };
}

function turningOnAtOnce(writer: ServiceWriter): ServiceWriter {
  return {
    ...writer,
    create: async (...given) => {
      const answer = await writer.create(...given);
      if (answer.kind === "accepted" && answer.botId !== undefined) await writer.turnOn(answer.botId);
      return answer;
    },
  };
}

function youngestOfEachTitle(bots: readonly ObservedBot[]): readonly ObservedBot[] {
  return bots.filter(({ id, fields }) => !bots.some((other) => other.id > id && other.fields.title === fields.title));
}

function remembering<T>(read: (id: number) => Promise<T>): (id: number) => Promise<T> {
  const known = new Map<number, T>();
  return async (id) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const now = await read(id);
    known.set(id, now);
    return now;
  };
}
