// One mistake of layout is one error, at the line that has it.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseDocument } from "../../../../src/config/yaml/document.js";
import { misplaced } from "../../../../src/config/yaml/layout.js";
import { said } from "../fleet.js";

const found = (text: string) => said(parseDocument({ file: "a.yaml", text }).diagnostics);
const fix = (what: string) => `${what} at its beginning, so that the keys begin in one column.`;
const above = (by: string) =>
  `yaml-indent: this line is indented by ${by} more than the key above it, which has a value already | ${fix(`Remove ${by}`)}`;
const below = (by: string) =>
  `yaml-indent: this line is indented by ${by} more than the lines below it | ${fix(`Remove ${by}`)}`;
const less = (by: string) =>
  `yaml-indent: this line is indented by ${by} less than the lines around it | ${fix(`Add ${by}`)}`;
const lessBelow = (by: string) => less(by).replace("the lines around it", "the lines below it");
const noBreak = "Put a plain space in its place: it looks the same, and comes with text that was copied from a page.";
const colon = "Write `key: value`, or `key:` above keys that belong to it.";
const dash = "Write a dash and a space before it, or indent it like the keys of the item above it.";

describe("the line that is out of place", () => {
  it.each([
    ["deeper than the key above", "a:\n  b: 1\n    c: 2\n  d: 3\n", `3:5 ${above("2 spaces")}`],
    ["the same, behind a gap and a comment", "a: 1\n\n# why\n c: 2", `4:2 ${above("1 space")}`],
    ["lines of Windows", "a: 1\r\n  c: 2\r\n", `2:3 ${above("2 spaces")}`],
    ["in the item of a list", "- a: 1\n    c: 2", `2:5 ${above("2 spaces")}`],
    ["the first key, deeper than those below", "a:\n    b: 1\n  c: 2\n  d: 3\n", `2:5 ${below("2 spaces")}`],
    ["less deep than the keys around it", "a:\n  b: 1\n c: 2\n  d: 3\n", `3:2 ${less("1 space")}`],
    ["the last one, less deep", "a:\n  b: 1\n  c: 2\n d: 3\n", `4:2 ${less("1 space")}`],
    ["a key that became one of the map around it", "a:\n  b: 1\nc: 2\n  d: 3\n", `3:1 ${less("2 spaces")}`],
    ["the same, two blocks further out", "a:\n  b:\n    c: 1\nd: 2\n    e: 3\n", `4:1 ${less("4 spaces")}`],
    [
      "a key with keys below it",
      "a:\n  b: 1\n c:\n  d: 3\n",
      `3:2 yaml-indent: this line is indented by 1 space more than the keys that it belongs to | ${fix("Remove 1 space")}`,
    ],
    ["the first key, less deep than those below", "a:\n b: 1\n  c: 2\n  d: 3\n", `2:2 ${lessBelow("1 space")}`],
    ["the first of two blocks", "a:\n b:\n    c: 1\n  d:\n    e: 2\n", `2:2 ${lessBelow("1 space")}`],
    ["the first line of all", " a: 1\nb:\n  c: 2\n", `1:2 ${below("1 space")}`],
    [
      "an empty value above keys",
      "a:\n  b: {}\n    c: 1\n",
      "2:3 yaml-indent: this key has an empty value, and keys below it | Remove the brackets behind it.",
    ],
    [
      "a no-break space before a key",
      "a:\n\u00a0\u00a0b: 1\n  c: 2\n",
      `2:1 yaml-indent: a no-break space stands in this line | ${noBreak}`,
    ],
    [
      "and behind a colon",
      "a:\n  b:\u00a01\n  c: 2\n",
      `2:3 yaml-indent: a no-break space stands in this line | ${noBreak}`,
    ],
    ["a name without its colon", "a:\n  b\n    c: 1\n", `2:3 yaml-syntax: a key isn't followed by a colon | ${colon}`],
    ["a semicolon", "a: 1\nb;\n  c: 3\n", `2:1 yaml-syntax: a key isn't followed by a colon | ${colon}`],
    ["a tab", "a:\n  b: 1\n\tc: 2\n  d: 3\n", "3:1 yaml-indent: a tab is used for indentation | Indent with spaces."],
    [
      "a dash before the first key",
      "a:\n  - b: 1\n  c: 2\n  d: 3\n",
      "2:3 yaml-indent: a dash begins this line, but not the lines below it | Remove the dash.",
    ],
    [
      "a dash before a later key",
      "a:\n  b: 1\n  - c: 2\n  d: 3\n",
      "3:3 yaml-indent: a dash begins this line, but not the lines above it | Remove the dash.",
    ],
    [
      "an item whose dash is missing",
      "a:\n  - b: 1\n  - b: 2\n  b: 3\n",
      `4:3 yaml-indent: this line belongs to a list, but doesn't begin with a dash | ${dash}`,
    ],
    [
      "a text in a list whose dash is missing",
      "a:\n  - b\n  - c\n  d\n",
      `4:3 yaml-indent: this line belongs to a list, but doesn't begin with a dash | ${dash}`,
    ],
    [
      "no space behind the colon",
      "a: 1\nb:2\nc: 3\n",
      `2:1 yaml-syntax: the space after the colon is missing | ${colon}`,
    ],
    [
      "the same in the first key",
      "a:\n  b:2\n  c: 3\n",
      `2:3 yaml-syntax: the space after the colon is missing | ${colon}`,
    ],
    ["an equals sign", "a: 1\nb = 2\nc: 3\n", `2:1 yaml-syntax: a key is followed by = instead of a colon | ${colon}`],
    ["a value without a colon", "a: 1\nb 2\nc: 3\n", `2:1 yaml-syntax: a key isn't followed by a colon | ${colon}`],
    [
      "keys below without a colon",
      "a: 1\nb\n  c: 3\n  d: 4\n",
      `2:1 yaml-syntax: a key isn't followed by a colon | ${colon}`,
    ],
    [
      "braces behind no colon",
      "a:\n  b: { c: 1 }\n  d { e: 2, f: 3 }\n",
      `3:3 yaml-syntax: a key isn't followed by a colon | ${colon}`,
    ],
  ])("%s", (_because, text, says) => {
    expect(found(text)).toEqual([says]);
  });
});

