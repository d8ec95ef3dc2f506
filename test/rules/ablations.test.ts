// The table of ablations fits the source, every rule has its tests, and docs/explanation/safety.md says where each rule is.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ABLATIONS } from "./ablations.js";

const RULES = Array.from({ length: 23 }, (_, index) => index + 1);
const SOURCES = new Map(
  readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => [file.replaceAll("\\", "/"), readFileSync(join("src", file), "utf8")]),
);

const PAGE = readFileSync("docs/explanation/safety.md", "utf8");
const sectionOf = (heading: string) => PAGE.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";

/** docs/explanation/safety.md's table of where each rule is, as rule → the files it names in a column. */
function column(of: 1 | 2): ReadonlyMap<number, readonly string[]> {
  const rows = sectionOf("Where each rule is")
    .split("\n")
    .map((line) => line.split("|").slice(1, -1))
    .filter(([rule]) => /^\s*\d+\s*$/.test(rule ?? ""));
  return new Map(
    rows.map((cells) => [
      Number(cells[0]),
      [...(cells[of] ?? "").matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ""),
    ]),
  );
}

/**
 * The rules that a text cites as carried out there: comments that say "Rule 9", "Rules 2 and 9" or "Rules 3 to 5". A small
 * letter, as in "(rule 9)", only points to a rule.
 */
function cited(text: string): ReadonlySet<number> {
  const comments = [...text.matchAll(/\/\/.*|\/\*[\s\S]*?\*\//g)].map((match) => match[0]).join("\n");
  const found = new Set<number>();
  for (const [, first, tie, last] of comments.matchAll(/\bRules? (\d+)(?:(,| and| to) (\d+))?/g)) {
    found.add(Number(first));
    if (last === undefined) continue;
    const from = tie === " to" ? Number(first) : Number(last);
    for (let rule = from; rule <= Number(last); rule += 1) found.add(rule);
  }
  return found;
}

describe("the table of ablations", () => {
  it.each(ABLATIONS)("rule $rule, $clause: its text stands in $file once", ({ file, find, replace }) => {
    expect((SOURCES.get(file) ?? "").split(find).length - 1).toBe(1);
    expect(replace).not.toBe(find);
  });

  it.each(ABLATIONS)("rule $rule, $clause: its test is in $test", ({ rule, test }) => {
    expect(test).toMatch(
      typeof rule === "number" ? new RegExp(`^rule-${String(rule).padStart(2, "0")}(-|$)`) : /^\.\.\/unit\//,
    );
    expect(existsSync(`test/rules/${test}.test.ts`)).toBe(true);
  });

  it("takes out every rule", () => {
    const taken = new Set(ABLATIONS.map(({ rule }) => rule));
    expect(RULES.filter((rule) => !taken.has(rule))).toEqual([]);
    expect([...taken].filter((rule) => typeof rule !== "number")).toEqual(["holds", "protection", "naked deals"]);
    expect(taken.size).toBe(RULES.length + 3);
  });

  it("has no row twice", () => {
    const keys = ABLATIONS.map(({ file, find, replace, test, fails }) => [file, find, replace, test, fails].join("\n"));
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe("docs/explanation/safety.md", () => {
  it("names every rule, and tests that are about it", () => {
    const listed = [...sectionOf("The rules of apply").matchAll(/^(\d+)\. /gm)].map(([, rule]) => Number(rule));
    expect(listed).toEqual(RULES);
    expect([...column(2).keys()]).toEqual(RULES);
    for (const [rule, files] of column(2)) {
      const texts = files.map((file) => (existsSync(file) ? readFileSync(file, "utf8") : ""));
      expect(texts.filter((text) => new RegExp(`describe\\(["']rule ${rule}:`).test(text)).length).toBeGreaterThan(0);
    }
  });

  it("names exactly the files that cite a rule as carried out there", () => {
    const where = RULES.map((rule) => {
      const files = [...SOURCES].filter(([, text]) => cited(text).has(rule)).map(([file]) => file.replace(/\.ts$/, ""));
      return `${rule}: ${files.sort().join(", ")}`;
    });
    expect(where).toEqual(RULES.map((rule) => `${rule}: ${[...(column(1).get(rule) ?? [])].sort().join(", ")}`));
  });
});
