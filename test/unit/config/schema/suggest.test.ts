// Which known name an unknown one was meant to be: how near is near enough, and how many names are listed.
import { describe, expect, it } from "vitest";
import { nearest, suggestion, wordRemedy } from "../../../../src/config/schema/suggest.js";

const KNOWN = ["leverage", "marginMode", "title", "CROSS", "ISO"];

describe("the nearest name", () => {
  it.each<[string, string | undefined, string]>([
    ["leverage", "leverage", "itself"],
    ["Leverage", "leverage", "in another case of letters"],
    ["margin_mode", "marginMode", "with other separators"],
    ["leverag", "leverage", "a letter is missing"],
    ["levxxage", "leverage", "two of eight letters are others"],
    ["levxxxge", undefined, "three of eight are too many"],
    ["titel", "title", "two letters have changed places"],
    ["tixxe", undefined, "two of five, where one is allowed"],
    ["titl", "title", "one of five"],
    ["CROSSED", "CROSS", "a known name is its beginning"],
    ["lev", "leverage", "it is the beginning of a known name"],
    ["le", undefined, "two letters begin many names by chance"],
    ["IXX", undefined, "two of three"],
    ["ISX", "ISO", "one of three"],
    ["l".repeat(65), undefined, "nothing so long is a slip"],
    ["", undefined, "nothing is no slip"],
    ["mode-margin", "marginMode", "it has the same letters"],
  ])("to %j is %s: %s", (word, expected, _because) => {
    expect(nearest(word, KNOWN)).toBe(expected);
  });

  it("is the same words in another order", () => {
    expect(nearest("leverage-max", ["max-leverage", "max-margin"])).toBe("max-leverage");
  });

  it("of two that are as near is the first", () => {
    expect(nearest("cat", ["bat", "hat"])).toBe("bat");
    expect(nearest("x", [])).toBeUndefined();
  });

  it("is still looked for with 64 characters", () => {
    const long = "x".repeat(64);
    expect([nearest(long, [long]), nearest(`${long}x`, [`${long}x`])]).toEqual([long, undefined]);
  });
});

describe("the remedy", () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `name${index}`);
  it.each([
    ["leverag", KNOWN, "Did you mean leverage?"],
    ["Take-Profit", ["typeTakeProfit", "percentTakeProfit"], "Did you mean percentTakeProfit?"],
    ["takeProfit", ["typeTakeProfit"], "Did you mean typeTakeProfit?"],
    ["tp", KNOWN, "Use one of: leverage, marginMode, title, CROSS, ISO."],
    ["zzz", ["a", "b"], "Use one of: a, b."],
    ["zzz", [], "Remove it."],
    ["zzz", names(24), `Use one of: ${names(24).join(", ")}.`],
    ["zzz", names(25), `Use one of: ${names(24).join(", ")} and 1 more.`],
  ])("for %j among %j is %j", (word, known, remedy) => {
    expect(suggestion(word, known)).toBe(remedy);
  });

  it("for a word that isn't allowed names the one meant, or all", () => {
    expect(wordRemedy(["LONG", "SHORT"], "LONG")).toBe("Did you mean LONG?");
    expect(wordRemedy(["LONG", "SHORT"], undefined)).toBe("Write LONG or SHORT.");
  });
});
