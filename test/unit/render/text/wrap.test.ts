// Long lines are broken between words; what goes on stands below the words it belongs to.
import { expect, it } from "vitest";
import { wrapped } from "../../../../src/render/text/wrap.js";

const lines = (text: string, width = 20) => wrapped(text, { width }).split("\n");

it.each<[string, string, readonly string[]]>([
  ["goes on further in", "  one two three four five", ["  one two three four", "    five"]],
  ["goes on below the words after a mark", "  deny   one two three four", ["  deny   one two", "         three four"]],
  ["goes on below the words after a sign", "  ! one two three four five", ["  ! one two three", "    four five"]],
  [
    "is never broken within a word",
    "one a-word-that-is-much-too-long two",
    ["one", "  a-word-that-is-much-too-long", "  two"],
  ],
  ["keeps a figure with its unit", "one two three four 5 %", ["one two three four", "  5 %"]],
  ["keeps the thousands of a figure", "one two three six 1 234.5", ["one two three six", "  1 234.5"]],
  ["breaks before a figure that isn't one", "a word two three six 500", ["a word two three six", "  500"]],
  [
    "counts what is seen",
    "\u001b[31mone two three four\u001b[39m fix",
    ["\u001b[31mone two three four\u001b[39m", "  fix"],
  ],
  [
    "keeps its indent within its colour",
    "\u001b[2m  one two three four\u001b[22m fix",
    ["  \u001b[2mone two three four\u001b[22m", "    fix"],
  ],
  [
    "never begins as one behind another kind of space, either",
    "one two three six \u3000::x",
    ["one two three", "  six \u3000::x"],
  ],
  ["never begins as a command to a runner", "one two three six  ::error::x", ["one two three", "  six  ::error::x"]],
  [
    "keeps each space of a run, but for those at which it is broken",
    `one two${" ".repeat(20)}three`,
    ["one two             ", `  ${" ".repeat(6)}three`],
  ],
  [
    "stays whole where a run of spaces ends as a command to a runner",
    "one two three      ::x six",
    ["one two", "  three      ::x six"],
  ],
  ["counts signs of two columns", "一二三四五六 七八九十", ["一二三四五六", "  七八九十"]],
])("a line %s", (_, line, expected) => {
  expect(lines(line)).toEqual(expected);
});

it("each line of a text by itself, and what fits stays as it is", () => {
  expect(wrapped("one   two\n\n  three four five six\n", { width: 16 })).toBe(
    "one   two\n\n  three four\n    five six\n",
  );
});
