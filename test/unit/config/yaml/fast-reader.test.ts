// The fast reader against the yaml package: whatever it takes, the package takes without a word, as the same value.
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAny } from "../../../../src/config/yaml/document.js";
import { readPlain } from "../../../../src/config/yaml/fast-reader.js";
import { amount } from "../../../support/lane.js";
import { botYaml, fleetYaml } from "../fleet.js";
import { anyYaml, mutated } from "../yaml-texts.js";

/** Whether the fast reader takes it; fails when the package doesn't read the very same. */
function isTakenAlike(text: string): boolean {
  const plain = readPlain(text);
  if (plain === undefined) return false;
  const { value, marks } = readAny(text);
  expect(marks).toEqual([]);
  expect(plain).toStrictEqual(value);
  // toStrictEqual doesn't mind the order of keys.
  expect(JSON.stringify(plain)).toBe(JSON.stringify(value));
  return true;
}

// Recipes for pipelines are no configurations.
const EXAMPLES = filesIn("examples").filter(({ file }) => !file.startsWith("ci/"));
const SCENARIOS = filesIn("test");

function filesIn(folder: string): { file: string; text: string }[] {
  const root = new URL(`../../../../${folder}/`, import.meta.url);
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.ya?ml$/.test(file))
    .map((file) => ({ file, text: readFileSync(new URL(file, root), "utf8") }));
}

describe("the files of the project", () => {
  test.each(EXAMPLES)("the example $file is plain, with either line end", ({ text }) => {
    expect(isTakenAlike(text)).toBe(true);
    expect(isTakenAlike(text.replaceAll("\n", "\r\n"))).toBe(true);
  });

  test.each(SCENARIOS)("$file of the tests is read alike", ({ text }) => {
    isTakenAlike(text);
  });
});

describe("what is plain", () => {
  const cases: readonly { text: string; because: string }[] = [
    { text: "a: b", because: "the last line needs no end" },
    { text: "a:\n", because: "a key may have no value" },
    { text: "a:\nb:\n  c:\nd: 1", because: "nor may keys further in" },
    { text: "a:\n   b: 1\n   c:\n    d: 2\ne: 3", because: "any indentation will do" },
    { text: "a:\n- 1\n- b c\nd: 1", because: "a list may stand as far out as its key" },
    { text: "a:\n  - 'x'\n  # c\n  - \"y z\"\n", because: "and further in" },
    { text: "# c\n\na: b # c\n  # c\n\n# c", because: "comments and blank lines are nothing" },
    { text: "a: b-c - d", because: "dashes are ordinary inside text" },
    { text: "a: \"# : - {\"\nb: ' [ , '", because: "quotes hold anything that needs no escape" },
    { text: "a: https://h:80/x?y=1&z", because: "so do addresses" },
    { text: "a: ${env.BOTFORM_KEY}", because: "so do references" },
    { text: "a: { b: [1, [x y], {}], c: '', }", because: "flow collections nest" },
    { text: "a: [\n    b, # c\n\n    # c\n    d\n  ] # c\ne: 1", because: "and take several lines" },
    { text: "a:\n  {\n    b: c,\n  }\n", because: "as formatters write them" },
    { text: "a: Größe é 中 😀", because: "letters are letters" },
    { text: "a: 0.10\nb: -5\nc: null\nd: true\ne: 5MIN\nf: 1_0k", because: "scalars of the core schema" },
    { text: "toString: 1\nnull: 2\n12: 3\n7: 4", because: "keys are text" },
  ];
  test.each(cases)("$text: $because", ({ text }) => expect(isTakenAlike(text)).toBe(true));
});

