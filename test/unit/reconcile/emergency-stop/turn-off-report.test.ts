// The reports of an account's exchanges as one, by ids, with each note once; and what is said of a watch that was broken off.
import { expect, it } from "vitest";
import {
  merge,
  reportedBot,
  type TurnOffReport,
  unwatched,
} from "../../../../src/reconcile/emergency-stop/turn-off-report.js";
import { live } from "../fleet.js";

const bot = (id: number) => ({ id, title: `T${id}`, status: "ENABLED" });
const left = (id: number) => ({ ...bot(id), why: "it is on", told: id % 2 === 0 });
const report = (from: number, changes: Partial<TurnOffReport> = {}): TurnOffReport => ({
  ...{ turnedOff: [bot(from + 1)], wereOff: [bot(from + 3), bot(from)], stragglers: [left(from + 5), left(from + 4)] },
  ...{ notes: ["said by both", `note ${from}`], unsettled: ["unsure"], wasRead: true },
  ...changes,
});

it("everything of each stands in it", () => {
  expect(merge([report(10), report(0, { wasRead: false })])).toEqual({
    turnedOff: [bot(1), bot(11)],
    wereOff: [bot(0), bot(3), bot(10), bot(13)],
    stragglers: [left(4), left(5), left(14), left(15)],
    notes: ["said by both", "note 10", "note 0"],
    unsettled: ["unsure", "unsure"],
    wasRead: true,
  });
});

it("none was read where none of them was", () => {
  const nothing = { turnedOff: [], wereOff: [], stragglers: [], notes: [], unsettled: [], wasRead: false };
  expect(merge([report(0, { wasRead: false })]).wasRead).toBe(false);
  expect(merge([])).toEqual(nothing);
});

it("a bot is reported as it was seen, and one without a title has an empty one", () => {
  expect(reportedBot(live(7, "a", { on: true }))).toEqual({ id: 7, title: "a", status: "ENABLED" });
  expect(reportedBot(live(8, "a", { fields: { title: null } }))).toEqual({ id: 8, title: "", status: "DISABLED" });
});

it("a watch that was broken off is said with the seconds that were left of it", () => {
  expect([unwatched(0, true), unwatched(-1, false)]).toEqual([[], []]);
  expect([...unwatched(1_001, true), ...unwatched(999, false)]).toEqual([
    "no bot to turn off was found, but the search was stopped 2 s early: a list may lag",
    "all were confirmed off, but the watch was stopped 1 s early: a queued turn-on may still take effect",
  ]);
});
