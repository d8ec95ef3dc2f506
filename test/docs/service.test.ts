// docs/service.md: each entry has a number, a mark of certainty and its quirks. And citations: what code, tests and pages cite is there.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { quirkTable } from "../../src/emulator/quirks/quirks.js";
import { ENTRIES } from "./service-entries.js";

const FOLDERS = ["src", "test", "bench", "tools", "docs", "examples"];

/** The site, once somebody has built it. */
const BUILT = /^docs\/\.vitepress\/(?:dist|cache)\//;

/** Every text file that may cite something: code, pages, and the lint's configuration. */
const TEXTS = [
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  ),
  ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "biome.json"],
].filter(
  (file) => !BUILT.test(file) && /\.(?:m?ts|mjs|js|md|json|ya?ml|sh|py|php|go|jq)$|Dockerfile$|\.md$/.test(file),
);

describe("docs/service.md", () => {
  it("numbers its entries, each number once", () => {
    expect(ENTRIES.length).toBeGreaterThan(70);
    const numbers = ENTRIES.map(({ id }) => id);
    expect(numbers).toEqual([...new Set(numbers)]);
    expect(numbers.filter((id) => !/^S-\d\d$/.test(id))).toEqual([]);
  });

  it("has headings whose anchors are the same on the site and on the repository host", () => {
    expect(ENTRIES.map(({ heading }) => heading).filter((heading) => !/^S-\d\d: [A-Za-z ,-]+$/.test(heading))).toEqual(
      [],
    );
    const anchors = ENTRIES.map(({ anchor }) => anchor);
    expect(anchors).toEqual([...new Set(anchors)]);
  });

  it("begins each entry with how sure it is", () => {
    const isMarked = (text: string) => /^\*\*(?:Documented|Observed|Guessed|Unknown)\b/.test(text);
    expect(ENTRIES.filter(({ text }) => !isMarked(text)).map(({ id }) => id)).toEqual([]);
  });

  it("names the quirks that play its open questions, and each quirk names its entry", () => {
    const asked = quirkTable.map(({ name, question }) => `${question} ${name}`);
    const told = ENTRIES.flatMap(({ id, quirks }) => quirks.map((name) => `${id} ${name}`));
    expect(asked.toSorted()).toEqual(told.toSorted());
  });

  it("has every entry that code, tests or pages cite", () => {
    const known = new Set(ENTRIES.map(({ id }) => id));
    const cited = TEXTS.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\bS-\d+\b/g)].map(([id]) => ({ file, id })),
    );
    expect(cited.length).toBeGreaterThan(100);
    expect(cited.filter(({ id }) => !known.has(id))).toEqual([]);
  });
});

/** Ways to cite pages that only some authors had; comments cite docs/ or nothing. */
const UNFINDABLE = [
  /wire facts/i,
  /risk[- ]maths/i,
  /\bsections? \d/,
  /\bissue \d/,
  /\b(?:interface|risk-maths)\.md\b/,
  /\((?:design|interface|faults)(?:\)|, (?:section|")\b)/,
  /\([WDCRS]\d\)/,
];
/** Sections of published standards are another matter. */
const STANDARD = /RFC \d+|XML 1\.0/;

describe("citations", () => {
  const lines = TEXTS.filter((file) => !file.endsWith("service.test.ts")).flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .map((line) => ({ file, line: line.trim() })),
  );

  it("of pages that aren't in the repository are gone", () => {
    const lost = lines.filter(({ line }) => !STANDARD.test(line) && UNFINDABLE.some((pattern) => pattern.test(line)));
    expect(lost).toEqual([]);
  });

  it("of threats, rules and promises find them in docs/explanation/safety.md", () => {
    const safety = readFileSync("docs/explanation/safety.md", "utf8");
    const section = (heading: string) => new RegExp(`\n## ${heading}\n[\\s\\S]*?\n## `).exec(safety)?.[0] ?? "";
    const [rules, threats] = [section("The rules of apply"), section("Secrets and hostile input")];
    const isThere = (cited: string) => {
      const [kind, number] = cited.toLowerCase().split(" ");
      if (kind === "threat") return threats.includes(`\n| ${number} | `);
      return kind === "rule" ? rules.includes(`\n${number}. `) : safety.includes(`\n- **${cited}: `);
    };
    const cited = lines.flatMap(({ file, line }) =>
      [...line.matchAll(/\b(?:[Tt]hreat|[Rr]ule) \d+\b|\bI[1-9]\b/g)].map(([id]) => ({ file, id })),
    );
    expect(cited.length).toBeGreaterThan(200);
    expect(cited.filter(({ id }) => !isThere(id))).toEqual([]);
  });

  it("of published examples find them in docs/reference/money.md", () => {
    const money = readFileSync("docs/reference/money.md", "utf8");
    const cited = lines.flatMap(({ file, line }) =>
      [...line.matchAll(/(?:[(,:] ?|^|")(E\d\d?)(?=[),: ])/g)].map(([, id]) => ({ file, id })),
    );
    expect(cited.length).toBeGreaterThan(10);
    expect(cited.filter(({ id }) => !money.includes(`| ${id} | `))).toEqual([]);
  });

  it("of pages name files that are there", () => {
    const cited = lines.flatMap(({ file, line }) =>
      [...line.matchAll(/\bdocs\/[\w./-]+\.md\b/g)].map(([page]) => ({ file, page })),
    );
    expect(cited.length).toBeGreaterThan(20);
    // NAME stands for any.
    expect(cited.filter(({ page }) => !page.includes("NAME") && !existsSync(page))).toEqual([]);
  });
});
