// The codes of a plan.
import { expect, it } from "vitest";
import { PLAN_CODES } from "../../../../src/model/plan/plan-codes.js";
import { undocumented } from "../text/documented.js";

it("every code is as serious, and reads, as the page of diagnostics says", () => {
  expect(undocumented(PLAN_CODES)).toEqual([]);
});
