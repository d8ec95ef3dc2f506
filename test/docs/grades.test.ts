// The page about grades lists each rule under its grade, and the warnings that need nobody.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CALM } from "../../src/model/policy/grade.js";
import { GRADE_RULES } from "../../src/model/policy/grade-rules.js";

const page = readFileSync("docs/reference/grades.md", "utf8");
const section = (title: string) => page.split("\n## ").find((part) => part.startsWith(title)) ?? "";
const rowsOf = (title: string) => [...section(title).matchAll(/^\| `(grade\/[a-z-]+)`/gm)].map((match) => match[1]);

it.each([
  ["needs-person", "What needs a person"],
  ["within-limits", "What is within limits"],
] as const)("%s has each of its rules", (grade, title) => {
  const rules = Object.entries(GRADE_RULES).flatMap(([rule, own]) => (own === grade ? [rule] : []));
  expect(rowsOf(title).toSorted()).toEqual(rules.toSorted());
});

it("the warnings that need nobody are all named", () => {
  const named = /need nobody: ([^.]*)\./.exec(page)?.[1] ?? "";
  expect([...named.matchAll(/`([^`]+)`/g)].map((match) => match[1]).toSorted()).toEqual([...CALM].toSorted());
});
