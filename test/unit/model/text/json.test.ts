// JSON of others: what is nested too deeply is refused before it is parsed, in work that grows with its length alone.
import { afterEach, describe, expect, it, vi } from "vitest";
import { isNestedBeyond, parseJson } from "../../../../src/model/text/json.js";

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

describe("JSON nested more deeply than anything botform reads", () => {
  it.each([
    ["open lists", "[".repeat(LENGTH)],
    ["closed lists", "[".repeat(LENGTH / 2) + "]".repeat(LENGTH / 2)],
    ["objects", '{"a":'.repeat(LENGTH / 5)],
    ["lists behind a text with quotes and brackets", `["\\"]]",${"[1,".repeat(LENGTH / 3)}`],
  ])("is never handed to the parser: %s of 20 MB", (_name, text) => {
    const parser = vi.spyOn(JSON, "parse");
    expect(parseJson(text)).toBeUndefined();
    expect(parser).not.toHaveBeenCalled();
  });

  it("is found after as many characters as it takes to get there", () => {
    const { counted, looks } = counting("[".repeat(1_000));
    expect(isNestedBeyond(64, counted)).toBe(true);
    expect(looks()).toBe(65);
  });

  it.each(["[[]]", '{"a":[1,{"b":"[[[["}]}', '["\\"[[[", "\\\\", []]', '"[[[', "]]]]"])(
    "isn't seen in %s, and each character is looked at once at most",
    (text) => {
      const { counted, looks } = counting(text);
      expect(isNestedBeyond(3, counted)).toBe(false);
      expect(looks()).toBeLessThanOrEqual(text.length);
    },
  );

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
