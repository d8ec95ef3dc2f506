// Explanations within 96 columns: of a field with its table, of a key with its place, of a code; and all names there are.
import { describe, expect, it } from "vitest";
import type { FieldFacts } from "../../../../src/model/text/explained.js";
import { explainText, indexText } from "../../../../src/render/text/explain-text.js";
import { MARKED } from "../facts.js";

const field: FieldFacts = {
  ...{ kind: "field", name: "leverage", meaning: "How many times the margin a position is.", values: "1 to 125" },
  ...{ required: true, absent: "not managed", off: "can't be off" },
  wire: { parameter: "leverage", read: "settings.leverage" },
  unknown: [],
};

describe("an explanation", () => {
  it("of a field has its meaning, its table, and what nobody documents", () => {
    const whole: FieldFacts = {
      ...field,
      ...{ name: "priceLevelUp", required: false, off: "no limit" },
      wire: { parameter: "price_up", read: "settings.priceLevelUp", flag: "price_level" },
      unknown: ["Whether a deal that runs is held back by it.", "Whether it is rounded."],
    };
    expect(explainText([field, whole], MARKED)).toMatchInlineSnapshot(`
      "<b>leverage</b>  a field of a bot

      How many times the margin a position is.

        values    1 to 125
        create    needed
        absent    not managed
        null      can't be off
        wire      set by the parameter leverage, read as settings.leverage

      <b>priceLevelUp</b>  a field of a bot

      How many times the margin a position is.

        values    1 to 125
        create    not needed
        absent    not managed
        null      no limit
        wire      set by the parameter price_up, read as settings.priceLevelUp, with its flag
                  price_level

      <b>Not documented by the service</b>
        - Whether a deal that runs is held back by it.
        - Whether it is rounded.
      "
    `);
  });

  it.each([
    ["file", "a key at the top of a file"],
    ["account", "a key of an account"],
    ["bot", "a key of a bot"],
    ["webhook", "webhook"],
  ])("of a key of a %s names its place", (place, words) => {
    expect(explainText([{ kind: "key", name: "protect", place, meaning: "It stays." }], MARKED)).toBe(
      `<b>protect</b>  ${words}\n\nIt stays.\n`,
    );
  });

  it.each([
    ["error", "<bad>error</bad>"],
    ["warning", "<change>warning</change>"],
  ] as const)("of the code of an %s has its severity, title and help", (severity, shown) => {
    expect(explainText([{ kind: "code", name: "config/x", severity, title: "T", help: "H." }], MARKED)).toBe(
      `<b>config/x</b>  ${shown}: T\n\nH.\n`,
    );
  });

  it("is wrapped at 96 columns, and what belongs to a label stands under it", () => {
    const words = (count: number) => Array.from({ length: count }, () => "12345678901").join(" ");
    const meaning = (text: string) => explainText([{ kind: "key", name: "k", place: "bot", meaning: text }], MARKED);
    const lengths = (text: string) => text.split("\n").map((line) => line.length);
    // Eight words of eleven letters and their gaps are 95 columns; one letter more still fits.
    expect(lengths(meaning(words(8))).slice(2)).toEqual([95, 0]);
    expect(lengths(meaning(`${words(8)}x`)).slice(2)).toEqual([96, 0]);
    expect(lengths(meaning(`${words(8)}xy`)).slice(2)).toEqual([83, 13, 0]);
    const long = explainText([{ ...field, values: words(9) }], MARKED);
    expect(long).toContain(`\n  values    ${words(7)}\n            ${words(2)}\n  create    needed\n`);
    expect(meaning("x".repeat(100))).toBe(`<b>k</b>  a key of a bot\n\n${"x".repeat(100)}\n`);
  });
});

it("all names stand under their counts", () => {
  const index = {
    fields: ["title", "leverage"],
    keys: ["protect"],
    parameters: ["p"],
    codes: ["config/x", "plan/y"],
    words: ["grid"],
  };
  expect(indexText(index, MARKED)).toBe(
    "<b>2 fields of a bot</b>\n  title, leverage\n\n<b>1 other key</b>\n  protect\n\n<b>1 parameter of a command</b>\n  p\n\n<b>1 word of plans and pages</b>\n  grid\n\n<b>2 codes</b>\n  config/x\n  plan/y\n",
  );
});
