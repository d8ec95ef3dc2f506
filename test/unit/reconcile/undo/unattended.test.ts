// An undo that nobody watches: what somebody has done since is a person's to decide, and a bot is turned on only where its log is silent.
import { afterEach, expect, it } from "vitest";
import type { Fact } from "../../../../src/reconcile/ledger/facts.js";
import { type Halts, haltSince, haltsIn } from "../../../../src/reconcile/ledger/halts.js";
import type { PastRun } from "../../../../src/reconcile/ledger/history.js";
import { askText, forAPerson, type Since, turnOffsOf } from "../../../../src/reconcile/undo/unattended.js";
import { planUndo } from "../../../../src/reconcile/undo/undo.js";
import { type Road, road } from "../../../support/road.js";
import { desired, desiredBot } from "../fleet.js";
import { recorded } from "../recorded.js";

let open: Road | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

const NONE: Halts = { all: [], unarmed: [] };
const stamp = (at: number) => new Date(at).toISOString().slice(0, 19).replace("T", " ");

/** A run that has turned one bot off and another on, and the plan that undoes it. */
async function ran() {
  const way = await road();
  open = way;
  const fleet = (a: boolean, b: boolean) => desired([desiredBot("a", { enabled: a }), desiredBot("b", { enabled: b })]);
  await way.apply(await way.plan(fleet(true, false)));
  const run: PastRun = await (await recorded(way, await way.plan(fleet(false, true)))).only();
  const made = await planUndo(run, way.reader);
  const address = made.steps.find(({ action }) => action === "turn-on")?.address ?? "";
  const told = (given: Partial<Since>, of = made) =>
    forAPerson(run, of, { halts: NONE, holdOn: () => undefined, logs: new Map([[address, []]]), ...given });
  return { run, made, address, told };
}

it("goes ahead where nothing has happened since, and asks where the log moved on or can't be read", async () => {
  const { run, address, told } = await ran();
  const ended = run.end?.at ?? 0;
  const log = (at: number) => ({ logs: new Map([[address, [{ datetime: stamp(at), message: "switched" }]]]) });
  expect(told({})).toBeUndefined();
  expect(told(log(run.begin.at - 60_000))).toBeUndefined();
  expect(told(log(ended + 60_000))).toContain(`${address} isn't turned on again: its log has "switched" since`);
  expect(told({ logs: new Map() })).toBe(`${address} isn't turned on again: its log can't be read`);
  expect(told({ logs: new Map([[address, [{ datetime: "?", message: "odd" }]]]) })).toContain("odd");
});

it("asks after a stop, a hold or a trip that is newer than the run, unless it only turns bots off", async () => {
  const { run, made, told } = await ran();
  const safer = turnOffsOf(made, run.begin.id);
  for (const kind of ["stop", "hold", "trip"] as const) {
    const halted = (at: number) => ({ halts: { all: [{ at, kind, why: `${kind} there` }], unarmed: [] } });
    expect(told(halted(run.begin.at - 1))).toBeUndefined();
    expect(told(halted(run.begin.at))).toBe(`since that run ${kind} there`);
    expect(safer && told(halted(run.begin.at), safer)).toBeUndefined();
  }
  expect(safer?.steps.map(({ action }) => action)).toEqual(["turn-off"]);
  // Its record must not say that the run is undone.
  expect(safer?.configDigest).not.toBe(made.configDigest);
  expect(safer && turnOffsOf({ ...safer, steps: [] }, run.begin.id)).toBeUndefined();
  expect(askText("r", "why", 1)).toMatch(
    /^1 bot that it had turned on went off; the rest of r needs a person: why; botform undo r /,
  );
});

it("tells of the newest halt of a kind, and of breakers that nobody has armed", () => {
  const trip = (at: number, breaker: string): Fact => ({ type: "trip", at, breaker, why: "lost", bots: [] });
  const halts = haltsIn(
    [{ type: "stop", at: 5 }],
    [trip(1, "loss"), { type: "arm", at: 2, breaker: "loss", reason: "seen", open: [] }, trip(3, "margin")],
  );
  expect(halts.unarmed).toEqual(["margin"]);
  expect(haltSince(halts, 0, ["trip"])).toEqual({ at: 3, kind: "trip", why: "the breaker margin has tripped: lost" });
  expect(haltSince(halts, 4, ["trip", "hold"])).toBeUndefined();
  expect(haltSince(halts, 5, ["stop"])?.why).toBe("bots were turned off there");
});
