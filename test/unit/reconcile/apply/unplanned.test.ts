// Which bots a plan was made without, by the lists and the ledger.
import { expect, it } from "vitest";
import { Unplanned } from "../../../../src/reconcile/apply/unplanned.js";
import type { KnownBots } from "../../../../src/reconcile/ledger/facts.js";
import { live } from "../fleet.js";

const known: KnownBots = new Map(
  [1, 2, 3].map((id) => [id, { id, accessId: 1, title: "t", address: id === 3 ? undefined : "main/a" }]),
);
const never = () => false;

it("listed ones are those that the plan doesn't name, as a list showed them last, though a later one drops them", () => {
  const unplanned = new Unplanned({ observedIds: [7] }, new Map());
  unplanned.note([live(7, "old"), live(8, "new")], never);
  unplanned.note([live(8, "newer")], never);
  unplanned.note([], never);
  expect([...unplanned.listed.values()].map(({ id, fields }) => [id, fields.title])).toEqual([[8, "newer"]]);
});

it("listed ones are those that have appeared where the plan doesn't say which there were", () => {
  const unplanned = new Unplanned({}, known);
  unplanned.note([live(7, "a"), live(8, "b")], (id) => id === 7);
  expect([...unplanned.listed.keys()]).toEqual([7]);
  expect(unplanned.stoodFor("main/a")).toEqual([]);
});

it("those that stood for an address are the ledger's, but for those of the plan", () => {
  const unplanned = new Unplanned({ observedIds: [1] }, known);
  expect([unplanned.stoodFor("main/a"), unplanned.stoodFor("main/b")]).toEqual([[2], []]);
});
