// docs/architecture.md names files and folders that are there, leaves no folder of src out, and stays short enough to be read.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const PAGE = "docs/architecture.md";
const TEXT = readFileSync(PAGE, "utf8");
const PATHS = [...TEXT.matchAll(/`([\w-]+(?:\/[\w.-]+)*(?:\/|\.ts|\.mjs))`/g)].map(([, path = ""]) => path);

it("names files and folders that are there", () => {
  expect(PATHS.length).toBeGreaterThan(60);
  const isThere = (path: string) => existsSync(`src/${path}`) || existsSync(path);
  expect(PATHS.filter((path) => !isThere(path))).toEqual([]);
});

it("has a room for each folder of src", () => {
  const folders = readdirSync("src", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => `${name}/`).filter((folder) => !PATHS.includes(folder))).toEqual([]);
});

it("names functions and types that are there", () => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const code = sources.map((file) => readFileSync(`src/${file}`, "utf8")).join("\n");
  const names = [...TEXT.matchAll(/`([A-Za-z]*[a-z][A-Z]\w+)`/g)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(10);
  const isDeclared = (name: string) => new RegExp(`\\b${name}\\b`).test(code);
  expect(names.filter((name) => !isDeclared(name))).toEqual([]);
});

it("is short", () => expect(TEXT.length).toBeLessThan(10_500));
