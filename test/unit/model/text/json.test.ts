// JSON of others: what is nested too deeply is refused before it is parsed, in work that grows with its length alone.
import { afterEach, describe, expect, it, vi } from "vitest";
import { isBeyond, parseJson } from "../../../../src/model/text/json.js";

const LENGTH = 20_000_000;

/** Counts how often its characters are looked at. */
function counting(text: string) {
  let looks = 0;
  const counted = {
    length: text.length,
    charCodeAt(index: number) {
      looks += 1;
      return text.charCodeAt(index);
    },
  };
  return { counted, looks: () => looks };
}

afterEach(() => vi.restoreAllMocks());

describe("JSON nested more deeply, or of more values, than anything botform reads", () => {
  it.each([
    ["open lists", "[".repeat(LENGTH)],
    ["closed lists", "[".repeat(LENGTH / 2) + "]".repeat(LENGTH / 2)],
    ["objects", '{"a":'.repeat(LENGTH / 5)],
    ["empty objects", `[${"{},".repeat(LENGTH / 3)}{}]`],
    ["empty lists", `[${"[],".repeat(LENGTH / 3)}[]]`],
    ["numbers", `[${"1,".repeat(LENGTH / 2)}1]`],
    ["lists behind a text with quotes and brackets", `["\\"]]",${"[1,".repeat(LENGTH / 3)}`],
  ])("is never handed to the parser: %s of 20 MB", (_name, text) => {
    const parser = vi.spyOn(JSON, "parse");
    expect(parseJson(text)).toBeUndefined();
    expect(parser).not.toHaveBeenCalled();
  });

  it("is found after as many characters as it takes to get there", () => {
    const { counted, looks } = counting("[".repeat(1_000));
    expect(isBeyond({ depth: 64, values: 99 }, counted)).toBe(true);
    expect(looks()).toBe(65);
  });

  it("is seen right behind a text that ends with an escape", () => {
    for (const text of ['["\\"a",[[[', '["\\\\",[[[', '["\\"",[[['])
      expect(isBeyond({ depth: 3, values: 99 }, text)).toBe(true);
    expect(isBeyond({ depth: 3, values: 99 }, '["\\\\","[[[["]')).toBe(false);
  });

  it.each(["[[]]", "[[],[],{},[{}],{}]", '{"a":[1,{"b":"[[[["}]}', '["\\"[[[", "\\\\", []]', '"[[[', "]]]]"])(
    "isn't seen in %s, and each character is looked at once at most",
    (text) => {
      const { counted, looks } = counting(text);
      expect(isBeyond({ depth: 3, values: 99 }, counted)).toBe(false);
      expect(looks()).toBeLessThanOrEqual(text.length);
    },
  );

  it("has so many values, wherever its commas are, and those in texts don't count", () => {
    for (const [text, values] of [
      ["[]", 1],
      ['{"a":1}', 1],
      ['[{"a":1,"b":[1,2]},",,,"]', 6],
    ] as const) {
      expect(isBeyond({ depth: 64, values: values - 1 }, text)).toBe(true);
      expect(isBeyond({ depth: 64, values }, text)).toBe(false);
    }
    const wide = (length: number) => `[${`"${"x".repeat(length - 3)}",`.repeat(Math.ceil(1_200_000 / length))}1]`;
    expect(parseJson(wide(9))).toBeDefined();
    expect(parseJson(wide(7))).toBeUndefined();
  });

  it("is refused beyond the limit, and read up to it", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth) + " ".repeat(1_000_001);
    expect(parseJson(nested(64))).toBeDefined();
    expect(parseJson(nested(65))).toBeUndefined();
  });
});

it("a long answer that is only wide is read, and what isn't JSON is undefined", () => {
  const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, title: "a [ b", more: [{}] }));
  expect(parseJson(JSON.stringify(rows))).toEqual(rows);
  expect(parseJson("{")).toBeUndefined();
});
