// Values as YAML source: plain where that reads back the same, quoted where it doesn't, and on one line as far as it fits.
import { describe, expect, it } from "vitest";
import {
  blockLines,
  doubleQuoted,
  entryLines,
  exactNumber,
  inlineOf,
  itemText,
  singleQuoted,
  WIDTH,
  yamlFlow,
  yamlKey,
  yamlScalar,
} from "../../../src/authoring/edit-text.js";

describe("a scalar", () => {
  it.each([
    ["online", "online", "online"],
    ["one", "one", "one"],
    ["on", '"on"', '"on"'],
    ["No", '"No"', '"No"'],
    ["yes", '"yes"', '"yes"'],
    ["Off", '"Off"', '"Off"'],
    ["nullable", "nullable", "nullable"],
    ["isnull", "isnull", "isnull"],
    ["a/b.c-d_e", "a/b.c-d_e", "a/b.c-d_e"],
    ["a", "a", "a"],
    ["12", '"12"', '"12"'],
    ["1 h", "1 h", "1 h"],
    ["a]", "a]", '"a]"'],
    ["{a}", '"{a}"', '"{a}"'],
    ["a: b", '"a: b"', '"a: b"'],
    ["a:", '"a:"', '"a:"'],
    ["? a", '"? a"', '"? a"'],
    ["a\tb", '"a\\tb"', '"a\\tb"'],
    ["a\u00adb", '"a\\u00adb"', '"a\\u00adb"'],
    ["\u{1F600}", "\u{1F600}", "\u{1F600}"],
    ["", '""', '""'],
    ["a, b: c", '"a, b: c"', '"a, b: c"'],
    ["a, b", "a, b", '"a, b"'],
  ])("%j is %s, and within brackets %s", (text, block, flow) => {
    expect([yamlScalar(text), yamlScalar(text, "flow")]).toEqual([block, flow]);
  });

  it.each([
    [1.5, "1.5"],
    [-3, "-3"],
    [0, "0"],
    [true, "true"],
    [false, "false"],
    [null, "null"],
  ])("%j is %s", (value, text) => expect([yamlScalar(value), itemText(value)]).toEqual([text, text]));

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e300])("%d is none that YAML can carry", (value) => {
    expect(() => yamlScalar(value)).toThrow(new RangeError("this number can't be written as a plain decimal"));
  });

  it.each([undefined, () => {}, 1n, Symbol("x")])("%s is none at all", (value) => {
    expect(() => yamlFlow(value)).toThrow(new RangeError(`YAML has no ${typeof value}`));
  });

  it("in quotes has what can't be seen as its code", () => {
    expect(doubleQuoted('a"\u0007\u2028\u{e0001}')).toBe('"a\\"\\u0007\\u2028\\udb40\\udc01"');
    expect([singleQuoted("it's"), singleQuoted(""), singleQuoted("a\u2028")]).toEqual(["'it''s'", "''", undefined]);
  });

  it.each([
    ["1.5", 1.5],
    ["-0.1", -0.1],
    ["x", undefined],
    ["", undefined],
    ["0x10", undefined],
    ["9007199254740993", undefined],
  ])("the number of the decimal %j is %s", (text, number) => expect(exactNumber(text)).toBe(number));
});

describe("a key", () => {
  it.each([
    ["title", "title", "title"],
    ["a b", "a b", "a b"],
    ["12", "12", "12"],
    ["a, b", "a, b", '"a, b"'],
    ["a: b", '"a: b"', '"a: b"'],
    ["${x}", "${x}", '"${x}"'],
    ["", '""', '""'],
    ["a\nb", '"a\\nb"', '"a\\nb"'],
    ["a #b", '"a #b"', '"a #b"'],
    ["null", "null", "null"],
  ])("%j is %s, and within braces %s", (name, block, flow) => {
    expect([yamlKey(name), yamlKey(name, "flow")]).toEqual([block, flow]);
  });
});

describe("a value", () => {
  it.each([
    [[], "[]"],
    [{}, "{}"],
    [[1, "a, b", [true]], '[1, "a, b", [true]]'],
    [{ a: 1, "b, c": { d: [] } }, '{ a: 1, "b, c": { d: [] } }'],
  ])("%j on one line is %s", (value, text) => expect([yamlFlow(value), itemText(value)]).toEqual([text, text]));

  it.each([
    [{}, "{}"],
    [{ a: 1 }, undefined],
    [[], "[]"],
    [["a"], "[a]"],
    ["a, b", "a, b"],
    [5, "5"],
  ])("%j behind its key is %s", (value, text) => expect(inlineOf(value, 0)).toBe(text));

  it("stands behind its key as long as the line isn't longer than a hundred characters", () => {
    expect(WIDTH).toBe(100);
    const value = ["a".repeat(50)];
    const { length } = yamlFlow(value);
    expect([inlineOf(value, 100 - length), inlineOf(value, 101 - length)]).toEqual([yamlFlow(value), undefined]);
    expect([inlineOf([], 200), inlineOf({}, 200)]).toEqual(["[]", "{}"]);
    const [key, over] = ["k".repeat(98 - length - 2), "k".repeat(99 - length)];
    expect(entryLines(key, value, 2, 2)).toEqual([`  ${key}: ${yamlFlow(value)}`]);
    expect(entryLines(over, value, 0, 3)).toEqual([`${over}:`, `   - ${"a".repeat(50)}`]);
  });

  it.each([
    [{ a: { b: { c: 1 } }, d: null }, ["  a:", "     b:", "        c: 1", "  d: null"]],
    [
      ["x", ["y"], { z: 1 }],
      ["  - x", "  - [y]", "  - { z: 1 }"],
    ],
    [{}, ["  {}"]],
    [[], ["  []"]],
    ["a, b", ["  a, b"]],
    [{ "x: y": 1 }, ['  "x: y": 1']],
  ])("%j in lines", (value, lines) => expect(blockLines(value, 2, 3)).toEqual(lines));
});
