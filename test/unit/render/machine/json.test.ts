// Documents of runs: one envelope whether it went well or not, what a plan and a report come to, and the sums of several accounts.
import { describe, expect, it } from "vitest";
import type { ApplyReport } from "../../../../src/model/plan/outcome.js";
import {
  type AccountResult,
  accountsJson,
  diagnosticJson,
  PLAN_BEGINS,
  resultJson,
  totalsOf,
} from "../../../../src/render/machine/json.js";
import { plannedBot, planOf, step } from "../../reconcile/plan/plans.js";

const origin = { file: "a.yaml", path: ["bots"] };
const warning = { severity: "warning", code: "plan/x", summary: "take care", origin } as const;
const shown = { severity: "warning", code: "plan/x", summary: "take care" };
const NO_STEPS = {
  ...{ "turn-off": 0, update: 0, "take-profit": 0, create: 0, "turn-on": 0, "start-deal": 0, "complete-deal": 0 },
  "cancel-deal": 0,
};
const stray = { id: 9, title: "Old", on: true, status: "ENABLED", dealIds: [] };
const plan = planOf([plannedBot("a", null)], [step("create", "a")], {
  ...{ unchanged: 3, undeclared: [stray], diagnostics: [warning] },
});
const report: ApplyReport = {
  ...{ notes: [], unsettled: [], violations: [] },
  outcomes: [
    { address: "main/a", action: "create", kind: "applied", detail: "done", stale: false, wrote: true },
    { address: "main/b", action: "update", kind: "failed", detail: "no", stale: false, wrote: false },
  ],
};
const OUTCOMES = { applied: 1, failed: 1, unknown: 0, skipped: 0, "not-started": 0 };

const SAVED = {
  ...{ file: "p.json", id: "p", toolVersion: "1", account: "main", origin: "o", createdAt: "c", expiresAt: "e" },
  verified: true,
};
const PLANNED = {
  summary: { ...NO_STEPS, create: 1, unchanged: 3, undeclared: 1 },
  grade: {
    grade: "needs-person",
    reasons: [
      { code: "grade/no-policies", text: "no policies were evaluated" },
      { code: "plan/x", text: "take care" },
      { code: "grade/unknown-figure", address: "main/a", text: "its figures in money aren't known" },
    ],
  },
  limits: { changedBots: 0, liveBots: plan.observedBots, turnOns: 0, exceeded: [] },
  plan: { ...JSON.parse(JSON.stringify(plan)), diagnostics: [shown] },
};

describe("a document", () => {
  it("has what the command says after its envelope, in its order", () => {
    const text = resultJson({ command: "x", exitCode: 1, error: "no", diagnostics: [warning] }, { own: 5 });
    expect(text.endsWith("}\n")).toBe(true);
    expect(Object.entries(JSON.parse(text))).toEqual([
      ["formatVersion", 2],
      ["command", "x"],
      ["ok", false],
      ["exitCode", 1],
      ["error", "no"],
      ["diagnostics", [shown]],
      ["own", 5],
    ]);
    expect(JSON.parse(resultJson({ command: "x", exitCode: 0, formatVersion: 1 }))).toEqual({
      ...{ formatVersion: 1, command: "x", ok: true, exitCode: 0, diagnostics: [] },
    });
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 130])("that ends with %d is well only with 0 and 2", (exitCode) => {
    expect(JSON.parse(resultJson({ command: "x", exitCode })).ok).toBe([0, 2].includes(exitCode));
  });
});

