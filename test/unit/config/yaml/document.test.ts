import { describe, expect, test } from "vitest";
import { parseDocument } from "../../../../src/config/yaml/document.js";
import { amount } from "../../../support/lane.js";

const QUOTES = amount({ fast: 60_000, all: 300_000, long: 300_000 });
const parse = (text: string) => parseDocument({ file: "a.yaml", text });

describe("a strict YAML 1.2 text becomes a plain value", () => {
  const cases: readonly { text: string; value: unknown; because: string }[] = [
    { text: "a: 0.1", value: { a: 0.1 }, because: "0.1 stays 0.1" },
    { text: "a: 1.20", value: { a: 1.2 }, because: "a needless zero changes no value" },
    { text: "a: 1e3", value: { a: 1000 }, because: "an exponent is exact here" },
    { text: "a: 9007199254740992", value: { a: 9007199254740992 }, because: "it is exact, though large" },
    { text: "a: yes", value: { a: "yes" }, because: "YAML 1.2 has no yes" },
    { text: "a: 1_000", value: { a: "1_000" }, because: "YAML 1.2 has no separators" },
    { text: "a: 010", value: { a: 10 }, because: "YAML 1.2 has no leading-zero octal" },
    { text: "a: '1.2'", value: { a: "1.2" }, because: "quotes make text" },
    { text: "a: !!str 12", value: { a: "12" }, because: "core tags are accepted" },
    { text: "a: &x [1]\nb: *x", value: { a: [1], b: [1] }, because: "aliases are accepted" },
    { text: "a: &x 1\nb: &x 2\nc: *x", value: { a: 1, b: 2, c: 2 }, because: "an anchor may be set anew" },
    { text: "true: 1\n12: 2", value: { true: 1, 12: 2 }, because: "keys are text" },
    { text: "\uFEFFa: 1", value: { a: 1 }, because: "a byte order mark is no content" },
    { text: "a: 1\r\nb: 2\r\n", value: { a: 1, b: 2 }, because: "CRLF ends lines" },
    { text: "%YAML 1.2\n---\na: 1", value: { a: 1 }, because: "the directive names the version read anyway" },
    { text: "", value: null, because: "an empty file holds nothing" },
    { text: "# only\n# comments\n", value: null, because: "comments are nothing" },
    { text: "---\n", value: null, because: "an empty document holds nothing" },
    { text: '"toString": 1', value: { toString: 1 }, because: "a key that objects inherit is an ordinary key" },
  ];
  test.each(cases)("$text — $because", ({ text, value }) => {
    const document = parse(text);
    expect(document.diagnostics).toEqual([]);
    expect(document.value).toEqual(value);
  });
});

const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join("");
const laughs = `a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n${many(9, (i) => `a${i + 1}: &a${i + 1} [${`*a${i}, `.repeat(9)}*a${i}]\n`)}`;
const deepAliases = `a0: &a0 [x]\n${many(60, (i) => `a${i + 1}: &a${i + 1} [*a${i}]\n`)}`;

test.each([
  [
    "keys",
    many(2001, (i) => `k${i}: 1\n`),
    "a map has more than 2000 keys | Spread the fleet over several files of one folder.",
  ],
  [
    "tags",
    many(10_001, () => "- !!str a\n"),
    "the file has more than 10 000 anchors, aliases and tags | Write fewer of them: put what many bots share into templates and defaults.",
  ],
  ["aliases", laughs, "aliases repeat too much, or nest too deeply | Use fewer aliases, and smaller values."],
])("what is said of too many: %s", (_what, text, says) => {
  expect(parse(text).diagnostics.map(({ summary, remedy }) => `${summary} | ${remedy}`)).toEqual([says]);
});

test("a file may hold 10 000 anchors, aliases and tags", () => {
  expect(parse(many(5_000, () => "- &a 1\n- *a\n")).diagnostics).toEqual([]);
});

