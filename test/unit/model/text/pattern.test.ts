// Patterns, in which * stands for any text.
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { fits } from "../../../../src/model/text/pattern.js";

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
  ["*B*B*", "USDT-BTB", true],
  ["a.c", "abc", false],
])("%j fits %j: %s", (pattern, text, does) => expect(fits(pattern, text)).toBe(does));

/** What a pattern means: * takes nothing, or one character more. */
function naively(pattern: string, text: string): boolean {
  if (pattern === "") return text === "";
  if (pattern.startsWith("*"))
    return naively(pattern.slice(1), text) || (text !== "" && naively(pattern, text.slice(1)));
  return pattern[0] === text[0] && naively(pattern.slice(1), text.slice(1));
}

it("fits what a naive reading of it fits", () => {
  const of = (letters: string, maxLength: number) =>
    fc.array(fc.constantFrom(...letters), { maxLength }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(of("ab*", 7), of("ab", 9), (pattern, text) => {
      expect(fits(pattern, text)).toBe(naively(pattern, text));
    }),
    { numRuns: 3_000 },
  );
});

it("is looked for once for each of its parts, each behind the one before, however many stars it has", () => {
  const search = vi.spyOn(String.prototype, "indexOf");
  const isFit = fits(`${"*a".repeat(126)}*c*b`, `${"a".repeat(1_000_000)}b`);
  const searches = search.mock.calls.map(([part, from]) => `${part} from ${from}`);
  search.mockRestore();
  const expected = [...Array.from({ length: 126 }, (_, place) => `a from ${place}`), "c from 126"];
  expect({ isFit, searches }).toEqual({ isFit: false, searches: expected });
});
