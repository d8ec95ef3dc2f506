// Patterns of policies, in which * stands for any text.
import { expect, it } from "vitest";
import { fits, WEEKDAYS } from "../../../../src/model/policy/policy.js";

it.each([
  ["abc", "abc", true],
  ["abc", "abcd", false],
  ["abc", "Abc", false],
  ["", "", true],
  ["", "a", false],
  ["*", "", true],
  ["*", "anything", true],
  ["a*", "a", true],
  ["a*", "ab", true],
  ["a*", "ba", false],
  ["*a", "ba", true],
  ["*a", "ab", false],
  ["a*b", "ab", true],
  ["a*b", "a-b", true],
  ["a*b", "a-bc", false],
  // The two ends may not share text.
  ["aba*aba", "ababa", false],
  ["aba*aba", "abaaba", true],
  ["ab*b", "ab", false],
  ["a*m*b", "a-m-b", true],
  ["a*m*b", "amb", true],
  ["a*m*b", "a-b", false],
  // A part in the middle may not reach into the end.
  ["a*bc*c", "abc", false],
  ["a*bc*c", "abcc", true],
  ["a*x*x*b", "axb", false],
  ["a*x*x*b", "axxb", true],
  ["a*x*y*b", "ayxb", false],
  ["*m*", "m", true],
  ["*m*", "lmn", true],
  ["*m*", "ln", false],
  ["a**b", "ab", true],
  ["USDT-*", "USDT-BTC", true],
  ["a.c", "abc", false],
])("%j fits %j: %s", (pattern, text, does) => expect(fits(pattern, text)).toBe(does));

it("a week begins on Monday", () => {
  expect([...WEEKDAYS]).toEqual(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]);
});