describe("what is left to the package", () => {
  const many = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => line(index)).join("");
  const nested = (levels: number) => many(levels, (level) => `${" ".repeat(level)}a:\n`);
  const cases: readonly { text: string; because: string }[] = [
    { text: "", because: "no content" },
    { text: "# c\n", because: "no content but a comment" },
    { text: "  a: 1", because: "indented at the top" },
    { text: "a: 1\n  b: 2", because: "a key below a value" },
    { text: "a: b\n  c", because: "text over two lines" },
    { text: "a: [b\n  c]", because: "the same in brackets" },
    { text: "a: [\n]", because: "a bracket that isn't indented" },
    { text: "a:\n  b: { c: 1,\n  d: 2 }", because: "a line that isn't, in a map" },
    { text: "a:\n    b: 1\n  c: 2", because: "it belongs to no map" },
    { text: "a:\n  - 1\n - 2", because: "it belongs to no list" },
    { text: "a: 1\n- 2", because: "a list without a key" },
    { text: "a:\n  b:\n- 1", because: "a list further out than its key" },
    { text: "a:\n- 1\nb: 2\n- 3", because: "a list that a key has ended" },
    { text: "a:\n- 1\n  b: 2", because: "a key below an item" },
    { text: "a: { b: 1 }\n  c: 2", because: "a key below braces" },
    { text: "a:\n{ b: 1 }", because: "braces that aren't indented" },
    { text: "a: { b: 'c' d: 1 }", because: "a missing comma" },
    { text: "a: ['b' 'c']", because: "a missing comma between items" },
    { text: "a: [b,, c]", because: "a comma too many" },
    { text: "a: 'b\n  c'", because: "quotes over two lines" },
    { text: 'a: "b\n  c"', because: "double quotes over two lines" },
    { text: "a: 'b' c", because: "something after quotes" },
    { text: "a: 1\na: 2", because: "a key twice" },
    { text: "a: { b: 1, b: 2 }", because: "a key twice in braces" },
    { text: "a:\n  __proto__: 1", because: "a forbidden key" },
    { text: "a: { constructor: 1 }", because: "a forbidden key in braces" },
    { text: "<<: 1", because: "a merge key" },
    { text: "a: 1e3", because: "a number that needs a closer look" },
    { text: "a: 0x10", because: "one that is refused" },
    { text: "a: 9007199254740993", because: "one that isn't exact" },
    { text: "a: Null", because: "a word in other capitals" },
    { text: "a: 'it''s'", because: "an escape" },
    { text: 'a: "\\n"', because: "another escape" },
    { text: "a: b: c", because: "a colon in text" },
    { text: "a: b\tc", because: "a tab" },
    { text: "a: 1\rb: 2", because: "a carriage return that ends no line" },
    { text: "a: \u2028", because: "a line separator" },
    { text: "\uFEFFa: 1", because: "a byte order mark" },
    { text: "---\na: 1", because: "a marker" },
    { text: "a: &x 1", because: "an anchor" },
    { text: "a: |\n  b", because: "a block scalar" },
    { text: nested(17), because: "too deep" },
    { text: `a: ${"[".repeat(17)}${"]".repeat(17)}`, because: "too deep in brackets" },
    { text: many(2000, (index) => `k${index}: 1\n`), because: "too many keys" },
    { text: `a: { ${many(2000, (index) => `k${index}: 1, `)} }`, because: "too many in braces" },
    { text: `a: ${"x".repeat(1024 * 1024)}`, because: "too long" },
  ];
  test.each(cases.map((row) => ({ ...row, name: row.text.slice(0, 40) })))("$name: $because", ({ text }) => {
    expect(readPlain(text)).toBeUndefined();
  });
});

test("texts made to be slow take linear time", () => {
  const length = 1_000_000;
  const units = [
    "x",
    "1",
    " ",
    "x ",
    "x:",
    "x: ",
    "#",
    " #",
    "\n",
    " \n",
    "a:\n",
    "- x\n",
    "[",
    "[x,",
    "{a: ",
    '"',
    "'",
    "'' ",
  ];
  for (const unit of units) {
    const run = unit.repeat(length / unit.length);
    for (const text of [run, `a: ${run}`, `a: ${run}\u0007`, `a: [${run}`, `a: { b: ${run}`, `a:\n- ${run}!\t`]) {
      // What isn't linear never gets through here; the runner's own limit ends it.
      expect(["undefined", "object", "string"]).toContain(typeof readPlain(text));
    }
  }
});

const RUNS = amount({ fast: 750, all: 3_000 });
/** Fewer than this of the runs being taken would prove nothing. */
const LEAST_TAKEN = 0.08;

test("any YAML-like text, whole or damaged, that is taken is read alike", () => {
  let taken = 0;
  fc.assert(
    fc.property(anyYaml.chain(mutated), (text) => {
      if (isTakenAlike(text)) taken += 1;
    }),
    { numRuns: RUNS },
  );
  expect(taken).toBeGreaterThan(RUNS * LEAST_TAKEN);
});

test("any damaged configuration that is taken is read alike", () => {
  let taken = 0;
  const whole = [...EXAMPLES, ...SCENARIOS].map(({ text }) => text);
  const base = fc.constantFrom(...whole, fleetYaml(botYaml("x", { ignore: "[leverage]" })));
  fc.assert(
    fc.property(base.chain(mutated), (text) => {
      if (isTakenAlike(text)) taken += 1;
    }),
    { numRuns: RUNS },
  );
  expect(taken).toBeGreaterThan(RUNS * LEAST_TAKEN);
});
