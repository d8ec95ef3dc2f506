// docs/service.md: each entry has a number, a mark of certainty and its quirks; whatever cites an entry finds it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { quirkTable } from "../../src/emulator/quirks/quirks.js";
import { ENTRIES } from "./service-entries.js";

const FOLDERS = ["src", "test", "bench", "tools", "docs", "examples"];

/** Every text file that may cite something: code, pages, and the lint's configuration. */
const TEXTS = [
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  ),
  ...["README.md", "CHANGELOG.md", "biome.json"],
].filter((file) => /\.(?:m?ts|mjs|js|md|json|ya?ml|sh|py|php|go|jq)$|Dockerfile$|\.md$/.test(file));

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
