// A roll-out as it is shown: each wave with its state, and whether anybody drives it.
import { expect, it } from "vitest";
import { newState, type RolloutRecord, type RolloutState, wavesOf } from "../../../../src/model/rollout/record.js";
import { rolloutState } from "../../../../src/model/rollout/shown.js";

const wave = (name: string) => ({
  name,
  bakeMs: 60_000,
  parts: [{ account: name, bots: [{ address: `${name}/x`, desired: "d" }], isLast: true, reviewed: [] }],
});
const record = (state: Partial<RolloutState> = {}): RolloutRecord => ({
  begin: {
    type: "begin",
    at: 0,
    format: 1,
    id: "one",
    by: "ana",
    waves: [wave("a"), wave("b"), wave("c")],
    gates: { drift: true },
    limits: {},
    onFailure: "undo",
    waitMs: 60_000,
  },
  state: { ...newState(0), ...state },
  decisions: [],
});
const states = (state: Partial<RolloutState>) => rolloutState(record(state), 0).waves.map((one) => one.state);

it.each<[Partial<RolloutState>, readonly string[]]>([
  [{}, ["applying", "waiting", "waiting"]],
  [{ wave: 1, phase: "baking" }, ["passed", "baking", "waiting"]],
  [{ wave: 1, status: "paused" }, ["passed", "paused", "waiting"]],
  [{ wave: 1, status: "paused", isFailed: true }, ["passed", "failed", "waiting"]],
  [{ wave: 1, phase: "undoing", isFailed: true }, ["undoing", "undoing", "waiting"]],
  [{ wave: 1, phase: "undoing", status: "paused" }, ["paused", "paused", "waiting"]],
  [{ wave: 1, phase: "undoing", status: "undone" }, ["undone", "undone", "not-begun"]],
  [{ wave: 1, status: "aborted" }, ["passed", "ended", "not-begun"]],
  [{ wave: 2, status: "done" }, ["passed", "passed", "passed"]],
])("%j", (state, expected) => {
  expect(states(state)).toEqual(expected);
});

it("has times, what it waits for, and the accounts that are done", () => {
  const doubt = { since: 1_000, why: "no answer" };
  expect(rolloutState(record({ began: [0], phase: "baking", since: 30_000, done: ["a"], doubt }), 0)).toMatchObject({
    ...{ id: "one", by: "ana", wave: "a", onFailure: "undo", beganAt: "1970-01-01T00:00:00.000Z" },
    waitsFor: { why: "no answer", until: "1970-01-01T00:01:01.000Z" },
    waves: [
      { beganAt: "1970-01-01T00:00:00.000Z", bakedAt: "1970-01-01T00:01:30.000Z", done: 1, bots: 1 },
      { beganAt: null, bakedAt: null, done: 0 },
      {},
    ],
  });
});

it("says when a wave will have been watched for long enough, and nothing of that while it is paused", () => {
  const baking = { phase: "baking", since: 0, watched: { ms: 20_000, until: 90_000 } } as const;
  const bakedAt = (state: Partial<RolloutState>) => rolloutState(record(state), 0).waves[0]?.bakedAt;
  expect(bakedAt(baking)).toBe("1970-01-01T00:02:10.000Z");
  expect(bakedAt({ ...baking, status: "paused" })).toBeNull();
});

it("puts off the end of a watch by the time at which nobody looked", () => {
  const short = record({ phase: "baking", since: 0, watched: { ms: 20_000, until: 90_000 } });
  const long = { ...short, begin: { ...short.begin, waves: [{ ...wave("a"), bakeMs: 7_200_000 }] } };
  const leftAt = (now: number) => Date.parse(rolloutState(long, now).waves[0]?.bakedAt ?? "") - now;
  expect([leftAt(90_000), leftAt(150_000)]).toEqual([7_180_000, 7_120_000]);
  // Twice the six minutes between two looks count at most, however long ago the last one was.
  expect([leftAt(90_000 + 3 * 3_600_000), leftAt(90_000 + 36_000_000)]).toEqual([6_460_000, 6_460_000]);
});

it("says when nobody has looked for long although it is due", () => {
  const isAbandoned = (dueAt: number | null, now: number) => rolloutState(record({ dueAt }), now).isAbandoned;
  expect([isAbandoned(0, 120_000), isAbandoned(0, 120_001), isAbandoned(null, 9e9)]).toEqual([false, true, false]);
});

it("has the waves that a person has reviewed last", () => {
  const decision = {
    type: "decision",
    at: 0,
    format: 1,
    id: "one",
    does: "promote",
    by: "ana",
    reason: null,
    wave: 0,
    phase: "applying",
    waves: [wave("z")],
  } as const;
  const now = { ...record({ waves: 0 }), decisions: [decision] };
  expect(wavesOf(now).map(({ name }) => name)).toEqual(["z"]);
  expect(wavesOf({ ...now, state: newState(0) }).map(({ name }) => name)).toEqual(["a", "b", "c"]);
});

it("says when the gates were seen that it shows, and nothing where nobody knows", () => {
  const gates = [{ gate: "drift", state: "passed", text: "no bot differs" }] as const;
  const seen = (state: Partial<RolloutState>) => rolloutState(record(state), 9e9).waves.map((one) => one.gatesSeenAt);
  expect(seen({ wave: 1, gates: [...gates], gatesSeenAt: 90_000 })).toEqual([null, "1970-01-01T00:01:30.000Z", null]);
  // Of the wave before; and by an older botform.
  expect(seen({ wave: 1, gatesSeenAt: 90_000 })).toEqual([null, null, null]);
  expect(seen({ wave: 1, gates: [...gates] })).toEqual([null, null, null]);
});
