// Bots by their titles: live ones on an access and elsewhere, configured ones with the titles they have and had.
import { expect, it } from "vitest";
import { Titles } from "../../../../src/reconcile/plan/titles.js";
import { desiredBot, live } from "../fleet.js";

const access = (id: number) => ({ id, title: `Access ${id}`, exchange: "SERVICE_FUTURES" });
const declared = desiredBot("a", { previousTitles: ["old", "older"] });
const other = desiredBot("b", { fields: { title: "there" } });
const bots = [
  live(5, "a"),
  live(3, "a"),
  live(4, "a", { accessId: 2 }),
  live(6, "there", { accessId: 2 }),
  live(7, "there", { accessId: 3 }),
  live(8, "x", { accessId: null }),
];
const titles = new Titles(
  [
    { bot: declared, access: access(1) },
    { bot: other, access: access(2) },
  ],
  bots,
);
const ids = (some: readonly { readonly id: number }[]) => some.map(({ id }) => id);
const keys = (some: readonly { readonly key: string }[]) => some.map(({ key }) => key);

it("live bots of a title are those on its access, the lowest id first", () => {
  expect(["a", "b", "there"].map((title) => ids(titles.live(access(1), title)))).toEqual([[3, 5], [], []]);
  expect(ids(titles.live(access(2), "there"))).toEqual([6]);
  expect([titles.byId(8)?.fields.title, titles.byId(9)]).toEqual(["x", undefined]);
});

it("those elsewhere are on other accesses, where nobody has declared the title", () => {
  expect([ids(titles.elsewhere(access(1), "a")), ids(titles.elsewhere(access(1), "there"))]).toEqual([[4], [7]]);
  expect([ids(titles.elsewhere(access(3), "a")), ids(titles.elsewhere(access(1), "x"))]).toEqual([[4], [8]]);
});

it("configured bots are known by the title they have, and by those they had", () => {
  expect([titles.declared(1, "a"), titles.declared(2, "a"), titles.declared(1, "old")].map(keys)).toEqual([
    ...[["a"], [], []],
  ]);
  expect(["old", "older", "a"].map((title) => keys(titles.formerly(access(1), title)))).toEqual([["a"], ["a"], []]);
  expect(titles.formerly(access(2), "old")).toEqual([]);
});
