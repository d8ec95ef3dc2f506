// The order of phases stands in one table: every text that tells it tells that.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ACTIONS, PHASES, PHASES_TEXT, SUMMARY_ORDER } from "../../../../src/model/plan/actions.js";

const PAGES = [
  "README.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" }).map((file) => join("docs", file)),
];

it("the order of phases is the table's, and what was created is verified before anything is turned on", () => {
  expect(PHASES_TEXT).toBe("turn-offs, updates, take profits, creates, verification, turn-ons");
});

it("each page that tells the order tells the table's, docs/architecture.md among them", () => {
  const told = PAGES.filter((file) => file.endsWith(".md") && !file.includes("node_modules")).flatMap((file) => {
    const text = readFileSync(file, "utf8").replaceAll(/\s+/g, " ");
    return [...text.matchAll(/turn-offs, updates,.*?turn-ons/g)].map((match) => ({ file, order: match[0] }));
  });
  expect(told.filter(({ order }) => order !== PHASES_TEXT)).toEqual([]);
  expect(told.map(({ file }) => file)).toContain(join("docs", "architecture.md"));
});

it("a summary names every action once, and each by its own words", () => {
  expect(SUMMARY_ORDER.toSorted()).toEqual(PHASES.toSorted());
  expect(new Set(PHASES.map((action) => ACTIONS[action].words.summary)).size).toBe(PHASES.length);
});
