// Which version to keep: by the newest change that tells something, and never where none does.
import { describe, expect, it } from "vitest";
import type { Comparison, Figures, ResultRow, ResultsFacts, Verdict } from "../../../src/model/results.js";
import { keepLead, keepsOf } from "../../../src/render/results-conclusion.js";
import { figuresOf } from "../../../src/results/figures.js";

const change = (before: string, after: string, verdict: Verdict, id = 7): Comparison => ({
  ...{ account: "main", bot: { id, address: `main/b${id}`, title: "B" }, asset: "USDT", measure: "day", verdict },
  before: { fingerprint: before, commit: null },
  after: { fingerprint: after, commit: { commit: "c".repeat(40), at: 0, subject: "" } },
  changes: [{ field: "leverage", before: "3", after: null }],
  interval: verdict === "too-few" || verdict === "unknown" ? null : { difference: "-0.5", low: "-0.9", high: "0.1" },
  ...{ why: "too few deals to tell", caveats: [], inForce: null },
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

describe("what deals that run say", () => {
  const low = { difference: "2", low: "1.5", high: "2.5" };
  it("stands where they keep it from being told: it isn't chance", () => {
    const open = {
      ...change("a", "b", "unclear"),
      interval: low,
      why: "not for sure with what deals that still run stand at",
    };
    expect(textOf(open)).toMatch(/between \+1\.5 and \+2\.5; not for sure with what deals that still run stand at\.$/);
    const below = { ...open, interval: { difference: "-2", low: "-2.5", high: "-1.5" } };
    expect(textOf(below)).not.toContain("chance");
    expect(textOf({ ...open, interval: { ...low, low: "0" } })).toContain("which may be chance");
  });
});

const version = (fingerprint: string, changes: Partial<Figures> = {}): ResultRow => ({
  ...{ account: "main", bot: { id: 7, address: "main/b7", title: "B" } },
  version: { fingerprint, commit: null, changes: [], applied: [] },
  figures: { ...figuresOf("USDT", [], [], 0), net: "9", last: 1, ...changes },
});
const keepWith = (rows: readonly ResultRow[], ...comparisons: readonly Comparison[]) =>
  keepsOf(facts(comparisons, { rows }))[0];

describe("what made more", () => {
  it.each([
    { changes: { net: "-4" }, doubt: "it lost money (−4 USDT)" },
    { changes: { net: null }, doubt: "its net isn't known" },
    { changes: { liquidations: { seen: 2, possible: 0 } }, doubt: "2 deals ended in a liquidation" },
  ])("isn't advised where $doubt", ({ changes, doubt }) => {
    const end = `but ${doubt}: that alone is no reason to keep it.`;
    const better = keepWith([version("a"), version("b", changes)], change("a", "b", "better"));
    expect([better?.advice, better?.text]).toEqual(["doubt", expect.stringContaining(end)]);
    expect(better?.text).toMatch(/^b \(cccccccc\) did better \(it made /);
    const worse = keepWith([version("a", changes), version("b")], change("a", "b", "worse"));
    expect(worse?.text).toMatch(/^a did better \(the change after it \(leverage 3 → off\) made /);
    expect(keepWith([version("a", changes), version("b")], change("a", "b", "better"))?.advice).toBe("keep");
  });

  it.each<[verdict: Verdict, inForce: string | null, advice: string, text: RegExp]>([
    ["worse", "b", "back", /^Go back to a: /],
    ["worse", "a", "stay", /^Stay with a, which is in force again: the change after it/],
    ["worse", null, "back", /^Go back to a: /],
    ["better", "b", "keep", /^Keep b /],
    ["better", "a", "back", /^Go back to b .* which is in force again\.$/],
    ["better", null, "keep", /^Keep b /],
    [
      "worse",
      "x",
      "open",
      /^a did better than b \(cccccccc\), but in force are settings of which no deal has ended yet \(x\)\.$/,
    ],
  ])("%s, with %s in force: %s", (verdict, inForce, advice, text) => {
    const found = keepWith([version("a"), version("b")], { ...change("a", "b", verdict), inForce });
    expect([found?.advice, found?.text]).toEqual([advice, expect.stringMatching(text)]);
  });

  it.each<[first: Verdict, second: Verdict, inForce: string, advice: string, text: RegExp]>([
    [
      "worse",
      "worse",
      "a",
      "open",
      /^b did better than c \(cccccccc\), but in force is a; to compare them: --compare b\.\.a$/,
    ],
    [
      "worse",
      "better",
      "a",
      "open",
      /^c \(cccccccc\) did better than b, but in force is a; to compare them: --compare c\.\.a$/,
    ],
    ["worse", "unclear", "a", "stay", /^Stay with a, .* and \+0\.1\.$/],
    ["worse", "unclear", "c", "back", /^Go back to a: .* --compare a\.\.c$/],
    ["better", "unclear", "b", "keep", /^Keep b .* against the version before\.$/],
  ])("of three versions %s and then %s, with %s in force: %s", (first, second, inForce, advice, text) => {
    const changes = [change("a", "b", first), change("b", "c", second)].map((one) => ({ ...one, inForce }));
    const found = keepWith([version("a"), version("b"), version("c")], ...changes);
    expect([found?.advice, found?.text]).toEqual([advice, expect.stringMatching(text)]);
  });

  it("is counted in the lead", () => {
    const rows = [version("a"), version("b", { net: "-1" })];
    expect(keepLead(facts([{ ...change("a", "b", "worse"), inForce: "a" }], { rows }))).toBe(
      "For 1 bot stay with the version in force.",
    );
    const lead = keepLead(facts([change("a", "b", "better")], { rows }));
    expect(lead).toBe("For 1 bot what did better is no reason to keep it.");
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
