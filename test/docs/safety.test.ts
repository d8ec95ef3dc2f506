// docs/explanation/safety.md says nothing that no test holds up: every sentence and every row names tests, and they are there.
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const TEXT = readFileSync("docs/explanation/safety.md", "utf8");
const NOTE = /^\[\^([\w-]+)\]: `([^`]+)` › (.+)$/;
const LINES = TEXT.split("\n");

/** What each note names: a file, and titles in it. */
const NOTES = new Map(
  LINES.flatMap((line) => {
    const [, name, file, titles] = NOTE.exec(line) ?? [];
    return name === undefined || file === undefined || titles === undefined
      ? []
      : [[name, { file, titles: titles.split("; ") }] as const];
  }),
);

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
    const rows = LINES.filter((line) => /^\| \d+ \|/.test(line));
    expect(rows.length).toBe(17 + 13);
    for (const row of rows) {
      const files = [...row.matchAll(/`(test\/[^`]+)`/g)].map((match) => match[1] ?? "");
      expect(files.length, row).toBeGreaterThan(0);
      for (const file of files) expect(existsSync(file), file).toBe(true);
    }
  });
});