describe("hostile or careless text is refused, with a code, a place, and in little time", () => {
  const cases: readonly { name: string; text: string; code: string; at?: string; because: string }[] = [
    { name: "100k brackets", text: "[".repeat(100_000), code: "too-complex", because: "depth can abort the runtime" },
    { name: "100k braces", text: "{a: ".repeat(100_000), code: "too-complex", because: "depth again" },
    { name: "100k dashes", text: "- ".repeat(100_000), code: "too-complex", because: "compact nesting is depth too" },
    { name: "100k ?", text: "? ".repeat(100_000), code: "too-complex", because: "explicit keys nest" },
    {
      name: "? in lines",
      text: "? a\n".repeat(100_000),
      code: "too-complex",
      because: "such runs take minutes to compose",
    },
    {
      name: "? in a flow map",
      text: `{${"? ,".repeat(100_000)}}`,
      code: "too-complex",
      because: "the same inside braces",
    },
    {
      name: "deep maps",
      text: many(33, (i) => `${" ".repeat(i)}a:\n`).concat(" ".repeat(33), "b: 1"),
      code: "too-complex",
      because: "34 levels are more than 32",
    },
    {
      name: "2001 keys",
      text: many(2001, (i) => `k${i}: 1\n`),
      code: "too-complex",
      because: "one map holds 2 000 keys at most",
    },
    {
      name: "10 001 anchors",
      text: many(10_001, () => "- &a 1\n"),
      code: "too-complex",
      because: "a mebibyte of them takes seconds to compose",
    },
    { name: "10 001 tags", text: many(10_001, () => "- !!str a\n"), code: "too-complex", because: "so do tags" },
    {
      name: "10 001 aliases",
      text: `- &a 1\n${many(10_001, () => "- *a\n")}`,
      code: "too-complex",
      because: "and these",
    },
    { name: "billion laughs", text: laughs, code: "too-complex", because: "aliases multiply" },
    { name: "aliases nesting", text: deepAliases, code: "too-complex", because: "aliases add depth" },
    { name: "self alias", text: "a: &a [*a]", code: "yaml-alias", at: "1:8", because: "a value can't hold itself" },
    { name: "unknown alias", text: "a: *nope", code: "yaml-alias", at: "1:4", because: "no anchor stands before it" },
    { name: "alias key", text: "a: &a x\n*a : 1", code: "yaml-key", because: "keys are plain text" },
    { name: "list key", text: "[a, b]: 1", code: "yaml-key", because: "keys are plain text" },
    {
      name: "merge key",
      text: "a: &a {x: 1}\nb:\n  <<: *a",
      code: "merge-key",
      at: "3:3",
      because: "not part of YAML 1.2",
    },
    {
      name: "__proto__",
      text: "a:\n  __proto__: {x: 1}",
      code: "forbidden-key",
      at: "2:3",
      because: "it would be the prototype",
    },
    {
      name: "escaped __proto__",
      text: '"__\\u0070roto__": 1',
      code: "forbidden-key",
      because: "escapes don't hide it",
    },
    { name: "constructor", text: "constructor: 1", code: "forbidden-key", because: "threat 2" },
    { name: "prototype", text: "a: {prototype: 1}", code: "forbidden-key", because: "threat 2" },
    { name: "NUL", text: "a: b\u0000c", code: "control-character", at: "1:5", because: "no text holds it" },
    {
      name: "escape",
      text: "a: 1\nb: \u001b[31mred",
      code: "control-character",
      at: "2:4",
      because: "terminals obey it",
    },
    {
      name: "lone CR",
      text: "a: 1 # x\rb: 2",
      code: "control-character",
      at: "1:9",
      because: "it hides text on terminals",
    },
    { name: "lone surrogate", text: "a: \uD800", code: "control-character", because: "it is no character" },
    {
      name: "YAML 1.1",
      text: "%YAML 1.1\n---\na: yes",
      code: "yaml-directive",
      at: "1:1",
      because: "1.1 reads values otherwise",
    },
    {
      name: "a second %YAML",
      text: "%YAML 1.2\n%YAML 1.2\n---\na: 1",
      code: "yaml-directive",
      at: "2:1",
      because: "the first has said it",
    },
    { name: "%TAG", text: "%TAG ! x:\n---\na: 1", code: "yaml-directive", because: "it makes unknown tags" },
    { name: "js tag", text: "a: !!js/function 'x'", code: "yaml-tag", at: "1:4", because: "nothing executes" },
    { name: "own tag", text: "a: !secret x", code: "yaml-tag", because: "unknown tags are refused" },
    { name: "binary tag", text: "a: !!binary aGk=", code: "yaml-tag", because: "only the core's tags" },
    { name: "set tag", text: "a: !!set {x}", code: "yaml-tag", because: "only the core's tags" },
    {
      name: "duplicate key",
      text: "a: 1\nb: 2\na: 3",
      code: "duplicate-key",
      at: "3:1",
      because: "either value would hide the other",
    },
    {
      name: "duplicate by quotes",
      text: '{"a": 1, a: 2}',
      code: "duplicate-key",
      at: "1:10",
      because: "it is one key",
    },
    { name: "tab indentation", text: "a:\n\tb: 1", code: "yaml-indent", because: "tabs don't indent" },
    { name: "odd indentation", text: "a:\n    b: 1\n  c: 2", code: "yaml-indent", because: "it belongs to no map" },
    { name: "second document", text: "a: 1\n---\nb: 2", code: "multiple-documents", because: "one a file" },
    { name: "open quote", text: 'a: "b', code: "yaml-syntax", because: "it never ends" },
    { name: "open bracket", text: "a: [1, 2", code: "yaml-syntax", because: "it never ends" },
    { name: "second key on a line", text: "a: b: c", code: "yaml-syntax", because: "a colon in text needs quotes" },
    { name: "1e400", text: "a: 1e400", code: "inexact-number", at: "1:4", because: "it would be infinite" },
    { name: "1e-400", text: "a: 1e-400", code: "inexact-number", because: "it would be 0" },
    { name: "2^53+1", text: "a: 9007199254740993", code: "inexact-number", because: "it would be rounded" },
    { name: "long decimal", text: "a: 0.1000000000000000055", code: "inexact-number", because: "it would become 0.1" },
    { name: ".inf", text: "a: .inf", code: "number-form", because: "no setting is infinite" },
    { name: "-.INF", text: "a: -.INF", code: "number-form", because: "no setting is infinite" },
    { name: ".nan", text: "a: .nan", code: "number-form", because: "no setting is that" },
    { name: "hexadecimal", text: "a: 0x10", code: "number-form", because: "16 is meant, or text" },
    { name: "octal", text: "a: 0o7", code: "number-form", because: "7 is meant, or text" },
    { name: "brackets to close", text: "]".repeat(100_000), code: "yaml-syntax", because: "errors are capped" },
    { name: "anchors", text: "&a ".repeat(9_000), code: "yaml-alias", because: "errors are capped" },
    { name: "a mountain of quotes", text: '"'.repeat(QUOTES), code: "yaml-syntax", because: "time is linear" },
  ];
  test.each(cases)("$name — $because", ({ text, code, at }) => {
    const { value, diagnostics } = parse(text);
    expect(value).toBeUndefined();
    expect(diagnostics.map((found) => found.code)).toContain(`config/${code}`);
    expect(diagnostics.length).toBeLessThanOrEqual(20);
    const [first] = diagnostics;
    if (at !== undefined) expect(`${first?.position?.line}:${first?.position?.column}`).toBe(at);
    for (const { position, remedy } of diagnostics) {
      expect(remedy).not.toBe("");
      const lines = text.split("\n");
      expect(position?.line).toBeGreaterThanOrEqual(1);
      expect(position?.line).toBeLessThanOrEqual(lines.length);
      expect(position?.column).toBeLessThanOrEqual((lines[(position?.line ?? 0) - 1]?.length ?? 0) + 1);
      expect(position?.text.length).toBeLessThan(250);
    }
  });

  test("what lies just within the limits is read", () => {
    expect(parse(many(2000, (i) => `k${i}: 1\n`)).diagnostics).toEqual([]);
    expect(parse("[".repeat(32) + "]".repeat(32)).diagnostics).toEqual([]);
    expect(parse("[".repeat(33) + "]".repeat(33)).diagnostics).toHaveLength(1);
    expect(parse(`a: &a [1, 2, 3]\nb: [${"*a, ".repeat(2000)}]`).diagnostics).toEqual([]);
  });

  test("neither the package's words nor its quotations are shown", () => {
    const [found] = parse("a: {b: CANARY: CANARY2").diagnostics;
    expect(found?.summary).not.toMatch(/CANARY|flow|implicit|mapping/i);
  });

  test("${…} inside braces is explained", () => {
    expect(parse("a: { b: ${tp}, c: 1 }").diagnostics[0]?.remedy).toContain("quotes around ${…}");
  });
});

