import { expect, it } from "vitest";
import { secretFault } from "../../../../src/model/text/secret-text.js";

it.each([
  ["k3y-/+=~ ok", undefined],
  [" ", "is empty"],
  ["", "is empty"],
  ["a\nb", "has several lines"],
  ["a\rb", "has several lines"],
  ["a\0b", "contains NUL bytes, as text does that is saved as UTF-16"],
  ["a\tb", "contains characters that aren't printable ASCII"],
  ["k€y", "contains characters that aren't printable ASCII"],
  ["\x7f", "contains characters that aren't printable ASCII"],
])("a secret that is %j: %s", (text, fault) => {
  expect(secretFault(text)).toBe(fault);
});
