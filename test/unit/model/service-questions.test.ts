// The questions: those with a quirk have its entry of docs/service.md, and the last answer to each counts.
import { expect, it } from "vitest";
import { quirkTable } from "../../../src/emulator/quirks/quirks.js";
import { factsAbout, QUESTION_NAMES, QUESTIONS, type SeenThen } from "../../../src/model/service-questions.js";
import { ENTRIES } from "../../docs/service-entries.js";

it("stand in the order of docs/service.md, each under an entry that is there, which its quirk names, too", () => {
  const quirks = new Map(quirkTable.map(({ name, question }) => [name, question]));
  const entries = QUESTION_NAMES.map((name) => QUESTIONS[name].entry);
  expect(entries.toSorted()).toEqual(entries);
  expect(entries.filter((entry) => !ENTRIES.some(({ id }) => id === entry))).toEqual([]);
  const others = QUESTION_NAMES.filter((name) => quirks.has(name) && quirks.get(name) !== QUESTIONS[name].entry);
  expect(others).toEqual([]);
  expect(QUESTION_NAMES.filter((name) => !quirks.has(name))).toEqual([
    "clock",
    "listOrder",
    "listLacks",
    "updatedMoves",
  ]);
});

it("have one answer each: the last", () => {
  const one = (name: SeenThen["name"], value: string, at: number): SeenThen => ({
    ...{ name, value, at },
    ...{ detail: "", tool: "1" },
  });
  const all = [one("numbers", "plain", 1), one("methods", "any", 2), one("numbers", "padded", 3)];
  const { seen, notSeen } = factsAbout("main", "https://a", all);
  expect(seen).toEqual([one("methods", "any", 2), one("numbers", "padded", 3)]);
  expect([...seen.map(({ name }) => name), ...notSeen].toSorted()).toEqual(QUESTION_NAMES.toSorted());
});
