// The table of settings, and the one form that a value has, whoever writes it.
import { describe, expect, it } from "vitest";
import {
  canonicalValue,
  FIELDS,
  type FieldName,
  type FieldSpec,
  fieldSpec,
  isFieldName,
  isNumeric,
  withinBounds,
} from "../../../../src/model/bot/field.js";

describe("the table of fields", () => {
  it("is the interface's: order, whether a create needs it, kind, off and bounds", () => {
    const rows = FIELDS.map((field: FieldSpec) => {
      const { name, kind, required, off, none, words, min, max, above } = field;
      const bounds = [min ?? "", max ?? "", above === undefined ? "" : `>${above}`]
        .filter((one) => one !== "")
        .join("–");
      const rest = [off === "say" ? `off is ${JSON.stringify(none)}` : off, bounds, words?.join(" ") ?? ""];
      return [required ? `${name}*` : name, kind, ...rest.filter((one) => one !== "")].join(", ");
    });
    expect(rows).toEqual([
      "title*, text, never",
      "pairTitle*, text, never",
      "strategy*, word, never, LONG SHORT",
      "leverage*, integer, never, >0",
      "marginMode*, word, never, ISO CROSS",
      "typeTakeProfit*, word, never, LIMIT STOP-MARKET",
      "typeFirstOrder*, word, never, LIMIT MARKET",
      "percentTakeProfit*, decimal, never, 0.01–99.99",
      "percentSafetyOrder*, decimal, never, 0.01–99.99",
      "volumeFirstOrder*, decimal, never, >0",
      'volumeSafetyOrder, decimal, off is "0", >0',
      "countOrderMax, integer, omit, 1–50",
      "martingaleScale, decimal, omit, 1.05–2",
      "dynamicStepScale, decimal, omit, 1.05–2",
      "cycleLimitScale, integer, omit, >0",
      'indicatorGroup, word, off is "NOTHING", NOTHING FOMO DIVER TRENDS TRENDS_CROSSING OSCILLATORS',
      'indicatorName, text, off is ""',
      'indicatorInterval, text, off is ""',
      'priceLevel, word, off is "NOTHING", NOTHING UPPER LOWER BOTH',
      'priceLevelDown, decimal, off is "0", >0',
      'priceLevelUp, decimal, off is "0", >0',
    ]);
  });

  it("is asked by name", () => {
    expect(FIELDS.map(({ name }) => fieldSpec(name))).toEqual([...FIELDS]);
    expect([isFieldName("leverage"), isFieldName("Leverage"), isFieldName("enabled")]).toEqual([true, false, false]);
    expect(FIELDS.filter(isNumeric).map(({ kind }) => kind)).not.toContain("word");
    expect([isNumeric(fieldSpec("leverage")), isNumeric(fieldSpec("percentTakeProfit"))]).toEqual([true, true]);
    expect([isNumeric(fieldSpec("title")), isNumeric(fieldSpec("strategy"))]).toEqual([false, false]);
  });
});

describe("a value's canonical form", () => {
  it.each<[FieldName, string | number | null | undefined, string | null]>([
    ["leverage", null, null],
    ["leverage", undefined, null],
    ["leverage", "", null],
    ["leverage", 5, "5"],
    ["leverage", "5.0", "5"],
    ["leverage", 0, null],
    ["leverage", "0", null],
    ["leverage", "x5", "x5"],
    ["percentTakeProfit", "1.20", "1.2"],
    ["percentTakeProfit", "0.00", null],
    ["volumeSafetyOrder", "0", null],
    ["martingaleScale", 1.5, "1.5"],
    ["title", "0", "0"],
    ["title", 7, "7"],
    ["title", "1.20", "1.20"],
    ["indicatorGroup", "NOTHING", null],
    ["indicatorGroup", "nothing", "nothing"],
    ["indicatorGroup", "FOMO", "FOMO"],
    ["indicatorName", "NOTHING", "NOTHING"],
    ["priceLevel", "NOTHING", null],
    ["strategy", "0", "0"],
    ["leverage", "x".repeat(100), "x".repeat(100)],
    ["leverage", "x".repeat(101), `${"x".repeat(70)}… (101 characters)`],
    ["leverage", "1".repeat(5_000_000), `${"1".repeat(70)}… (5000000 characters)`],
    ["leverage", `${"1".repeat(70)}… (5000000 characters)`, `${"1".repeat(70)}… (5000000 characters)`],
    ["title", "1".repeat(101), "1".repeat(101)],
  ])("of %s %j is %j", (name, raw, value) => expect(canonicalValue(name, raw)).toBe(value));
});

describe("bounds", () => {
  it.each<[FieldName, string, boolean]>([
    ["leverage", "1", true],
    ["leverage", "0", false],
    ["leverage", "1.5", false],
    ["leverage", "-1", false],
    ["leverage", "5.0", false],
    ["leverage", "x", false],
    ["percentTakeProfit", "0.01", true],
    ["percentTakeProfit", "0.009", false],
    ["percentTakeProfit", "99.99", true],
    ["percentTakeProfit", "99.991", false],
    ["volumeFirstOrder", "0.000001", true],
    ["volumeFirstOrder", "0", false],
    ["countOrderMax", "1", true],
    ["countOrderMax", "50", true],
    ["countOrderMax", "0", false],
    ["countOrderMax", "51", false],
    ["martingaleScale", "2", true],
    ["martingaleScale", "2.001", false],
    ["martingaleScale", "1.05", true],
  ])("of %s hold %s: %s", (name, value, within) => expect(withinBounds(fieldSpec(name), value)).toBe(within));
});
