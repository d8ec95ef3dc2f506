// Documents of runs: one envelope whether it went well or not, what a plan and a report come to, and the sums of several accounts.
import { describe, expect, it } from "vitest";
import type { ApplyReport } from "../../../../src/model/plan/outcome.js";
import { accountsJson, diagnosticJson, PLAN_BEGIN, resultJson, totalsOf } from "../../../../src/render/machine/json.js";
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

describe("a document", () => {
  it("of a plan has its summary and the plan, and no origin of a diagnostic", () => {
    const text = resultJson({ command: "plan", exitCode: 2, plan });
    expect(text.startsWith(PLAN_BEGIN)).toBe(true);
    expect(text.endsWith("}\n")).toBe(true);
    expect(JSON.parse(text)).toEqual({
      ...{ formatVersion: 1, command: "plan", ok: true, exitCode: 2, diagnostics: [shown] },
      summary: { ...NO_STEPS, create: 1, unchanged: 3, undeclared: 1 },
      plan: { ...JSON.parse(JSON.stringify(plan)), diagnostics: [shown] },
    });
  });

  it("of anything else has what the command says, in its order", () => {
    const saved = {
      ...{ file: "p.json", id: "p", toolVersion: "1", account: "main", origin: "o", createdAt: "c", expiresAt: "e" },
      verified: true,
    };
    const text = resultJson(
      { command: "x", exitCode: 1, error: "no", diagnostics: [warning], findings: [], saved, report },
      { own: 5 },
    );
    expect(Object.entries(JSON.parse(text))).toEqual([
      ...[
        ["formatVersion", 1],
        ["command", "x"],
        ["ok", false],
        ["exitCode", 1],
        ["error", "no"],
      ],
      ...[
        ["diagnostics", [shown]],
        ["findings", []],
        ["saved", saved],
        ["report", report],
        ["own", 5],
      ],
    ]);
    expect(JSON.parse(resultJson({ command: "x", exitCode: 0 }))).toEqual({
      ...{ formatVersion: 1, command: "x", ok: true, exitCode: 0, diagnostics: [] },
    });
  });

  it("prefers its own diagnostics to those of its plan", () => {
    expect(JSON.parse(resultJson({ command: "x", exitCode: 0, plan, diagnostics: [] })).diagnostics).toEqual([]);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 130])("that ends with %d is well only with 0 and 2", (exitCode) => {
    expect(JSON.parse(resultJson({ command: "x", exitCode })).ok).toBe([0, 2].includes(exitCode));
  });
});

describe("several accounts", () => {
  const results = [
    { account: "a", exitCode: 2, plan, report },
    { account: "b", exitCode: 2, plan },
    { account: "c", exitCode: 3, error: "no" },
  ];
  const totals = { accounts: 3, ...NO_STEPS, create: 2, unchanged: 6, undeclared: 2, outcomes: OUTCOMES };

  it("have their sums", () => {
    expect(totalsOf(results)).toEqual(totals);
    expect(totalsOf([{ account: "c", exitCode: 3 }])).toEqual({
      ...{ accounts: 1, ...NO_STEPS, unchanged: 0, undeclared: 0 },
    });
  });

  it("stand in one document, each as it would stand alone", () => {
    const document = JSON.parse(accountsJson("apply", 7, results));
    const { accounts, ...head } = document;
    expect(head).toEqual({ formatVersion: 1, command: "apply", ok: false, exitCode: 7, summary: totals });
    expect(accounts.map(Object.keys)).toEqual([
      ["account", "ok", "exitCode", "diagnostics", "summary", "plan", "report"],
      ["account", "ok", "exitCode", "diagnostics", "summary", "plan"],
      ["account", "ok", "exitCode", "error", "diagnostics"],
    ]);
  });
});

it("a diagnostic loses its origin alone", () => expect(diagnosticJson(warning)).toEqual(shown));
