// Answers in words, and the day on which they were seen.
import { expect, it } from "vitest";
import { answerValue, factOf, seenOn } from "../../../src/model/service-facts.js";

it.each([
  [{ value: "clear" }, "clear"],
  [{ value: 12 }, "12"],
  [{ value: 60, below: 61 }, "60"],
  [{ value: 45, below: 60 }, "45 to 59"],
  [{ value: 901, below: null }, "901 or more"],
])("%j is %s", (answer, words) => {
  expect(answerValue(answer)).toBe(words);
});

it("an answer has its day, and is found by its question", () => {
  const one = {
    name: "titles",
    value: "upper",
    detail: "",
    at: Date.parse("2026-11-20T23:59:59Z"),
    tool: "1",
  } as const;
  expect(seenOn(one)).toBe("seen 2026-11-20");
  expect([factOf([one], "titles"), factOf([one], "rounding"), factOf(undefined, "titles")]).toEqual([
    one,
    undefined,
    undefined,
  ]);
});
