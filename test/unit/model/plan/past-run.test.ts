import { expect, it } from "vitest";
import { whyUnreadable } from "../../../../src/model/plan/past-run.js";

it("a run that can't be read is named with the reason", () => {
  const name = "a.jsonl";
  expect([
    whyUnreadable({ name, why: "newer" }),
    whyUnreadable({ name, why: "foreign" }),
    whyUnreadable({ name, why: "unreadable" }),
  ]).toEqual([
    "a.jsonl (written by a newer botform)",
    "a.jsonl (not a journal of botform's, or its beginning is lost)",
    "a.jsonl (can't be read)",
  ]);
});
