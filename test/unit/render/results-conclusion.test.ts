// Which version to keep: by the newest change that tells something, and never where none does.
import { describe, expect, it } from "vitest";
import type { Comparison, ResultRow, ResultsFacts, Verdict } from "../../../src/model/results.js";
import { keepLead, keepsOf } from "../../../src/render/results-conclusion.js";

const change = (before: string, after: string, verdict: Verdict, id = 7): Comparison => ({
  ...{ account: "main", bot: { id, address: `main/b${id}`, title: "B" }, asset: "USDT", measure: "day", verdict },
  before: { fingerprint: before, commit: null },
  after: { fingerprint: after, commit: { commit: "c".repeat(40), at: 0, subject: "" } },
  changes: [{ field: "leverage", before: "3", after: null }],
  interval: verdict === "too-few" || verdict === "unknown" ? null : { difference: "-0.5", low: "-0.9", high: "0.1" },
  ...{ why: "too few deals to tell", caveats: [] },
});
const row = { account: "main" } as unknown as ResultRow;
const facts = (comparisons: readonly Comparison[], changes: Partial<ResultsFacts> = {}): ResultsFacts => ({
  ...{ by: "version", measure: "day", accounts: [], rows: [row], comparisons, confidence: null, curves: [] },
  commits: { kind: "none", why: "" },
  ...changes,
});
const textOf = (...comparisons: readonly Comparison[]) => keepsOf(facts(comparisons))[0]?.text;

describe("of one bot", () => {
  it.each<[because: string, readonly Comparison[], string]>([
    [
      "the newest made more",
      [change("a", "b", "better")],
      "Keep b (cccccccc) (leverage 3 → off): it made −0.5 USDT a day, between −0.9 and +0.1, against the version before.",
    ],
    [
      "the newest made less",
      [change("a", "b", "worse")],
      "Go back to a: the change after it (leverage 3 → off) made −0.5 USDT a day, between −0.9 and +0.1.",
    ],
    [
      "the newest may be chance",
      [change("a", "b", "unclear")],
      "Can't tell b (cccccccc) (leverage 3 → off) from the version before: −0.5 USDT a day, between −0.9 and +0.1, which may be chance.",
    ],
    [
      "the deals are few",
      [change("a", "b", "too-few")],
      "Can't tell yet about b (cccccccc) (leverage 3 → off): too few deals to tell.",
    ],
  ])("because %s", (_, comparisons, expected) => {
    expect(textOf(...comparisons)).toBe(expected);
  });

  it("an earlier change that tells something isn't lost, and is compared with the newest", () => {
    const text = textOf(change("a", "b", "better"), change("b", "c", "worse"), change("c", "d", "unclear"));
    expect(text).toMatch(/^Go back to b: .* What came later can't be told .*: --compare b\.\.d$/);
    expect(textOf(change("a", "b", "better"), change("b", "c", "too-few"))).toMatch(/^Keep b .*--compare b\.\.c$/);
  });
});

it("the lead counts what is to be done, and what can't be told; what is to be undone stands first", () => {
  const all = facts([change("a", "b", "too-few", 1), change("a", "b", "better", 2), change("a", "b", "worse", 3)]);
  expect(keepsOf(all).map(({ comparison }) => comparison.bot.id)).toEqual([3, 2, 1]);
  expect(keepLead(all)).toBe(
    "For 1 bot go back to an earlier version; for 1 bot keep the newer version; for 1 bot the deals can't tell.",
  );
});

it("without anything to compare the lead says so", () => {
  expect(keepLead(facts([]))).toMatch(/one version so far/);
  expect(keepLead(facts([], { rows: [] }))).toMatch(/No ended deals/);
  expect(keepLead(facts([], { by: "bot" }))).toMatch(/leave out --by/);
});
