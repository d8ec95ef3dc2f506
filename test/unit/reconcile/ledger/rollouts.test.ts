// Roll-outs are found by whoever starts anew: the last state counts, decisions beside it, and nothing is concluded from what is lost.
import { expect, it } from "vitest";
import { newState, type RolloutState, type RolloutWave } from "../../../../src/model/rollout/record.js";
import { checkedLine } from "../../../../src/reconcile/ledger/checked-lines.js";
import { ROLLOUTS_FILE, reachedBy, rollouts } from "../../../../src/reconcile/ledger/rollouts.js";
import { Shelf } from "../recorded.js";

const clock = { now: () => 1_000 };
const wave = (name: string, ...addresses: readonly string[]): RolloutWave => ({
  ...{ name, bakeMs: 0 },
  parts: addresses.map((address) => ({
    account: address.split("/")[0] ?? "",
    bots: [{ address, desired: `of ${address}` }],
    ...{ isLast: true, reviewed: ["r"] },
  })),
});
const BEGIN = {
  by: "ana",
  waves: [wave("first", "a/x", "b/x"), wave("rest", "c/x")],
  gates: { drift: true, loss: "50" },
  limits: {},
  onFailure: "pause" as const,
  waitMs: 5,
};

async function begun(state: Partial<RolloutState> = {}) {
  const disk = new Shelf();
  const ledger = rollouts(disk, clock);
  await ledger.begin({ id: "one", ...BEGIN });
  await ledger.set("one", { ...newState(1_000), ...state });
  return { disk, ledger };
}

it("has none, and then the last state of each with its decisions", async () => {
  const disk = new Shelf();
  expect(await rollouts(disk, clock).all()).toEqual([]);
  await rollouts(disk, clock).begin({ id: "one", ...BEGIN });
  const [fresh] = await rollouts(disk, clock).all();
  expect(fresh).toEqual({
    begin: { type: "begin", at: 1_000, format: 1, id: "one", ...BEGIN },
    state: newState(1_000),
    decisions: [],
  });
  const ledger = rollouts(disk, clock);
  const state: RolloutState = {
    ...newState(1_000),
    status: "paused",
    why: "w",
    doubt: { since: 1, why: "d" },
    open: [{ account: "a", deal: 1, profit: "-2" }],
  };
  await ledger.set("one", state);
  await ledger.decide("one", {
    does: "promote",
    by: "bo",
    reason: null,
    wave: 0,
    phase: "applying",
    waves: [wave("first", "a/x")],
  });
  await ledger.begin({ id: "two", ...BEGIN });
  const all = await rollouts(disk, clock).all();
  expect(all.map(({ begin, decisions }) => [begin.id, decisions.length])).toEqual([
    ["one", 1],
    ["two", 0],
  ]);
  expect(all[0]?.state).toEqual(state);
});

it("reads the file again only once it has grown", async () => {
  const { disk, ledger } = await begun();
  const first = await ledger.all();
  expect(await ledger.all()).toBe(first);
  await rollouts(disk, clock).set("one", { ...newState(1), status: "done" });
  expect((await ledger.all())[0]?.state.status).toBe("done");
});

it("takes a line that broke off for one that was never written", async () => {
  const { disk, ledger } = await begun({ wave: 1 });
  const file = await disk.open(ROLLOUTS_FILE);
  await file.append(`\n${checkedLine({ type: "state" }).slice(0, 20)}`);
  expect((await rollouts(disk, clock).all())[0]?.state.wave).toBe(1);
  await ledger.set("one", { ...newState(1), status: "done" });
  expect((await rollouts(disk, clock).all())[0]?.state.status).toBe("done");
});

it.each<[string, string, string]>([
  [
    "a line that broke off before another of which only the line feed is there: it looks as if it had lost its end",
    `\n${'{"v":1,"sum"'}\n\n${checkedLine({ type: "decision", at: 1, format: 1, id: "one", does: "pause", by: "b", reason: null, wave: 0, phase: "baking" })}`,
    "part of the roll-outs is lost",
  ],
  ["a damaged line", '\n{"v":1,"sum":"0000000000000000","entry":{}}\n', "part of the roll-outs is lost"],
  [
    "a newer format",
    `\n${checkedLine({ type: "decision", at: 1, format: 2, id: "one", does: "abort", by: "b", reason: null, wave: 0, phase: "baking" })}`,
    "newer botform",
  ],
])("concludes nothing where there is %s", async (_, line, why) => {
  const { disk } = await begun();
  const file = await disk.open(ROLLOUTS_FILE);
  await file.append(line);
  await expect(rollouts(disk, clock).all()).rejects.toThrow(why);
});

it.each<[string, Partial<RolloutState>, readonly string[]]>([
  ["nothing yet", {}, []],
  ["the accounts that are done", { done: ["a"] }, ["a/x"]],
  ["the waves that have passed", { wave: 1 }, ["a/x", "b/x"]],
  ["all once it is done", { wave: 1, status: "done" }, ["a/x", "b/x", "c/x"]],
  ["as far as it came when it was aborted", { wave: 1, done: ["c"], status: "aborted" }, ["a/x", "b/x", "c/x"]],
  ["nothing of what goes back", { wave: 1, phase: "undoing" }, []],
])("has reached %s", async (_, state, expected) => {
  const { ledger } = await begun(state);
  const reached = reachedBy(await ledger.all());
  expect([...reached.keys()]).toEqual(expected);
  expect([...reached.values()]).toEqual(expected.map((address) => `of ${address}`));
});

it("forgets what an earlier one has reached once a later one is under way there", async () => {
  const { ledger } = await begun({ wave: 1, status: "done" });
  await ledger.begin({ id: "two", ...BEGIN });
  await ledger.set("two", { ...newState(2), done: ["a"] });
  expect([...reachedBy(await ledger.all()).keys()].toSorted()).toEqual(["a/x", "c/x"]);
});