it.each([
  ["a list in the column of its key", "a:\n- b: 1\n  c: 2\n- b: 3\nd: 4\n"],
  ["lists in lists", "a:\n  - - b\n    - c\n  - d\n"],
  [
    "a text over several lines",
    "a: one\n  two\n  three\nb: |\n    c\n  d: 1\n      - e\nf: >-\n  g\nh:\n  text\n  below\n",
  ],
  ["braces over several lines", "a: {\n b: 1,\n      c: [ 2,\n3 ], d: '}', e: \"{\" } # {\nf: ${x}\ng-${h}: 1\n"],
  ["anchors and quoted keys", "a: &x\n  b: 1\nc: *x\n\"d: e\":\n  'f''g': 1\n"],
  ["a document's marks", "%YAML 1.2\n---\na:\n  b: 1\n"],
  ["nothing", ""],
])("finds nothing in %s", (_because, text) => {
  expect(misplaced(text)).toBeUndefined();
});

it("finds nothing in the examples", () => {
  const files = readdirSync("examples", { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".yaml"));
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => misplaced(readFileSync(`examples/${file}`, "utf8")) !== undefined)).toEqual([]);
});

const deep = "this line is indented by 3 spaces more than the key above it, which has a value already";

it.each([
  ["spaces behind a text", `b${" ".repeat(1e6)}c`, "a key isn't followed by a colon"],
  ["anchors without end", `b: ${"&".repeat(1e6)} x`, deep],
  ["references that don't close", `b: ${"${".repeat(5e5)}`, undefined],
  ["quotes", `b:${' "'.repeat(5e5)}`, deep],
  ["marks of a text below", `b: ${"| ".repeat(5e5)}x`, deep],
])("reads a line of a mebibyte once: %s", (_what, line, summary) => {
  // What takes the square of it, or worse, never ends.
  expect(misplaced(`a: 1\n${line}\nc: 2\n   d: 3\n`)?.summary).toBe(summary);
});

it.each([
  ["a tab before", (line: string) => `\t${line}`],
  ["a space before", (line: string) => ` ${line}`],
  ["two spaces before", (line: string) => `  ${line}`],
  ["a space less", (line: string) => line.slice(1)],
  ["two spaces less", (line: string) => line.slice(2)],
  ["a dash", (line: string) => line.replace(/\w/, "- $&")],
  ["no colon", (line: string) => line.replace(":", "")],
  ["no space behind the colon", (line: string) => line.replace(": ", ":")],
  ["an equals sign", (line: string) => line.replace(":", " =")],
])("any line of the example with %s is one error at most, there or beside it", (_what, mistaken) => {
  const lines = readFileSync("examples/quick-start/botform.yaml", "utf8").split("\n");
  const wrong = lines.flatMap((line, index) => {
    if (!/^ +\w/.test(line)) return [];
    const errors = parseDocument({ file: "a.yaml", text: lines.with(index, mistaken(line)).join("\n") }).diagnostics;
    const isBeside = errors.every(({ position }) => Math.abs((position?.line ?? 0) - index - 1) <= 1);
    return errors.length <= 1 && isBeside ? [] : [`${index + 1}: ${said(errors).join("; ")}`];
  });
  expect(wrong).toEqual([]);
});
