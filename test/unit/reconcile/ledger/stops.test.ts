// Which bots a stop is about: every bot, or those that were named by id or by address.
import { expect, it } from "vitest";
import { isAbout, isKeptOff, type Stop, stopsIn } from "../../../../src/reconcile/ledger/stops.js";

const ALL: Stop = { type: "stop", at: 1 };
const NAMED: Stop = { type: "stop", at: 2, of: { ids: [7, 9], addresses: ["main/a"] } };

it.each([
  { stop: ALL, bot: { address: "main/b", id: 8 }, about: true },
  { stop: ALL, bot: { address: "main/b", id: undefined }, about: true },
  { stop: NAMED, bot: { address: "main/a", id: 8 }, about: true },
  { stop: NAMED, bot: { address: "main/a", id: undefined }, about: true },
  { stop: NAMED, bot: { address: "main/b", id: 7 }, about: true },
  { stop: NAMED, bot: { address: "main/b", id: 8 }, about: false },
  { stop: NAMED, bot: { address: "main/b", id: undefined }, about: false },
])("the stop $stop.of is about $bot: $about", ({ stop, bot, about }) => {
  expect(isAbout(stop, bot)).toBe(about);
});

it.each<[string, string, number | undefined, boolean]>([
  ["main/a", "main/a", undefined, true],
  ["main/#7", "main/a", 7, true],
  ["main/#7", "main/a", 8, false],
  ["main/old", "main/a", 7, true],
  ["main/old", "main/a", 8, false],
  ["main/#7", "main/a", undefined, false],
])("a hold on %s keeps %s (bot %s) off: %s", (pattern, address, id, isKept) => {
  const kept = {
    holds: [{ bots: [pattern], reason: "why" }],
    addresses: new Map([[7, "main/old"]]),
    protectedIds: new Set<number>(),
  };
  expect(isKeptOff(kept, "main", { address, id })).toBe(isKept);
  expect(isKeptOff(kept, "main", { address, id, sends: "turn-on" })).toBe(isKept);
  expect(isKeptOff(kept, "main", { address, id, sends: "turn-off" })).toBe(false);
});

it("stops are picked from all facts, in their order", () => {
  expect(stopsIn([ALL, { type: "gone", at: 3, id: 1 }, NAMED])).toEqual([ALL, NAMED]);
});