describe("a run", () => {
  const results = [
    { account: "a", exitCode: 2, plan, report },
    { account: "b", exitCode: 2, plan },
    { account: "c", exitCode: 3, error: "no" },
  ];
  const totals = { accounts: 3, ...NO_STEPS, create: 2, unchanged: 6, undeclared: 2, outcomes: OUTCOMES };
  const end = { ok: true, exitCode: 2, diagnostics: [shown] };
  const only = [{ account: "a", exitCode: 2, plan, saved: SAVED, more: { own: 5 } }];

  it("has the sums of its accounts", () => {
    expect(totalsOf(results)).toEqual(totals);
    expect(totalsOf([{ account: "c", exitCode: 3 }])).toEqual({
      ...{ accounts: 1, ...NO_STEPS, unchanged: 0, undeclared: 0 },
    });
  });

  it("on one account lists it as if there were several, without the origin of a diagnostic", () => {
    const text = accountsJson({ command: "plan", exitCode: 2 }, only);
    expect(text.startsWith(PLAN_BEGINS[0] ?? "?")).toBe(true);
    expect(JSON.parse(text)).toEqual({
      ...{ formatVersion: 2, command: "plan", ...end, diagnostics: [] },
      accounts: [{ account: "a", ...end, saved: SAVED, ...PLANNED, own: 5 }],
      summary: { accounts: 1, ...PLANNED.summary, grade: "needs-person" },
    });
  });

  it("in formatVersion 1 is that account", () => {
    const text = accountsJson({ command: "plan", exitCode: 2, formatVersion: 1 }, only);
    expect(text.startsWith(PLAN_BEGINS[1] ?? "?")).toBe(true);
    const { grade: _, ...planned } = PLANNED;
    expect(JSON.parse(text)).toEqual({
      ...{ formatVersion: 1, command: "plan", ...end, saved: SAVED, ...planned, own: 5 },
    });
  });

  it("in formatVersion 1 calls the figures of money what they were called, and nothing else", () => {
    const risk = { position: "9", lossAtEnd: "3", feeReserve: "1", liquidation: { position: 1 } };
    const body = { bots: [{ most: { position: "9", margin: "1" }, risk }], lossAtEnd: 4 };
    const { bots, lossAtEnd } = JSON.parse(resultJson({ command: "risk", exitCode: 0, formatVersion: 1 }, body));
    expect([bots[0].most, lossAtEnd]).toEqual([{ position: "9", margin: "1" }, 4]);
    expect(bots[0].risk).toEqual({ worstCase: "9", lossAtCover: "3", feeReserve: "1", liquidation: { position: 1 } });
    expect(JSON.parse(resultJson({ command: "risk", exitCode: 0 }, body))).toMatchObject(body);
  });

  it("prefers an account's own diagnostics to those of its plan", () => {
    const text = accountsJson({ command: "x", exitCode: 0 }, [{ account: "a", exitCode: 0, plan, diagnostics: [] }]);
    expect(JSON.parse(text).accounts[0].diagnostics).toEqual([]);
  });

  it.each([1, 2] as const)("on several stands in one document, in formatVersion %d", (formatVersion) => {
    const { accounts, ...head } = JSON.parse(accountsJson({ command: "apply", exitCode: 7, formatVersion }, results));
    const begin = { formatVersion, command: "apply", ok: false, exitCode: 7, summary: totals };
    expect(head).toEqual(formatVersion === 1 ? begin : { ...begin, diagnostics: [] });
    const grade = formatVersion === 1 ? [] : ["grade"];
    expect(accounts.map(Object.keys)).toEqual([
      ["account", "ok", "exitCode", "diagnostics", "summary", ...grade, "limits", "plan", "report"],
      ["account", "ok", "exitCode", "diagnostics", "summary", ...grade, "limits", "plan"],
      ["account", "ok", "exitCode", "error", "diagnostics"],
    ]);
  });
});

it("the highest grade of several is that of the run, where every account has a plan", () => {
  const off = { account: "b", exitCode: 2, plan: planOf([], [step("turn-off", "b")]) };
  const gradeOfRun = (...all: readonly AccountResult[]) =>
    JSON.parse(accountsJson({ command: "plan", exitCode: 0 }, all)).summary.grade;
  expect(gradeOfRun(off, { ...off, plan })).toBe("needs-person");
  expect(gradeOfRun(off, { ...off, plan: planOf([], []) })).toBe("lowers-risk");
  expect(gradeOfRun({ ...off, plan: planOf([], []) })).toBeUndefined();
  expect(gradeOfRun(off, { account: "c", exitCode: 1, error: "no" })).toBeUndefined();
});

it("a diagnostic loses its origin alone", () => expect(diagnosticJson(warning)).toEqual(shown));
