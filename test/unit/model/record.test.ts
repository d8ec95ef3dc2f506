// What counts as a map, and what has no value.
import { expect, it } from "vitest";
import { defined, isRecord } from "../../../src/model/record.js";

it("undefined is no value; null, false, 0 and the empty text are", () => {
  const value = { a: undefined, b: null, c: false, d: 0, e: "", f: [undefined] };
  expect(Object.entries(defined(value))).toEqual(Object.entries(value).slice(1));
});

it.each([
  [{}, true],
  [{ a: 1 }, true],
  [Object.create(null), true],
  [[], false],
  [null, false],
  [undefined, false],
  ["a", false],
  [5, false],
  [() => 1, false],
])("%j is a map: %s", (value, is) => expect(isRecord(value)).toBe(is));
