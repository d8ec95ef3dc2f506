// Of policies: the days of a week.
import { expect, it } from "vitest";
import { WEEKDAYS } from "../../../../src/model/policy/policy.js";

it("a week begins on Monday", () => {
  expect([...WEEKDAYS]).toEqual(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]);
});
