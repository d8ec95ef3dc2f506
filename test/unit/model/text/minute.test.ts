// A moment to the minute.
import { expect, it } from "vitest";
import { minute } from "../../../../src/model/text/minute.js";

it.each([
  ["in UTC, seconds cut off", Date.UTC(2025, 0, 31, 13, 20, 59, 999), "2025-01-31 13:20"],
  ["with its zeros", Date.UTC(2025, 1, 3, 0, 5), "2025-02-03 00:05"],
])("a moment reads %s", (_what, time, text) => {
  expect(minute(time)).toBe(text);
});
