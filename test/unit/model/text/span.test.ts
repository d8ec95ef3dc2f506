// Spans of time in words.
import { expect, it } from "vitest";
import { spanText } from "../../../../src/model/text/span.js";

it.each([
  [0, "0 seconds"],
  [1_999, "1 second"],
  [59_999, "59 seconds"],
  [60_000, "1 minute"],
  [7_199_999, "1 hour"],
  [172_800_000, "2 days"],
])("%i ms is %s: whole units, rounded down", (ms, text) => {
  expect(spanText(ms)).toBe(text);
});
