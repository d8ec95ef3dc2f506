// The judge of a day's news sees what is missing, what came twice, what is out of order and what never happened.
import { expect, it } from "vitest";
import { type Happened, misreported, type Told, unlikeChat } from "./story.js";

const NOBODY = { account: undefined, commit: undefined, wave: undefined };
const of = (account: string, kind: string): Told => ({ ...NOBODY, worker: "one", account, kind });
const waved = (kind: string, wave: string): Told => ({ ...NOBODY, worker: "one", kind, wave });
const revised = (worker: string, commit: string, kind: string): Told => ({ ...NOBODY, worker, commit, kind });

const TOLD: readonly Told[] = [
  revised("one", "c1", "accepted"),
  revised("two", "c1", "accepted"),
  ...["opened", "asked", "corrected", "closed"].map((kind) => of("a", kind)),
  of("b", "tripped"),
  waved("began", "first"),
  waved("waits", "first"),
  waved("done", "first"),
];
const HAPPENED: Happened = {
  once: ["a corrected", "b tripped"],
  revisions: ["one c1 accepted", "two c1 accepted"],
  rollouts: ["began first", "done first"],
  repeats: 0,
};

it("finds nothing where all was told once", () => {
  expect(misreported(TOLD, HAPPENED)).toEqual([]);
});

it.each<[because: string, told: readonly Told[], finds: string]>([
  ["an event wasn't told", TOLD.filter(({ kind }) => kind !== "tripped"), "nobody told: b tripped"],
  ["a thing was told that didn't happen", [...TOLD, of("c", "tripped")], "told, and didn't happen: c tripped"],
  ["it was told twice", [...TOLD, of("b", "tripped")], "1 reports came again, and 0 may"],
  ["drift was told twice", [of("a", "opened"), ...TOLD], "1 reports came again, and 0 may"],
  ["an end of no drift was told", [...TOLD, of("a", "closed")], "1 reports came again, and 0 may"],
  ["drift never ended", [...TOLD, of("b", "opened")], "the drift of b was never closed"],
  ["a worker didn't tell of a commit", TOLD.slice(1), "nobody told: one c1 accepted"],
  [
    "a commit was told to count that doesn't",
    [...TOLD, revised("one", "c2", "accepted")],
    "told, and didn't happen: one c2 accepted",
  ],
  ["a commit was told twice", [...TOLD, revised("one", "c1", "accepted")], "1 reports came again, and 0 may"],
  ["a wave wasn't told of", TOLD.filter(({ kind }) => kind !== "began"), "nobody told of the roll-outs: began first"],
  [
    "a wave is told of that never began",
    [...TOLD, waved("began", "second")],
    "told of the roll-outs out of order, or never so: began second",
  ],
  ["a wave was told of again", [...TOLD, waved("began", "first")], "1 reports came again, and 0 may"],
])("where %s", (_because, told, finds) => {
  expect(misreported(told, HAPPENED)).toContain(finds);
});

it("bears as many repeats as there may be", () => {
  expect(misreported([...TOLD, of("b", "tripped")], { ...HAPPENED, repeats: 1 })).toEqual([]);
});

it("finds what the chat has beside the workers, or lacks", () => {
  expect(unlikeChat(["a opened", "a closed"], ["a closed", "a opened"], 0)).toEqual([]);
  expect(unlikeChat(["a opened"], ["a opened", "a opened"], 0)).toEqual(["the chat alone has: a opened"]);
  expect(unlikeChat(["a opened", "b opened"], ["a opened"], 0)).toEqual(["the chat lacks: b opened"]);
  expect(unlikeChat(["a opened", "b opened"], ["a opened"], 1)).toEqual([]);
});
