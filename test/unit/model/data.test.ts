// The bounds of data from outside.
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { count, digest, listOf, text, word } from "../../../src/model/data.js";

const accepts = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).success;

it("texts, words and lists are as long as they may be, and no longer", () => {
  expect([65_536, 65_537].map((length) => accepts(text(), "a".repeat(length)))).toEqual([true, false]);
  expect([256, 257].map((length) => accepts(word(), "a".repeat(length)))).toEqual([true, false]);
  const list = (length: number) => Array.from({ length }, () => true);
  expect([100_000, 100_001].map((length) => accepts(listOf(z.boolean()), list(length)))).toEqual([true, false]);
  expect(accepts(listOf(z.boolean()), [1])).toBe(false);
});

it.each([
  [0, true],
  [7, true],
  [-1, false],
  [0.5, false],
  ["1", false],
  [Number.NaN, false],
  [2 ** 53, false],
])("%s is a count: %s", (value, is) => expect(accepts(count(), value)).toBe(is));

it.each([
  ["0123456789abcdef".repeat(4), true],
  ["0123456789ABCDEF".repeat(4), false],
  ["a".repeat(63), false],
  ["a".repeat(65), false],
  ["g".repeat(64), false],
  ["", false],
])("%j is a digest: %s", (value, is) => expect(accepts(digest(), value)).toBe(is));
