// The outcomes of steps, counted by how they ended.
import { expect, it } from "vitest";
import { countOutcomes, OUTCOME_KINDS } from "../../../../src/model/plan/outcome.js";

it("outcomes are counted by kind, and told in this order", () => {
  expect([...OUTCOME_KINDS]).toEqual(["applied", "failed", "unknown", "skipped", "not-started"]);
  expect(Object.entries(countOutcomes([]))).toEqual(OUTCOME_KINDS.map((kind) => [kind, 0]));
  const ended = OUTCOME_KINDS.flatMap((kind, index) => Array.from({ length: index + 1 }, () => ({ kind })));
  expect(countOutcomes(ended)).toEqual({ applied: 1, failed: 2, unknown: 3, skipped: 4, "not-started": 5 });
});
