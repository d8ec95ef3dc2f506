// Decimals as whole numbers: what they read, what they print, and where they cut.
import { describe, expect, it } from "vitest";
import { absolute, fixed, fixedText, ONE, over, times } from "../../../src/risk/fixed.js";

const TINY = "0.000000000000000000000001";

describe("a decimal", () => {
  it.each([
    ["0", 0n],
    ["1", ONE],
    ["-1.5", (-3n * ONE) / 2n],
    ["12", 12n * ONE],
    ["-0.5", -ONE / 2n],
    ["-0", 0n],
    [TINY, 1n],
    [`-${TINY}`, -1n],
    [`${TINY}9`, 1n],
    ["0.0000000000000000000000009", 0n],
  ])("of %s is %s, now and again", (text, value) => {
    expect([fixed(text), fixed(text)]).toEqual([value, value]);
  });

  it.each([
    ["0", "0"],
    ["100", "100"],
    ["-100.5", "-100.5"],
    ["0.000000000001", "0.000000000001"],
    ["0.0000000000005", "0.000000000001"],
    ["0.00000000000049", "0"],
    ["-0.0000000000005", "-0.000000000001"],
    ["-0.00000000000049", "0"],
    ["1.9999999999995", "2"],
    ["10.120", "10.12"],
  ])("%s is shown as %s", (text, shown) => {
    expect(fixedText(fixed(text))).toBe(shown);
  });

  it("is multiplied and divided, cut towards 0 at the 24th place", () => {
    expect(times(fixed("-1.5"), fixed("4"))).toBe(fixed("-6"));
    expect([times(1n, fixed("0.9")), times(-1n, fixed("0.9"))]).toEqual([0n, 0n]);
    expect(over(fixed("1"), fixed("3"))).toBe(fixed("0.333333333333333333333333"));
    expect(over(fixed("-2"), fixed("3"))).toBe(fixed("-0.666666666666666666666666"));
    expect(() => over(ONE, 0n)).toThrow(RangeError);
  });

  it("has an amount without its sign", () => {
    expect([absolute(-3n), absolute(0n), absolute(3n)]).toEqual([3n, 0n, 3n]);
  });
});
