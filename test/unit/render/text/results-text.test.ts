// What results say: what nobody knows is a question mark, and no winner is named where none is known.
import { describe, expect, it } from "vitest";
import type { Comparison, Figures, ResultRow, ResultsFacts } from "../../../../src/model/results.js";
import { resultsCsv } from "../../../../src/render/machine/results-csv.js";
import { paint } from "../../../../src/render/text/paint.js";
import { resultsText } from "../../../../src/render/text/results-text.js";

const FIGURES: Figures = {
  ...{ asset: "USDT", deals: 40, cancelled: 0, unreadable: 0, won: 39, net: "12.5", days: 20, perDay: "0.625" },
  ...{ onMargin: "1.5", drawdown: "3", hoursAtMost: 7.5, safetyOrders: { mean: 0.5, most: 3, unclear: 0 } },
  ...{ liquidations: { seen: 0, possible: 1 }, running: { deals: 0, unrealised: "0" } },
  ...{ first: Date.parse("2026-01-01T05:00:00Z"), last: Date.parse("2026-01-20T05:00:00Z") },
};
const UNKNOWN: Figures = {
  ...{ ...FIGURES, unreadable: 1, won: null, net: null, days: null, perDay: null, onMargin: null, drawdown: null },
  ...{ hoursAtMost: null, safetyOrders: { mean: null, most: null, unclear: 1 }, first: null, last: null },
};
const BOT = { id: 7, address: "main/one", title: "One" };
const COMMIT = { commit: "c".repeat(40), at: Date.parse("2025-12-30T00:00:00Z"), subject: "Wider\u001b[31m" };
const row = (figures: Figures, version: ResultRow["version"]): ResultRow => ({
  account: "main",
  bot: BOT,
  version,
  figures,
});
const VERSION = { fingerprint: "a1b2c3d4e5f6", commit: COMMIT, changes: [], applied: [] };
const COMPARISON: Comparison = {
  ...{ account: "main", bot: BOT, asset: "USDT", measure: "day", verdict: "better", why: "more net a day than before" },
  before: { fingerprint: "a1b2c3d4e5f6", commit: COMMIT },
  after: { fingerprint: "b1b2c3d4e5f6", commit: null },
  changes: [{ field: "countOrderMax", before: null, after: "3" }],
  interval: { difference: "0.5", low: "0.1", high: "0.9" },
  caveats: ["None of them lost."],
  inForce: null,
};
const ACCOUNT = { account: "main", shown: 80, mayLack: true, profit: "after-fees" } as const;
const FACTS: ResultsFacts = {
  ...{ by: "version", measure: "day", confidence: 0.95 },
  accounts: [ACCOUNT],
  rows: [row(FIGURES, VERSION), row(UNKNOWN, { ...VERSION, fingerprint: "b1b2c3d4e5f6", commit: null })],
  comparisons: [COMPARISON],
  commits: { kind: "read", commits: 5, skipped: 1, isCut: true, isShallow: true },
  curves: [],
};
const shown = (changes: Partial<ResultsFacts> = {}) => resultsText({ ...FACTS, ...changes }, paint(false));

