// Pages are read one after the other in one folder: each works in a folder of its own, and leaves the examples as they are.
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { groupBy } from "../../src/model/order.js";

const PAGES = ["README.md", ...readdirSync("docs", { recursive: true, encoding: "utf8" }).map((file) => `docs/${file}`)]
  .filter((file) => file.endsWith(".md") && !file.includes("node_modules"))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));

/** The folders that a page makes beside the examples. */
const MADE = [
  /^(?:\$ )?cp -r \S+ ([\w-]+)$/gm,
  /^(?:\$ )?mkdir ([\w-]+)/gm,
  /^\$ botform init .*--dir ([\w-]+)/gm,
  /^<!-- write: ([\w-]+)\//gm,
];
/** Edits of a file by a command; `--dry-run` only shows one. */
const EDITS = /^\$ (?:perl -\wi .* |botform pull (?!.*--dry-run).*|botform .* --write .*)examples\/.*$/gm;

it("no two pages make the same folder", () => {
  const made = PAGES.flatMap(({ file, text }) => {
    const folders = MADE.flatMap((form) => [...text.matchAll(form)].map(([, folder = ""]) => folder));
    return [...new Set(folders)].map((folder) => ({ file, folder }));
  });
  expect(made.length).toBeGreaterThan(8);
  const shared = groupBy(made, ({ folder }) => folder);
  const twice = [...shared].filter(([, pages]) => pages.length > 1);
  expect(twice.map(([folder, pages]) => `${folder}: ${pages.map(({ file }) => file).join(", ")}`)).toEqual([]);
});

it("no page edits an example", () => {
  expect(PAGES.flatMap(({ file, text }) => (text.match(EDITS) ?? []).map((line) => `${file}: ${line}`))).toEqual([]);
});
