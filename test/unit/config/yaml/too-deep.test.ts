// A key indented too deep is pointed at, and not the value above it.
import { expect, it } from "vitest";
import { parseDocument } from "../../../../src/config/yaml/document.js";
import { tooDeep } from "../../../../src/config/yaml/too-deep.js";
import { said } from "../fleet.js";

const found = (text: string, value: string) => {
  const { offset, summary, remedy } = tooDeep(text, text.indexOf(value)) ?? {};
  return offset === undefined ? undefined : `${text.slice(offset).split("\n")[0]} | ${summary} | ${remedy}`;
};
const two = "this line is indented by 2 spaces more than the key above it, which has a value already";
const fix = "Remove 2 spaces at its beginning, so that both keys begin in one column.";

it.each([
  { text: "a: b\n  c: d\n", says: `c: d | ${two} | ${fix}`, because: "the next line" },
  { text: "a: b\n\n  # why\n  c: d", says: `c: d | ${two} | ${fix}`, because: "behind a gap and a comment" },
  { text: "a: b\r\n  c: d\r\n", says: `c: d\r | ${two} | ${fix}`, because: "lines of Windows" },
  { text: "- a: b\n    c: d", says: `c: d | ${two} | ${fix}`, because: "of a list's item" },
  { text: "a: b\nc: d", says: undefined, because: "it is as deep" },
  { text: "a: b\n  c d", says: undefined, because: "it goes on with the value" },
  { text: "a: b", says: undefined, because: "nothing follows" },
  { text: "b\n  c: d", says: undefined, because: "what is above is no key" },
])("$because", ({ text, says }) => {
  expect(found(text, "b")).toBe(says);
});

it("the mistake is reported once, at its own place", () => {
  const text = "bots:\n  a:\n    title: A\n      leverage: 3\n    strategy: LONG\n";
  expect(said(parseDocument({ file: "a.yaml", text }).diagnostics)).toEqual([`4:7 yaml-indent: ${two} | ${fix}`]);
});
