// A no counts for good; of several answers that say yes the first is named.
import { expect, it } from "vitest";
import { type Answer, answerFacts, decisionOf, shortDigest } from "../../../../src/model/planfile/approval.js";

const DIGEST = `0123456789abcdef${"0".repeat(48)}`;
const answer = (by: string, given: Answer["answer"], at = 0): Answer => ({ digest: DIGEST, answer: given, by, at });

it.each<[string, readonly Answer[], string | undefined]>([
  ["nobody has answered", [], undefined],
  ["the first yes", [answer("ana", "approved"), answer("ben", "approved")], "ana"],
  ["a no after a yes", [answer("ana", "approved"), answer("ben", "rejected")], "ben"],
  ["a no before a yes", [answer("ben", "rejected"), answer("ana", "approved")], "ben"],
])("decides: %s", (_because, answers, by) => {
  expect(decisionOf(answers)?.by).toBe(by);
});

it("is shown with its time, and its plan by twelve digits", () => {
  expect(answerFacts({ ...answer("ana", "approved", 1_000), reason: "fine" })).toEqual({
    ...{ answer: "approved", by: "ana", at: "1970-01-01T00:00:01.000Z", reason: "fine" },
  });
  expect(shortDigest(DIGEST)).toBe("0123456789ab");
});