describe("locate", () => {
  const text = "top:\n  list: [1, two]\n  empty:\n  map:\n    deep: x\nshared: &s\n  inner: 5\nuser: *s\n";
  const cases: readonly { path: (string | number)[]; key?: boolean; at: string; because: string }[] = [
    { path: ["top", "map", "deep"], at: "5:11", because: "a value stands after its colon" },
    { path: ["top", "map", "deep"], key: true, at: "5:5", because: "the key was asked for" },
    { path: ["top", "list", 1], at: "2:13", because: "list items count from 0" },
    { path: ["top", "map"], at: "4:3", because: "a map is shown at its key" },
    { path: ["top", "empty"], at: "3:3", because: "an empty value has no place of its own" },
    { path: ["user"], at: "8:7", because: "the alias itself" },
    { path: ["user", "inner"], at: "7:10", because: "behind the alias stands the anchor's content" },
    { path: ["top", "nowhere", "deeper"], at: "1:1", because: "the nearest key that exists" },
    { path: [], at: "1:1", because: "the whole file" },
  ];
  test.each(cases)("$path → $at, $because", ({ path, key, at }) => {
    const { line, column } = parse(text).locate(path, key);
    expect(`${line}:${column}`).toBe(at);
  });

  test("a very long line is shown around the column", () => {
    const { locate } = parse(`{ ${many(200, (i) => `key${i}: 1, `)}wanted: 2 }`);
    const { text, column } = locate(["wanted"], true);
    expect(text.length).toBeLessThan(250);
    expect(text).toContain("wanted: 2");
    expect(column).toBeGreaterThan(1000);
  });

  test("a secret is hidden wherever its value stands", () => {
    expect(parse("a: hunter2hunter2\napiKey: hunter2hunter2\n").locate(["a"]).text).toBe("a: ***");
  });

  test("CRLF and a byte order mark don't shift places", () => {
    const { line, column, text } = parseDocument({ file: "a.yaml", text: "a: 1\r\nb: x\r\n" }).locate(["b"]);
    expect({ line, column, text }).toEqual({ line: 2, column: 4, text: "b: x" });
  });
});

test.each([
  { maps: 31, lists: 0, aliased: "{ x: 1 }", codes: [], because: "32 levels with the alias's own" },
  { maps: 32, lists: 0, aliased: "{ x: 1 }", codes: ["config/too-complex"], because: "33" },
  { maps: 32, lists: 0, aliased: "1", codes: [], because: "a number has none of its own" },
  { maps: 16, lists: 15, aliased: "[1]", codes: [], because: "lists are levels, too" },
  { maps: 16, lists: 16, aliased: "[1]", codes: ["config/too-complex"], because: "33 of both" },
])("an alias of $aliased in $maps maps and $lists lists has $codes: $because", ({ maps, lists, aliased, codes }) => {
  const text = `a: &a ${aliased}\n${"b: { ".repeat(maps - 1)}b: ${"[".repeat(lists)}*a ${"]".repeat(lists)}${"}".repeat(maps - 1)}\n`;
  expect(parseDocument({ file: "a.yaml", text }).diagnostics.map(({ code }) => code)).toEqual(codes);
});
