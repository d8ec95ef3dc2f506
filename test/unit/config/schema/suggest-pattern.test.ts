// What was meant by a pattern that fits nothing: a slip in a name, in the words between stars, in an account or a key.
import { describe, expect, it } from "vitest";
import { botRemedy, nearestBot, nearestPattern, patternRemedy } from "../../../../src/config/schema/suggest-pattern.js";

const NAMES = ["BTC-left", "BTC-right", "ETH-left", "eth dip long"];

describe("the nearest pattern", () => {
  it.each<[string, string | undefined, string]>([
    ["*-lefd", "*-left", "the end has a slip"],
    ["*lefd", "*left", "the end, without its separator"],
    ["BTX-*", "BTC-*", "the beginning has a slip"],
    ["btc-*", "BTC-*", "capitals matter"],
    ["BTC_*", "BTC-*", "another separator"],
    ["*-left-*", "*-left*", "no name goes on after left"],
    ["*dap*", "*dip*", "a word in the middle"],
    ["B*-lefd", "B*-left", "the beginning fits as it is"],
    ["left*BTC", undefined, "both are there, in another order"],
    ["*-short", undefined, "more than a third of the letters are others"],
    ["*-l", undefined, "so few letters are all alike"],
    ["BTC-lefd", "BTC-left", "a name without stars"],
    [`*${"l".repeat(64)}`, undefined, "nothing so long is a slip"],
  ])("to %j is %s: %s", (pattern, expected, _because) => {
    expect(nearestPattern(pattern, NAMES)).toBe(expected);
  });

  it("isn't looked for among too many names", () => {
    const names = (count: number) => ["BTC-left", ...Array.from({ length: count - 1 }, (_, index) => `n${index}`)];
    expect([nearestPattern("*-lefd", names(2_000)), nearestPattern("*-lefd", names(2_001))]).toEqual([
      "*-left",
      undefined,
    ]);
  });
});

describe("the nearest bot", () => {
  const ADDRESSES = ["main/btc-dip", "main/eth-dip", "copy/sol-rally"];
  it.each<[string, string | undefined, string]>([
    ["btc-dipp", "btc-dip", "a key"],
    ["main/btc-dipp", "main/btc-dip", "the key of an address"],
    ["mainn/btc-dip", "main/btc-dip", "the account of an address"],
    ["mainn/*-dap", "main/*-dip", "both"],
    ["main/sol-rally", "copy/sol-rally", "a key of another account"],
    ["zzzz/sol-*", "copy/sol-*", "a pattern of another account"],
    ["main/zzzz", undefined, "nothing is near"],
    ["b*", undefined, "so few letters are all alike"],
  ])("to %j is %s: %s", (pattern, expected, _because) => {
    expect(nearestBot(pattern, ADDRESSES)).toBe(expected);
  });

  it.each([
    ["zzzz", "Use one of: btc-dip, eth-dip, sol-rally."],
    ["main/zzzz", "Use one of: main/btc-dip, main/eth-dip, copy/sol-rally."],
    ["sol-rallye", "Did you mean sol-rally?"],
  ])("gives %j the remedy %j", (pattern, remedy) => {
    expect(botRemedy(pattern, ADDRESSES)).toBe(remedy);
  });
});

it.each([
  ["*-lefd", NAMES, "Did you mean *-left?"],
  ["zzzz", ["a", "b"], "Use one of: a, b."],
  ["zzzz", [], "Remove it."],
  ["zzzz", Array.from({ length: 13 }, (_, index) => `n${index}`), "Correct it, or remove it."],
])("the remedy for %j among %j is %j", (pattern, names, remedy) => {
  expect(patternRemedy(pattern, names)).toBe(remedy);
});
