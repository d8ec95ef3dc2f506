// docs/explanation/safety.md says nothing that no test holds up: every sentence and every row names tests, and they are there.
// That they ran and passed is checked at the end of the run (test/support/reporter.ts).
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { filesOf, notesOf, type RanTest, rowsOf, SAFETY, unkept } from "../support/promises.js";

const TEXT = readFileSync(SAFETY, "utf8");
const LINES = TEXT.split("\n");
const NOTES = notesOf(TEXT);

/** The sentences of the running text: what stands in paragraphs and lists, after the introduction. The rules have a table of their tests. */
function sentences(): string[] {
  const [from, rules] = [LINES.indexOf("## What it promises"), LINES.indexOf("## The rules of apply")];
  const after = LINES.findIndex((line, index) => index > rules && line.startsWith("## "));
  const running = [...LINES.slice(from, rules), ...LINES.slice(after)].filter((line) => !/^(?:#|\||\[\^|$)/.test(line));
  const text = running.map((line) => (line.startsWith("- ") ? `\n${line}` : line)).join(" ");
  // A sentence ends with a full stop, and its notes; a lead-in in bold is part of the first one.
  return text
    .replace(/\.\*\*/g, "**")
    .split("\n")
    .flatMap((item) => item.match(/[^.]*(?:\.(?!\s|$|\[)[^.]*)*\.(?:\[\^[\w-]+\])*/g) ?? [])
    .map((sentence) => sentence.trim());
}

describe("docs/explanation/safety.md", () => {
  it("has notes that name tests which are there", () => {
    expect(NOTES.size).toBeGreaterThan(30);
    for (const [name, { file, titles }] of NOTES) {
      expect(existsSync(file), `${name}: ${file}`).toBe(true);
      for (const title of titles) expect(readFileSync(file, "utf8"), `${name}: ${title}`).toContain(title);
    }
  });

  it("has a note at the end of every sentence", () => {
    expect(sentences().length).toBeGreaterThan(35);
    expect(sentences().filter((sentence) => !/\.(?:\[\^[\w-]+\])+$/.test(sentence))).toEqual([]);
    const used = new Set([...TEXT.matchAll(/\.(?:\[\^[\w-]+\])+/g)].flatMap(([notes]) => notes.match(/[\w-]+/g) ?? []));
    expect([...used].filter((name) => !NOTES.has(name))).toEqual([]);
    expect([...NOTES.keys()].filter((name) => !used.has(name))).toEqual([]);
  });

  it("has a test that is there in every row of its tables", () => {
    const rows = rowsOf(TEXT);
    // Each rule and each threat has a row; ablations.test.ts holds the rules to their numbers.
    expect(rows.length).toBeGreaterThanOrEqual(22 + 14);
    for (const row of rows) {
      const files = filesOf(row);
      expect(files.length, row).toBeGreaterThan(0);
      for (const file of files) expect(existsSync(file), file).toBe(true);
    }
  });
});

describe("the check at the end of a run", () => {
  const FILE = "test/rules/rule-99.test.ts";
  const PAGE = `| 99 | Nothing bad happens. | \`${FILE}\` |\n[^one]: \`${FILE}\` › a %s is refused; and said`;
  const RAN: readonly RanTest[] = [
    { name: "the rule > a thief is refused", state: "passed" },
    { name: "the rule > and said", state: "passed" },
  ];
  const check = (...tests: readonly RanTest[]) => unkept([{ file: FILE, tests }], PAGE);

  it("finds nothing where all that is named ran and passed, and leaves files alone that did not run", () => {
    expect(check(...RAN)).toEqual([]);
    expect(unkept([], PAGE)).toEqual([]);
  });

  it("finds a story under the name by which it is run", () => {
    const page = "[^one]: `test/commands/policy/waiver.scenario` › A waiver";
    const ran = (state: RanTest["state"]) => {
      const tests = [{ name: "policy > waiver.scenario", state }];
      return unkept([{ file: "test/commands/scenarios.test.ts", tests }], page);
    };
    expect(ran("passed")).toEqual([]);
    expect(ran("failed")).toHaveLength(2);
  });

  it.each<{ because: string; tests: readonly RanTest[]; wrong: readonly string[] }>([
    {
      because: "a title that stands in no test",
      tests: RAN.slice(0, 1),
      wrong: [`[^one]: ${FILE} has no test that passed: and said`],
    },
    {
      because: "a failed test of the file",
      tests: [...RAN, { name: "the rule > more", state: "failed" }],
      wrong: [`| 99 |: ${FILE} failed: the rule > more`],
    },
    {
      because: "a test that is skipped without a reason",
      tests: [...RAN, { name: "a trader is refused", state: "skipped" }],
      wrong: [`[^one]: ${FILE} skipped: a trader is refused`, `| 99 |: ${FILE} skipped: a trader is refused`],
    },
    {
      because: "one that was skipped with a reason, where no other with the title passed",
      tests: [RAN[0] ?? { name: "", state: "pending" }, { name: "and said", state: "skipped", reason: "no zsh" }],
      wrong: [`[^one]: ${FILE} has no test that passed: and said`],
    },
  ])("finds $because", ({ tests, wrong }) => {
    expect(check(...tests)).toEqual(wrong);
  });
});
