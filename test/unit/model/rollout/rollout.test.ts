// Times of roll-outs as people write them.
import { expect, it } from "vitest";
import { durationMs, durationText } from "../../../../src/model/rollout/rollout.js";

it.each<[string, number, string]>([
  ["30m", 1_800_000, "30m"],
  ["2h", 7_200_000, "2h"],
  ["90m", 5_400_000, "90m"],
  ["24h", 86_400_000, "1d"],
  ["0m", 0, "0m"],
])("%s", (text, ms, shown) => {
  expect([durationMs(text), durationText(ms)]).toEqual([ms, shown]);
});

it("knows no other text", () => {
  for (const text of ["", "2", "h", "2 h", "1.5h", "2s", "99999m"]) expect(durationMs(text)).toBeUndefined();
});
