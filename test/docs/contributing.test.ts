// CONTRIBUTING.md names files and folders that are there: a recipe that leads nowhere is worse than none.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const TEXT = readFileSync("CONTRIBUTING.md", "utf8");
/** Paths in backticks, and where links lead. NAME stands for the reader's own. */
const PATHS = [...TEXT.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\/?|[A-Z]+\.md)`|\]\(([^)#]+)/g)]
  .map(([, path, link]) => path ?? link ?? "")
  .filter((path) => !path.includes("NAME"));

it("names files and folders that are there", () => {
  expect(PATHS.length).toBeGreaterThan(60);
  expect(PATHS.filter((path) => !existsSync(path))).toEqual([]);
});

it("runs tests that are there", () => {
  const runs = [...TEXT.matchAll(/npx vitest run ([^`]+)`/g)].flatMap(([, paths = ""]) => paths.split(" "));
  expect(runs.length).toBeGreaterThan(2);
  expect(runs.filter((path) => !existsSync(path))).toEqual([]);
});

it("names scripts that are there", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const named = [...TEXT.matchAll(/npm run ([\w:]+)/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

it("leaves out no table of rules", () => {
  const tables = readdirSync("src/policy").filter((file) => file.endsWith("-rules.ts"));
  expect(tables.map((file) => `src/policy/${file}`).filter((path) => !PATHS.includes(path))).toEqual([]);
});
