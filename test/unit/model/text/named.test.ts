// Names in a sentence are cut where nobody would read on.
import { expect, it } from "vitest";
import { namesText } from "../../../../src/model/text/named.js";

const names = (count: number) => Array.from({ length: count }, (_, index) => `a${index}`);

it.each([
  [0, ""],
  [1, "a0"],
  [4, "a0, a1, a2, a3"],
  [5, "a0, a1, a2 … and 2 more"],
  [400, "a0, a1, a2 … and 397 more"],
])("%i names", (count, text) => expect(namesText(names(count), 3)).toBe(text));

it("names 28 unless told otherwise", () => expect(namesText(names(400))).toMatch(/a27 … and 372 more$/));
