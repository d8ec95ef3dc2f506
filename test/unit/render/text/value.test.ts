// How values stand in lines: several to a line as long as they fit, changes below one another.
import { describe, expect, it } from "vitest";
import { paint } from "../../../../src/render/text/paint.js";
import {
  changeLines,
  packedLines,
  placeText,
  quoted,
  remarkLines,
  showValue,
  titled,
  utc,
} from "../../../../src/render/text/value.js";

const PLAIN = paint(false);
const INDENT = "      ";
const setting = (width: number) => ({ name: "n", after: "x".repeat(width - 2) });

describe("settings in lines", () => {
  it.each([
    [[], [], "none"],
    [[10], [10], "one"],
    [[45, 46], [94], "two that fill a line of 94 columns to its end"],
    [[46, 46], [46, 46], "two that are a column too long"],
    [[100], [100], "one that is longer than any line stands by itself"],
    [[100, 10], [100, 10], "and what follows it begins a new one"],
    [[28, 30, 30], [94], "three that fill it: 28 + 3 + 30 + 3 + 30"],
    [[29, 30, 30], [62, 30], "three that don't"],
  ])("%j stand in lines of %j: %s", (widths, lines, _because) => {
    expect(packedLines(widths.map(setting), PLAIN).map((line) => line.length - INDENT.length)).toEqual(lines);
  });

  it("stand apart by a dot", () => {
    expect(packedLines([setting(3), setting(3)], PLAIN)).toEqual([`${INDENT}n x · n x`]);
    const off = (name: string) => ({ name, after: "off" });
    expect(packedLines([off("a"), setting(3), off("b")], PLAIN)).toEqual([`${INDENT}a off · n x · b off`]);
    expect(packedLines([off("a"), setting(3), off("b"), off("c")], PLAIN)).toEqual([
      `${INDENT}n x`,
      `${INDENT}off: a, b, c`,
    ]);
  });
});

it("changes stand below one another", () => {
  const plain = paint(false);
  expect(
    changeLines(
      [
        { name: "a", before: "1", after: "2" },
        { name: "long", before: "off", after: "x", hint: " !" },
      ],
      plain,
    ),
  ).toEqual([`${INDENT}a     1 → 2`, `${INDENT}long  off → x !`]);
  expect(changeLines([], plain)).toEqual([]);
});

it.each([
  [null, "off"],
  ["5", "5"],
  ["", ""],
])("a value of %j reads %j", (value, text) => expect(showValue(value)).toBe(text));

it("places, titles, times and remarks read in one way", () => {
  expect(placeText({ file: "a.yaml", line: 3 })).toBe("a.yaml:3");
  expect(quoted("A")).toBe('"A"');
  expect(utc("2026-11-21T18:00:00.123Z")).toBe("2026-11-21 18:00:00 UTC");
  expect(titled("Head", [])).toEqual([]);
  expect(titled("Head", ["a", "b"])).toEqual(["Head\n  a\n  b"]);
  expect(remarkLines({ notes: ["n"], unsettled: ["u"], violations: ["v"] }, paint(false))).toEqual([
    "!! v",
    "? u",
    "! n",
  ]);
  expect(remarkLines({}, paint(false))).toEqual([]);
});
