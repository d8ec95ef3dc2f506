// Times of a scenario, there and back.
import { expect, it } from "vitest";
import { momentMs, momentText, precisionOf } from "../../../../src/model/scenario/moment.js";

it.each([
  ["0m", 0, 60_000],
  ["45s", 45_000, 1_000],
  ["1h30m", 5_400_000, 60_000],
  ["2d", 172_800_000, 86_400_000],
  ["1d2h3m4s", 93_784_000, 1_000],
])("%s", (text, ms, precision) => {
  expect(momentMs(text)).toBe(ms);
  expect(momentText(ms)).toBe(text);
  expect(precisionOf(text)).toBe(precision);
});

it.each(["", "5", "m", "1m1h", "-1m", "1.5h", "1 h", "12345d"])("%j is none", (text) => {
  expect(momentMs(text)).toBeUndefined();
});

it("is read in whole seconds", () => expect(momentText(61_999)).toBe("1m1s"));
