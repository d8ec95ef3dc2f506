// The editor of YAML texts: what it writes where, what it refuses, and that it never changes anything else.
import { describe, expect, test } from "vitest";
import { type Edit, editYaml } from "../../../src/authoring/edit.js";
import { blockLines, exactNumber, type Value, type YamlScalar, yamlScalar } from "../../../src/authoring/edit-text.js";
import { parseDocument } from "../../../src/config/yaml/document.js";

const blockText = (value: unknown, indent: number) =>
  blockLines(value, indent, 2)
    .map((line) => `${line}\n`)
    .join("");

const set = (path: string, value: Value): Edit => ({ path: pathOf(path), value });
const remove = (path: string): Edit => ({ path: pathOf(path), value: undefined });

function pathOf(path: string): (string | number)[] {
  return path.split("/").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

function edited(text: string, ...edits: Edit[]): string {
  const result = editYaml(text, edits);
  return "text" in result ? result.text : `problem: ${result.problem}`;
}

const cases: readonly { because: string; text: string; edits: Edit[]; result: string }[] = [
  { because: "a value in place", text: "a: 1 # c\nb: 2", edits: [set("a", 3)], result: "a: 3 # c\nb: 2" },
  { because: "the same number", text: "a: 1.20\n", edits: [set("a", 1.2)], result: "a: 1.20\n" },
  { because: "small numbers as decimals", text: "a: 1\n", edits: [set("a", 1e-7)], result: "a: 0.0000001\n" },
  { because: "double quotes stay", text: 'a: "x"\n', edits: [set("a", "y z")], result: 'a: "y z"\n' },
  { because: "single quotes stay", text: "a: 'x'\n", edits: [set("a", "it's")], result: "a: 'it''s'\n" },
  { because: "no quotes for numbers", text: "a: 'x'\n", edits: [set("a", 5)], result: "a: 5\n" },
  { because: "quotes where needed", text: "a: x\n", edits: [set("a", "5")], result: 'a: "5"\n' },
  { because: "in flow, too", text: "a: { b: x }\n", edits: [set("a/b", "y, z")], result: 'a: { b: "y, z" }\n' },
  { because: "text over lines", text: "a: b\n  c # d\ne: 1\n", edits: [set("a", "f")], result: "a: f # d\ne: 1\n" },
  { because: "a block scalar", text: "a: | # c\n  b\n\nd: 1\n", edits: [set("a", 2)], result: "a: 2 # c\n\nd: 1\n" },
  { because: "one that keeps lines", text: "a: |+\n  b\n\nd: 1\n", edits: [set("a", 2)], result: "a: 2\nd: 1\n" },
  { because: "an anchor without users", text: "a: &x 1 # c\n", edits: [set("a", 2)], result: "a: &x 2 # c\n" },
  { because: "an alias alone", text: "a: &x 1\nb: *x # c\n", edits: [set("b", 2)], result: "a: &x 1\nb: 2 # c\n" },
  {
    because: "all users alike",
    text: "a: &x 1\nb: *x\n",
    edits: [set("a", 2), set("b", 2)],
    result: "a: &x 2\nb: 2\n",
  },
  { because: "an empty value", text: "a: # c\nb: 1\n", edits: [set("a", "x")], result: "a: x # c\nb: 1\n" },
  { because: "other users", text: "a: &x 1 # c\nb: *x # d\n", edits: [set("a", 2)], result: "a: 2 # c\nb: &x 1 # d\n" },
  {
    because: "other users, the first of which changes, too",
    text: "a: &x 1\nb: *x\nc: [*x, *x]\n",
    edits: [set("a", 2), set("b", 3)],
    result: "a: 2\nb: 3\nc: [&x 1, *x]\n",
  },
  {
    because: "other users of a list",
    text: "a: &x [1]\nb: *x\n",
    edits: [set("a/1", 2)],
    result: "a: [1, 2]\nb: &x [1]\n",
  },
  { because: "users left behind", text: "a: &x 1\nb: *x\n", edits: [remove("a")], result: "b: &x 1\n" },
  {
    because: "a list through an alias",
    text: "a: &x [1]\nb: *x # c\n",
    edits: [set("b/1", 2)],
    result: "a: &x [1]\nb: [1, 2] # c\n",
  },
  {
    because: "an entry below comments that belong to the one before",
    text: "a:\n  b: 1\n  # c\n\n    # d\n# e\n",
    edits: [set("f", 2)],
    result: "a:\n  b: 1\n  # c\n\n    # d\nf: 2\n# e\n",
  },
  { because: "an empty value with an anchor", text: "a: &x\n", edits: [set("a", 1)], result: "a: &x 1\n" },
  {
    because: "null becomes a map",
    text: "a: null # c\nb: 1\n",
    edits: [set("a/x", 1)],
    result: "a: # c\n  x: 1\nb: 1\n",
  },
  {
    because: "an empty value becomes a map",
    text: "a: # c\nb: 1",
    edits: [set("a/x", 1)],
    result: "a: # c\n  x: 1\nb: 1",
  },
  { because: "{} becomes a map", text: "a: {} # c\nb: 1\n", edits: [set("a/x", 1)], result: "a: # c\n  x: 1\nb: 1\n" },
  { because: "{} in a file", text: "{}\n", edits: [set("a/x", 1)], result: "a:\n  x: 1\n" },
  { because: "{} in braces", text: "a: { b: {} }\n", edits: [set("a/b/x", 1)], result: "a: { b: { x: 1 } }\n" },
  { because: "a new key at the end", text: "a: 1 # c\n# d\n", edits: [set("b", 2)], result: "a: 1 # c\nb: 2\n# d\n" },
  { because: "no final line end", text: "a: 1", edits: [set("b", 2)], result: "a: 1\nb: 2" },
  { because: "a comment without line end", text: "a: 1 # c", edits: [set("b", 2)], result: "a: 1 # c\nb: 2" },
  {
    because: "CRLF",
    text: "a:\r\n    b: 1\r\n\r\nc: 1",
    edits: [set("a/d/e", 2)],
    result: "a:\r\n    b: 1\r\n    d:\r\n        e: 2\r\n\r\nc: 1",
  },
  {
    because: "before what comes next",
    text: "a:\n  b: 1\n\n# of c\nc: 1\n",
    edits: [set("a/d", 2)],
    result: "a:\n  b: 1\n  d: 2\n\n# of c\nc: 1\n",
  },
  {
    because: "a comment that goes on",
    text: "a: 1 # c\n     # d\n# e\n",
    edits: [set("b", 2)],
    result: "a: 1 # c\n     # d\nb: 2\n# e\n",
  },
  {
    because: "a chain of maps",
    text: "a: 1\n",
    edits: [set("b/c/d", [1, "x"])],
    result: "a: 1\nb:\n  c:\n    d: [1, x]\n",
  },
  { because: "an empty file", text: "", edits: [set("a/b", 1)], result: "a:\n  b: 1\n" },
  { because: "a file of comments", text: "# c", edits: [set("a", 1)], result: "# c\na: 1\n" },
  {
    because: "behind a block scalar",
    text: "a:\n  b: |\n    x\n\nc: 1\n",
    edits: [set("a/d", 2)],
    result: "a:\n  b: |\n    x\n  d: 2\n\nc: 1\n",
  },
  {
    because: "behind one that keeps lines",
    text: "a:\n  b: |+\n    x\n\nc: 1\n",
    edits: [set("a/d", 2)],
    result: "a:\n  b: |+\n    x\n\n  d: 2\nc: 1\n",
  },
  { because: "a key in braces", text: "a: { b: 1 } # c\n", edits: [set("a/d", 2)], result: "a: { b: 1, d: 2 } # c\n" },
  { because: "a comma at the end", text: "a: {b: 1,}\n", edits: [set("a/d", 2)], result: "a: {b: 1, d: 2}\n" },
  {
    because: "braces over lines",
    text: "a: {\n    b: 1, # c\n    d: 2 # e\n  }\n",
    edits: [set("a/f", 3)],
    result: "a: {\n    b: 1, # c\n    d: 2, # e\n    f: 3\n  }\n",
  },
  {
    because: "and a comma at their end",
    text: "a: {\n    b: 1, # c\n  }\n",
    edits: [set("a/f", 3)],
    result: "a: {\n    b: 1, # c\n    f: 3,\n  }\n",
  },
  {
    because: "a bot like its neighbours",
    text: "bots:\n  a: { title: A }\n",
    edits: [set("bots/b", { title: "B" })],
    result: "bots:\n  a: { title: A }\n  b: { title: B }\n",
  },
  { because: "a removed key", text: "# a\na: 1 # c\nb: 2\n", edits: [remove("a")], result: "# a\nb: 2\n" },
  { because: "a removed map", text: "a:\n  b: 1\n  c: 2\n\nd: 1\n", edits: [remove("a")], result: "\nd: 1\n" },
  { because: "the last key without line end", text: "a: 1\nb: 2", edits: [remove("b")], result: "a: 1" },
  { because: "all keys of a map", text: "a: # c\n  b: 1\nd: 1\n", edits: [remove("a/b")], result: "a: {} # c\nd: 1\n" },
  {
    because: "all keys for others",
    text: "a: # c\n  b: 1\nd: 1\n",
    edits: [remove("a/b"), set("a/e", 1)],
    result: "a: # c\n  e: 1\nd: 1\n",
  },
  { because: "a map for a scalar", text: "a:\n  b: 1\nd: 1\n", edits: [set("a", 1)], result: "a: 1\nd: 1\n" },
  { because: "a list for a map", text: "a:\n  b: 1\n", edits: [set("a", ["x"])], result: "a: [x]\n" },
  {
    because: "first in braces",
    text: "a: { b: 1, c: 2, d: 3 }\n",
    edits: [remove("a/b")],
    result: "a: { c: 2, d: 3 }\n",
  },
  {
    because: "last in braces",
    text: "a: { b: 1, c: 2, d: 3, }\n",
    edits: [remove("a/d")],
    result: "a: { b: 1, c: 2, }\n",
  },
  { because: "all in braces", text: "a: { b: 1, c: 2 }\n", edits: [remove("a/b"), remove("a/c")], result: "a: {}\n" },
  {
    because: "a line in braces",
    text: "a: {\n    b: 1,\n    c: 2, # x\n  }\n",
    edits: [remove("a/b")],
    result: "a: {\n    c: 2, # x\n  }\n",
  },
  {
    because: "an item more",
    text: "a:\n- x # c\n- z\n",
    edits: [{ path: ["a"], value: ["x", "y", "z"] }],
    result: "a:\n- x # c\n- y\n- z\n",
  },
  { because: "a first item", text: "a:\n  - x # c\n", edits: [set("a", ["w", "x"])], result: "a:\n  - w\n  - x # c\n" },
  { because: "an item less", text: "a:\n  - x # c\n  - y\n", edits: [remove("a/0")], result: "a:\n  - y\n" },
  { because: "no items", text: "a:\n  - x\n", edits: [set("a", [])], result: "a: []\n" },
  { because: "items in brackets", text: "a: [x, y]\n", edits: [set("a", ["w", "y", "z"])], result: "a: [w, y, z]\n" },
  { because: "fewer in brackets", text: "a: [x, y, z]\n", edits: [set("a", ["z"])], result: "a: [z]\n" },
  {
    because: "a key of an item",
    text: "a:\n  - b: 1\n    c: 2\n",
    edits: [remove("a/0/b"), set("a/0/d", 3)],
    result: "a:\n  - c: 2\n    d: 3\n",
  },
  {
    because: "neighbours at once",
    text: "a: 1\nb: 2\nc: 3\n",
    edits: [remove("a"), remove("b"), set("c", 4), set("d", 5)],
    result: "c: 4\nd: 5\n",
  },
  {
    because: "inner and outer at once",
    text: "a:\n  b:\n    c: 1\n",
    edits: [set("a/b/x", 1), set("a/y", 2), set("z", 3)],
    result: "a:\n  b:\n    c: 1\n    x: 1\n  y: 2\nz: 3\n",
  },
  {
    because: "one edit after the other",
    text: "a: 1\n",
    edits: [set("b", { c: 1 }), set("b/d", 2), remove("b/c")],
    result: "a: 1\nb:\n  d: 2\n",
  },
  {
    because: "keys that need quotes",
    text: "a: 1\n",
    edits: [set("x: y", 2), set("12", 3)],
    result: 'a: 1\n12: 3\n"x: y": 2\n',
  },
  {
    because: "keys of bots yet to be expanded",
    text: "bots:\n  a: {}\n",
    edits: [set("bots/dip-${pair}", { title: "Dip ${pair}" })],
    result: "bots:\n  a: {}\n  dip-${pair}:\n    title: Dip ${pair}\n",
  },
  { because: "a marker at the end", text: "---\na: 1\n...\n", edits: [set("b", 2)], result: "---\na: 1\nb: 2\n...\n" },
  {
    because: "a key beside a dash goes, and the next takes its place",
    text: "a:\n  - b: 1\n    c: 2 # of c\n    d: 3\n",
    edits: [remove("a/0/b")],
    result: "a:\n  - c: 2 # of c\n    d: 3\n",
  },
  { because: "removing what isn't there", text: "a: 1\n", edits: [remove("b"), remove("c/d")], result: "a: 1\n" },
];

describe("an edit", () => {
  test.each(cases)("$because", ({ text, edits, result }) => {
    expect(edited(text, ...edits)).toBe(result);
    // Once made, there is nothing left to do.
    expect(edited(result, ...edits.filter(({ value }) => value !== undefined).slice(-1))).toBe(result);
  });

  test.each<{ because: string; text: string; edits: Edit[]; problem: RegExp }>([
    { because: "users of a map", text: "a: &x\n  c: 1\nb: *x\n", edits: [set("a/c", 2)], problem: /anchor \(&x\)/ },
    { because: "through an alias", text: "a: &x { c: 1 }\nb: *x\n", edits: [set("b/c", 2)], problem: /alias \(\*x\)/ },
    { because: "users of lines", text: "a: &x |\n  1\nb: *x\n", edits: [set("a", 2)], problem: /anchor \(&x\)/ },
    { because: "a tag", text: "a: !!str 5\n", edits: [set("a", 2)], problem: /tag/ },
    { because: "no YAML", text: "a: [\n", edits: [set("a", 2)], problem: /valid YAML/ },
    { because: "no map", text: "a: 1\n", edits: [set("a/b", 2)], problem: /isn't a map/ },
    { because: "no place in a list", text: "a: []\n", edits: [set("a/1", 2)], problem: /no item 1/ },
    { because: "a forbidden key", text: "a: 1\n", edits: [set("__proto__", 2)], problem: /refused/ },
    { because: "no number", text: "a: 1\n", edits: [set("a", Number.NaN)], problem: /number/ },
    { because: "no exact number", text: "a: 1\n", edits: [set("a", 1e300)], problem: /number/ },
    { because: "an explicit key", text: "? a\n: 1\n? b\n: 2\n", edits: [remove("b")], problem: /start of its line/ },
    { because: "maps in lists", text: "a:\n  - b: 1\n", edits: [set("a/0", 1)], problem: /./ },
    {
      because: "a key beside a dash, with a comment that would go with it",
      text: "a:\n  - b: 1 # c\n    d: 2\n",
      edits: [remove("a/0/b")],
      problem: /start of its line/,
    },
    {
      because: "or one above the key that would take its place",
      text: "a:\n  - b: 1\n    # of d\n    d: 2\n",
      edits: [remove("a/0/b")],
      problem: /start of its line/,
    },
    {
      because: "or without a key that could",
      text: "a:\n  - b: 1\n",
      edits: [remove("a/0/b")],
      problem: /start of its line/,
    },
  ])("is refused: $because", ({ text, edits, problem }) => {
    expect(editYaml(text, edits)).toEqual({ problem: expect.stringMatching(problem) });
  });

  test("takes linear time, more or less, for a whole fleet", () => {
    const keys = [...Array(2000).keys()].map((index) => `b${index}`);
    const text = `bots:\n${keys.map((key) => `  ${key}: # c\n    title: ${key}\n    leverage: 5\n`).join("")}`;
    const edits = keys.flatMap((key) => [set(`bots/${key}/leverage`, 6), set(`bots/${key}/enabled`, true)]);
    expect(edited(text, ...edits)).toBe(text.replaceAll("leverage: 5", "leverage: 6\n    enabled: true"));
  });
});

describe("text of values", () => {
  test.each<[YamlScalar, string, string]>([
    ["USDT-BTC", "USDT-BTC", "USDT-BTC"],
    ["BTC dip", "BTC dip", "BTC dip"],
    ["Größe (1)", "Größe (1)", "Größe (1)"],
    ["a, b", "a, b", '"a, b"'],
    ["${tp}", "${tp}", '"${tp}"'],
    ["a # b", '"a # b"', '"a # b"'],
    ["a: b", '"a: b"', '"a: b"'],
    ["", '""', '""'],
    [" a", '" a"', '" a"'],
    ["1.20", '"1.20"', '"1.20"'],
    ["5MIN", "5MIN", "5MIN"],
    ["TRUE", '"TRUE"', '"TRUE"'],
    ["~", '"~"', '"~"'],
    ["- a", '"- a"', '"- a"'],
    ["a\nb\u0007\u2028", '"a\\nb\\u0007\\u2028"', '"a\\nb\\u0007\\u2028"'],
    ['it\'s "x"', 'it\'s "x"', 'it\'s "x"'],
    [1.2, "1.2", "1.2"],
    [-0.0000001, "-0.0000001", "-0.0000001"],
    [null, "null", "null"],
    [true, "true", "true"],
  ])("%j is %s", (value, block, flow) => {
    expect([yamlScalar(value), yamlScalar(value, "flow")]).toEqual([block, flow]);
    const text = `a: ${block}\nb: [${flow}, ${flow}]\nc: { d: ${flow}, e: ${flow} }\n`;
    expect(parseDocument({ file: "x", text }).value).toEqual({
      a: value,
      b: [value, value],
      c: { d: value, e: value },
    });
  });

  test("blocks", () => {
    const items = [...Array(30).keys()].map((index) => `USDT-${index}`);
    const value = { title: "A", ignore: ["x", "y"], none: {}, empty: [], forEach: { pair: items }, last: null };
    const text = blockText({ bots: { a: value } }, 2);
    expect(text).toContain("  bots:\n    a:\n      title: A\n      ignore: [x, y]\n      none: {}\n      empty: []\n");
    expect(text).toContain("      forEach:\n        pair:\n          - USDT-0\n          - USDT-1\n");
    expect(parseDocument({ file: "x", text }).value).toEqual({ bots: { a: value } });
  });

  test.each([
    ["1.2", 1.2],
    ["0.1", 0.1],
    ["100", 100],
    ["9007199254740993", undefined],
    ["0.1000000000000000055", undefined],
    ["x", undefined],
  ])("the number that carries %s is %s", (text, number) => expect(exactNumber(text)).toBe(number));
});
