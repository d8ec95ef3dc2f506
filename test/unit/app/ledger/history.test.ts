// Which run of the journal a user means: by its id, the beginning of one, or as the last; and what is said where there is none.
import { describe, expect, it } from "vitest";
import { AppError } from "../../../../src/app/error.js";
import { ofAccount, pickRun } from "../../../../src/app/ledger/history.js";
import { run } from "../../reconcile/ledger/entries.js";

const RUNS = [
  run([], { id: "20260101-aa" }),
  run([], { id: "20260102-bb" }),
  run([], { id: "20260102-bc", account: "other" }),
  run([], { id: "20260103-cc" }),
  run([], { id: "20260104-dd", account: "other" }),
];

function picked(id: string, account?: string, runs = RUNS): string {
  const unreadable = [{ name: "20260109-xx.jsonl", why: "newer" as const }];
  try {
    return pickRun({ runs, unreadable }, { id, journal: "folder", ...(account !== undefined && { account }) }).begin.id;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

describe("a run", () => {
  it.each([
    ["last", undefined, "20260104-dd", "the last one"],
    ["last", "main", "20260103-cc", "the account's last one"],
    ["20260101-aa", undefined, "20260101-aa", "by its whole id"],
    ["20260103", undefined, "20260103-cc", "by the beginning of its id"],
    ["20260102", "main", "20260102-bb", "which only one of the account has"],
  ])("%s of %s is %s: %s", (id, account, expected, _because) => {
    expect(picked(id, account)).toBe(expected);
  });

  it.each([
    [
      "20260102",
      undefined,
      "several runs begin with 20260102:\n  20260102-bb  apply on main\n  20260102-bc  apply on other",
      "two begin so",
    ],
    [
      "20260109",
      undefined,
      "that run can't be shown: 20260109-xx.jsonl (written by a newer botform)",
      "its file can't be read",
    ],
    ["last", "nobody", "there are no runs in folder", "the account has none"],
  ])("%s of %s is refused: %s", (id, account, expected, because) => {
    expect(picked(id, account), because).toBe(expected);
  });

  it.each([
    ["20260103-cx", undefined, ["20260103-cc", "20260101-aa", "20260102-bb"], "the nearest first"],
    [
      "20260104-dx",
      "main",
      ["20260101-aa", "20260102-bb", "20260103-cc"],
      "of the account alone, however near another's is",
    ],
  ])("%s of %s isn't there, and three near ones are named: %j, %s", (id, account, expected, _because) => {
    const [head, ...lines] = picked(id, account).split("\n");
    expect(head).toBe(`there is no run ${id} in folder; the nearest are`);
    const named = lines.map((line) => line.trim().split(/\s+/)[0]);
    expect(named.toSorted()).toEqual(expected.toSorted());
    if (account === undefined) expect(named[0]).toBe(expected[0]);
  });

  it("of an account are its own, and without one all of them", () => {
    expect(ofAccount(RUNS, undefined)).toHaveLength(5);
    expect(ofAccount(RUNS, "other").map(({ begin }) => begin.id)).toEqual(["20260102-bc", "20260104-dd"]);
  });
});
