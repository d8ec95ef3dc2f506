// What was reported of an account is found again, and written only where it is something else.
import { expect, it } from "vitest";
import { NOTHING_REPORTED } from "../../../../src/model/look.js";
import { accountReported } from "../../../../src/reconcile/ledger/reported.js";
import { Shelf } from "../recorded.js";

const clock = { now: () => 1_000 };
const DRIFT = { digest: "a", since: 5, isReported: true };

it("is found by whoever looks next, the last of it", async () => {
  const disk = new Shelf();
  const reported = accountReported(disk, clock, { account: "main" });
  expect(await reported.read()).toEqual(NOTHING_REPORTED);
  await reported.set({ ...NOTHING_REPORTED, drift: { ...DRIFT, isReported: false } });
  const last = {
    drift: DRIFT,
    failing: null,
    refused: { digest: "a", why: "held", times: 1, writes: 0 },
    asked: { digest: "a", plan: "b" },
    breakers: { near: ["x"], unknown: [], tripped: ["y"], exposed: null },
  };
  await reported.set(last);
  expect(await accountReported(disk, clock, { account: "main" }).read()).toEqual(last);
  expect(await accountReported(disk, clock, { account: "other" }).read()).toEqual(NOTHING_REPORTED);
});

it("is written once, and failed looks are counted anew by whoever starts", async () => {
  const disk = new Shelf();
  const reported = accountReported(disk, clock, { account: "main" });
  const lines = async () =>
    (await Promise.all((await disk.names()).map((name) => disk.read(name)))).join("").split("reported").length - 1;
  for (const times of [1, 2])
    await reported.set({ ...NOTHING_REPORTED, failing: { since: 7, times, isReported: false } });
  expect(await lines()).toBe(0);
  for (const times of [3, 4, 5])
    await reported.set({ ...NOTHING_REPORTED, failing: { since: 7, times, isReported: true } });
  expect((await reported.read()).failing).toEqual({ since: 7, times: 1, isReported: true });
  const before = await lines();
  await reported.set({ ...NOTHING_REPORTED, failing: { since: 7, times: 6, isReported: true } });
  expect(await lines()).toBe(before);
});

it("tells when it drifted: from the first report until one without it, or with another", async () => {
  const disk = new Shelf();
  let now = 10;
  const reported = accountReported(disk, { now: () => now }, { account: "main" });
  const set = (at: number, since: number | null) => {
    now = at;
    const drift = since === null ? null : { digest: String(since), since, isReported: true };
    return reported.set({ ...NOTHING_REPORTED, drift });
  };
  expect(await reported.episodes()).toEqual([]);
  await set(10, 9);
  expect(await reported.episodes()).toEqual([{ from: 9, to: null }]);
  await set(20, null);
  await set(30, 28);
  await set(40, 39);
  expect(await reported.episodes()).toEqual([
    { from: 9, to: 20 },
    { from: 28, to: 40 },
    { from: 39, to: null },
  ]);
});
