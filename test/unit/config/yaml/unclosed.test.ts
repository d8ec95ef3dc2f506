// Quotes and brackets that aren't closed are pointed at where they were opened, and by nothing else.
import { expect, it } from "vitest";
import { parseDocument } from "../../../../src/config/yaml/document.js";
import { unclosed } from "../../../../src/config/yaml/unclosed.js";
import { said } from "../fleet.js";

const HASH = "Put quotes around a text that contains # after a space.";

it.each([
  ["a bracket, and bots below it", "a: { b: 1\nc: { d: 2 }\n", "1:4", "this { isn't closed | Close it with }."],
  ["a list", "a: [1, 2\nb: 3\n", "1:4", "this [ isn't closed | Close it with ]."],
  ["the outer one of two", "a: { b: [1, 2 }\n", "1:4", "this { isn't closed | Close it with }."],
  ["a quote in the last line", 'a: "b\n', "1:4", "this quote isn't closed | Close it with another \"."],
  [
    "a quote that the next one's would close",
    "x:\n  a: { t: 'One, b: 1 }\n  c: { t: 'Two', b: 1 }\n",
    "2:11",
    "this quote isn't closed | Close it with another '.",
  ],
  [
    "a text with #",
    "a: { t: Dip #1, b: 2 }\n",
    "1:13",
    `# begins a comment, so the { before it isn't closed | ${HASH}`,
  ],
  [
    "a bracket above a comment of its own line",
    "a: { b: 1\n# why\nc: 2\n",
    "1:4",
    "this { isn't closed | Close it with }.",
  ],
])("%s", (_because, text, place, says) => {
  expect(said(parseDocument({ file: "a.yaml", text }).diagnostics)).toEqual([`${place} yaml-syntax: ${says}`]);
});

it.each([
  ["a text over two lines", "a: 'b\n  c'\nd: [1, 2]\n"],
  ["a text over two lines of Windows", 'a: "b\r\n  c"\r\nd: 1\r\n'],
  ["an apostrophe, and one that is doubled", "a: don't { do\nb: 'it''s'\n"],
  ["an escaped quote", 'a: "b \\" c"\n'],
  ["a bracket in a comment or a text", "a: 1 # { why\nb: '{'\nc: x{y\n"],
  ["a list over lines, with comments", "a: [\n  1, # one\n  2,\n]\n"],
])("nothing of %s", (_because, text) => {
  expect(unclosed(text)).toBeUndefined();
});

it("a colon within brackets is a text's without quotes", () => {
  const [first] = said(parseDocument({ file: "a.yaml", text: "a: { t: BTC: the dip, b: 1 }\n" }).diagnostics);
  expect(first).toContain("Put quotes around a text that contains a colon followed by a space");
});
