// Which bots a stop is about: every bot, or those that were named by id or by address.
import { expect, it } from "vitest";
import { isAbout, type Stop, stopsIn } from "../../../../src/reconcile/ledger/stops.js";

const ALL: Stop = { type: "stop", at: 1 };
const NAMED: Stop = { type: "stop", at: 2, of: { ids: [7], addresses: ["main/a"] } };

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

it("stops are picked from all facts, in their order", () => {
  expect(stopsIn([ALL, { type: "gone", at: 3, id: 1 }, NAMED])).toEqual([ALL, NAMED]);
});