describe("results as text", () => {
  it("stand bot by bot, version by version", () => {
    const [bot, head, first, second, change, verdict, caveat] = shown().split("\n");
    expect([bot, head?.split(/ {2,}/).slice(0, 4)]).toEqual(["main/one", ["VERSION", "FIRST", "LAST", "DEALS"]]);
    expect(first?.split(/ {2,}/)).toEqual([
      ...[
        "a1b2c3d4e5f6 cccccccc 2025-12-30 Wider\\u{1b}[31m",
        "2026-01-01",
        "2026-01-20",
        "40",
        "39",
        "12.5",
        "USDT",
        "0.625",
        "1.5",
      ],
      ...["3", "7.5", "0.5 (3)", "0 to 1", "0"],
    ]);
    expect(second?.split(/ +/)).toEqual([..."b1b2c3d4e5f6 ? ? 40 ? ? USDT ? ? ? ? ? 0 to 1 0".split(" ")]);
    expect(change).toBe("  a1b2c3d4e5f6 (cccccccc) → b1b2c3d4e5f6: countOrderMax off → 3");
    expect(verdict).toBe("    Better: +0.5 USDT a day (+0.1 to +0.9), more net a day than before.");
    expect(caveat).toBe("    None of them lost.");
  });

  it.each<[string, Partial<ResultsFacts>, RegExp]>([
    ["a cut history", {}, /main: the service shows 80 ended deals; older ones may be cut off/],
    ["commits that can't be used", {}, /Of 5 commits, 1 can't be used/],
    ["a shallow clone", {}, /git fetch --unshallow/],
    [
      "no commits",
      { commits: { kind: "none", why: "there is no Git" } },
      /Versions have no commits: there is no Git\./,
    ],
    [
      "profits that nobody can read",
      { accounts: [{ account: "main", shown: 8, mayLack: false, profit: "unknown" }] },
      /--profit after-fees or --profit before-fees/,
    ],
    [
      "an account that couldn't be read",
      { accounts: [{ account: "main", shown: 0, mayLack: true, profit: "unknown", error: "no answer" }] },
      /main couldn't be read: no answer/,
    ],
    [
      "a ledger that dates no version",
      {
        accounts: [{ ...ACCOUNT, dating: { by: "deals", why: "the ledger can't be read" } }],
      },
      /main: its versions are dated by the ends of their deals alone: the ledger can't be read\./,
    ],
    [
      "runs that can't be read",
      { accounts: [{ ...ACCOUNT, dating: { by: "runs", runs: 3, unreadable: 2 } }] },
      /main: 2 runs of the ledger can't be read, and may have applied a version/,
    ],
    ["no deals", { rows: [], comparisons: [] }, /^No ended deals found\./],
  ])("say so of %s", (_what, changes, says) => {
    expect(shown(changes)).toMatch(says);
  });

  it("name the run that applied a version, and each time that one did", () => {
    const at = (hour: number) => ({ run: `run-${hour}`, at: Date.parse("2025-12-31T00:00:00Z") + hour * 3_600_000 });
    const lineOf = (...hours: readonly number[]) => {
      const text = shown({ rows: [row(FIGURES, { ...VERSION, applied: hours.map(at) })] });
      return text.split("\n").find((line) => line.includes("since"));
    };
    const once = "  a1b2c3d4e5f6 since 2025-12-31 01:00 (applied by run run-1)";
    const deal = "; first ended deal here 2026-01-01 05:00";
    expect(lineOf(1)).toBe(`${once}${deal}`);
    const again = ", again since 2025-12-31 02:00 (applied by run run-2)";
    expect(lineOf(1, 2)).toBe(`${once}${again}${deal}`);
    expect(lineOf(1, 2, 3, 4, 5)).toContain("run-3), and again 2 more times;");
    expect(lineOf()).toBeUndefined();
  });

  it("name no winner where nothing is concluded", () => {
    const verdicts = (["too-few", "unknown", "unclear"] as const).map((verdict) =>
      shown({ comparisons: [{ ...COMPARISON, verdict, interval: null, why: "why not" }] }),
    );
    for (const text of verdicts) expect(text).not.toMatch(/Better|Worse/);
  });

  it("by bot and by account have a row each", () => {
    expect(shown({ by: "bot", comparisons: [] })).toMatch(/^BOT .*\nmain\/one /);
    expect(shown({ by: "account", comparisons: [] })).toMatch(/^ACCOUNT .*\nmain /);
  });
});

it("as CSV leave empty what is unknown", () => {
  const rows = resultsCsv(FACTS).trimEnd().split("\r\n");
  const [head, first, second] = rows.map((line) => line.split(","));
  const cellOf = (cells: readonly string[] | undefined, name: string) => cells?.[head?.indexOf(name) ?? -1];
  expect([first, second].map((cells) => cellOf(cells, "net"))).toEqual(["12.5", ""]);
  expect([first, second].map((cells) => cellOf(cells, "commit"))).toEqual(["c".repeat(40), ""]);
  expect(rows).toHaveLength(3);
});
