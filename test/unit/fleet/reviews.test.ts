// What somebody is shown of the rest of a roll-out: one look at a time, kept under its digest, for half an hour.
import { expect, it } from "vitest";
import { AppError } from "../../../src/app/error.js";
import { type Shown, shownDigest } from "../../../src/app/rollout/promote.js";
import type { Review } from "../../../src/app/rollout/review.js";
import { ANSWERED_WITHIN_MS, fleetReviews } from "../../../src/fleet/reviews.js";
import { newState, type RolloutRecord } from "../../../src/model/rollout/record.js";

const rules = { gates: { drift: true }, onFailure: "pause", waitMs: 1 } as const;
const seen: RolloutRecord = {
  begin: { type: "begin", at: 0, format: 1, id: "one", by: "ana", waves: [], limits: {}, ...rules },
  state: newState(0),
  decisions: [],
};
const review = (more: Partial<Review> = {}): Review => ({
  ...{ facts: { waves: [], ...rules }, waves: [], diagnostics: [], exitCode: 0, isIdle: false, at: 5 },
  rollout: { waves: [], ...rules, origin: { file: "f", path: [] } },
  ...more,
});
const wave = (reviewed: readonly string[]) => ({
  ...{ name: "w", bakeMs: 0 },
  parts: [{ account: "a", bots: [], isLast: true, reviewed: [...reviewed] }],
});

it.each<[string, Shown]>([
  ["another change", { seen, review: review({ waves: [wave(["r"])] }) }],
  ["another time of looking", { seen, review: review({ at: 6 }) }],
  ["another wave", { seen: { ...seen, state: { ...seen.state, wave: 1 } }, review: review() }],
  ["another phase", { seen: { ...seen, state: { ...seen.state, phase: "baking" } }, review: review() }],
  ["another roll-out", { seen: { ...seen, begin: { ...seen.begin, id: "two" } }, review: review() }],
  ["other rules", { seen, review: review({ rollout: { ...review().rollout, onFailure: "undo" } }) }],
])("%s has another digest", (_, other) => {
  expect(shownDigest(other)).toMatch(/^[0-9a-f]{64}$/);
  expect(shownDigest(other)).not.toBe(shownDigest({ seen, review: review() }));
});

it("looks once however many ask, and forgets what is too old to be answered", async () => {
  let resolve = (_: Shown) => {};
  const promise = new Promise<Shown>((found) => {
    resolve = found;
  });
  let [now, looks, changes] = [0, 0, 0];
  const look = () => {
    looks += 1;
    return promise;
  };
  const changed = () => {
    changes += 1;
  };
  const on = fleetReviews(look, { clock: () => now, changed, reasonOf: String });
  expect(on.latest("one")).toBeUndefined();
  on.begin("ana");
  on.begin("otto");
  expect([looks, on.latest("one")]).toEqual([
    1,
    { by: "ana", at: "1970-01-01T00:00:00.000Z", state: { kind: "running" } },
  ]);
  // However long it takes, it isn't old while it is under way.
  now = ANSWERED_WITHIN_MS;
  expect(on.latest("one")?.state.kind).toBe("running");
  now = 1;
  const shown = { seen, review: review() };
  resolve(shown);
  await new Promise(setImmediate);
  const digest = shownDigest(shown);
  expect([on.latest("one")?.state, on.of(digest), changes]).toEqual([{ kind: "shown", digest }, shown, 2]);
  // Nothing leads to it from another roll-out, nor once it is answered; whoever says yes again hears that it has gone on.
  expect(on.latest("two")).toBeUndefined();
  on.close();
  expect([on.latest("one"), on.of(digest)]).toEqual([undefined, shown]);
  for (const other of [digest.slice(0, 12), digest.toUpperCase(), "", "0".repeat(64)])
    expect(on.of(other)).toBeUndefined();
  now = ANSWERED_WITHIN_MS;
  expect([on.latest("one"), on.of(digest)]).toEqual([undefined, undefined]);
});

it("says why it couldn't be looked at", async () => {
  const on = fleetReviews(() => Promise.reject(new AppError("no roll-out is under way")), {
    ...{ clock: () => 0, changed: () => {} },
    reasonOf: (error) => (error instanceof AppError ? error.message : ""),
  });
  on.begin("ana");
  await new Promise(setImmediate);
  expect(on.latest("one")?.state).toEqual({ kind: "failed", text: "no roll-out is under way" });
});
