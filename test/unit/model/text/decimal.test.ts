import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalValue, FIELD_NAMES, fieldSpec, withinBounds } from "../../../../src/model/bot/field.js";
import { canonicalDecimal, compareDecimals } from "../../../../src/model/text/decimal.js";

describe("canonicalDecimal", () => {
  it.each([
    ["1.20", "1.2"],
    [1.2, "1.2"],
    ["1.2", "1.2"],
    ["+1.2", "1.2"],
    ["1.", "1"],
    [".5", "0.5"],
    ["-0.0", "0"],
    ["0e5", "0"],
    ["1e3", "1000"],
    ["1E-7", "0.0000001"],
    [1e-7, "0.0000001"],
    ["007", "7"],
    [" 3 ", "3"],
    ["9007199254740993", "9007199254740993"],
    ["123456789012345678.123456789", "123456789012345678.123456789"],
  ])("%s is %s", (raw, canonical) => {
    expect(canonicalDecimal(raw)).toBe(canonical);
  });

  it.each([
    "",
    "abc",
    "1,2",
    "0x10",
    "1e400",
    "1e9999",
    "NaN",
    "Infinity",
    "--1",
    "1.2.3",
    "１",
    `0.${"1".repeat(40)}`,
  ])("%s is no decimal", (raw) => {
    expect(canonicalDecimal(raw)).toBeUndefined();
  });

  it.each<[string, boolean, string]>([
    ["1".repeat(30), true, "thirty digits"],
    ["1".repeat(31), false, "one digit more"],
    [`1.${"1".repeat(29)}`, true, "thirty on both sides of the point"],
    [`1.${"1".repeat(30)}`, false, "one more behind it"],
    ["1e30", true, "thirty zeros"],
    ["1e31", false, "one zero more"],
    ["1e-30", true, "thirty places"],
    ["1e-31", false, "one place more"],
    [`${"0".repeat(99)}5`, true, "a hundred characters"],
    [`${"0".repeat(100)}5`, false, "one more"],
    [`${"1".repeat(30)}000`, false, "zeros at the end make it larger than 10^30"],
  ])("%s is taken: %s, %s", (raw, isTaken, _because) => {
    expect(canonicalDecimal(raw) !== undefined).toBe(isTaken);
  });

  it("never throws, and is idempotent", () => {
    const text = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[+-]?[0-9]{0,20}\.?[0-9]{0,20}([eE][+-]?[0-9]{0,4})?$/),
      fc.double().map(String),
    );
    fc.assert(
      fc.property(text, (raw) => {
        const once = canonicalDecimal(raw);
        if (once !== undefined) expect(canonicalDecimal(once)).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  });

  it("keeps the order of numbers", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => {
        expect(compareDecimals(String(a), String(b))).toBe(Math.sign(a - b));
      }),
    );
  });
});

describe("canonicalValue", () => {
  it("is idempotent for every field", () => {
    const raw = fc.oneof(
      fc.string(),
      fc.double({ noNaN: true }),
      fc.constantFrom(null, "", "0", "0.00", "NOTHING", "1.20"),
    );
    fc.assert(
      fc.property(fc.constantFrom(...FIELD_NAMES), raw, (name, value) => {
        const once = canonicalValue(name, value);
        expect(canonicalValue(name, once)).toBe(once);
      }),
    );
  });
});

describe("withinBounds", () => {
  it.each([
    ["percentTakeProfit", "0.01", true],
    ["percentTakeProfit", "0.009", false],
    ["percentTakeProfit", "99.99", true],
    ["percentTakeProfit", "99.991", false],
    ["countOrderMax", "50", true],
    ["countOrderMax", "51", false],
    ["countOrderMax", "1.5", false],
    ["martingaleScale", "1.05", true],
    ["martingaleScale", "1.0499", false],
    ["leverage", "0", false],
    ["leverage", "abc", false],
    ["volumeFirstOrder", "0.0001", true],
  ] as const)("%s %s: %s", (name, value, within) => {
    expect(withinBounds(fieldSpec(name), value)).toBe(within);
  });
});
