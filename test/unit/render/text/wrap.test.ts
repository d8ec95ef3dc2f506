// Long lines are broken between words; what goes on stands below the words it belongs to.
import { expect, it } from "vitest";
import { COMMANDS } from "../../../../src/cli/registry.js";
import { wrapped, wrappedOnTerminal } from "../../../../src/render/text/wrap.js";

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

it.each([
  "botform undo last -c fleet",
  "botform pull --accept demo/sol-dip.leverage",
  "botform bots off --all --account demo",
  "botform hold add demo/btc --reason 'two words' --until 2026-12-31",
  "--max-changed-percent 34",
])("a command stays on one line, whatever its length: %s", (command) => {
  expect(lines(`To go on, type ${command}, or do something else.`, 24)).toContain(`  ${command},`);
  expect(lines(`To go on, type ${command}`, 24)).toContain(`  ${command}`);
});

it.each(COMMANDS.filter(({ name }) => name.includes(" ")))("the name of a command stays whole: $name", ({ name }) => {
  expect(lines(`To know more, botform ${name} is there.`, 12)).toContain(`  botform ${name}`);
});

it("the sentence goes on after a command", () => {
  expect(lines("  fix: botform drift shows the bots' logs.", 24)).toEqual([
    "  fix: botform drift",
    "       shows the bots'",
    "       logs.",
  ]);
});

it.each(["botform ", "botform '", "botform --'", "--a ", 'botform "', "botform .....", "--aaaa="])(
  "a title of many %s takes no time that grows with its square (threat 8)",
  (bit) => {
    const before = performance.now();
    wrapped(bit.repeat(100_000 / bit.length), { width: 80 });
    expect(performance.now() - before).toBeLessThan(5_000);
  },
);

it("lines of results are wrapped on a terminal alone: a log is searched by line", () => {
  const text = "one two three four five six";
  expect(wrappedOnTerminal(text, {})).toBe(text);
  expect(wrappedOnTerminal(text, { terminal: 20 })).toBe(wrapped(text, { width: 20 }));
});
