// Exit codes of plans, and what a plan's findings and problems repeat.
import { describe, expect, it } from "vitest";
import { exitOfPlan } from "../../../../src/app/exit.js";
import { lostDenials, refusalOf, unrepeated } from "../../../../src/app/planning/policies.js";
import { loadSources } from "../../../../src/config/load.js";
import type { Plan } from "../../../../src/model/plan/plan.js";
import type { Finding } from "../../../../src/model/policy/finding.js";
import type { Diagnostic } from "../../../../src/model/text/diagnostic.js";

const BASE: Plan = {
  ...{ formatVersion: 1, account: "main", exchange: "X", configDigest: "", steps: [], bots: {} },
  ...{ unchanged: 0, observedBots: 0, undeclared: [], undeclaredRule: "report", diagnostics: [] },
};
const STEP = { address: "main/a", action: "update" as const, reason: "r", changes: [], warnings: [] };
const PROBLEM = { severity: "error" as const, code: "plan/unknown-access", summary: "s", remedy: "r" };
const DENIAL: Finding = {
  ...{ code: "policy/max-leverage", severity: "deny", kind: "breach", policy: "few", address: "main/a" },
  ...{ summary: "s", remedy: "r" },
};

const TRIPPED: NonNullable<Plan["breakers"]>[number] = {
  ...{ name: "day-loss", rule: "loss", state: "tripped", figure: "131", limit: "100", unit: "USDT", used: "131" },
  why: "lost 131 of 100 USDT in 24 h",
};
const DOUBT = { ...PROBLEM, severity: "warning" as const, code: "plan/in-doubt" };

describe("the exit code of a plan", () => {
  it.each([
    [{}, {}, 0],
    [{ steps: [STEP] }, {}, 0],
    [{ steps: [STEP] }, { detailedExitcode: true }, 2],
    [{}, { detailedExitcode: true }, 0],
    [{ steps: [STEP], diagnostics: [PROBLEM] }, { detailedExitcode: true }, 3],
    [{ steps: [STEP], findings: [DENIAL] }, { detailedExitcode: true }, 6],
    [{ steps: [{ ...STEP, action: "turn-off" as const }], findings: [DENIAL] }, {}, 0],
    [{ diagnostics: [{ ...PROBLEM, severity: "warning" as const }] }, {}, 0],
    [{}, { failAbove: "lowers-risk" as const }, 0],
    [{ steps: [STEP] }, { failAbove: "within-limits" as const, detailedExitcode: true }, 6],
    [{ steps: [STEP], diagnostics: [PROBLEM] }, { failAbove: "within-limits" as const }, 3],
    [
      { steps: [{ ...STEP, action: "turn-off" as const }] },
      { failAbove: "lowers-risk" as const, detailedExitcode: true },
      2,
    ],
    [{ breakers: [TRIPPED] }, {}, 6],
    [{ breakers: [TRIPPED], steps: [STEP], diagnostics: [DOUBT] }, {}, 6],
    [{ breakers: [TRIPPED], diagnostics: [DOUBT] }, {}, 5],
    [{ breakers: [TRIPPED], steps: [{ ...STEP, action: "turn-off" as const }] }, {}, 0],
    [{ breakers: [{ ...TRIPPED, state: "near" as const }], steps: [STEP] }, {}, 0],
  ])("%j with %j is %d", (change, options, expected) => {
    expect(exitOfPlan(options, { ...BASE, ...change })).toBe(expected);
  });
});

describe("a plan that policies deny", () => {
  const WARNING: Finding = { ...DENIAL, code: "policy/safety-volume", severity: "warn" };
  const WAIVED: Finding = { ...DENIAL, waived: { reason: "r", until: "2026-12-31" } };

  it.each([
    [[], undefined],
    [[WARNING, WAIVED], undefined],
    [
      [DENIAL, WARNING, { ...DENIAL, address: "main/b" }],
      "policies deny it (policy/max-leverage): 2 denied; only a waiver in the configuration lets it through. Turning bots off is still possible",
    ],
    [
      [DENIAL, { ...DENIAL, code: "policy/max-bots" }],
      "policies deny it (policy/max-leverage, policy/max-bots): 2 denied; only a waiver in the configuration lets it through. Turning bots off is still possible",
    ],
  ])("says by which: %#", (findings, expected) => {
    expect(refusalOf({ ...BASE, steps: [STEP], findings })).toBe(expected);
  });

  it("stays denied where the configuration has lost the policy", () => {
    const { policy: _none, ...ofNobody } = DENIAL;
    const config = loadSources([{ file: "a.yaml", text: "version: 1\n" }]);
    const lost = (findings: readonly Finding[]) =>
      lostDenials({ ...BASE, steps: [STEP], findings }, { config, account: undefined, envs: [] });
    expect(lost([DENIAL, { ...DENIAL, policy: "two" }, DENIAL])).toBe(
      "policies denied it when it was made, and this configuration doesn't have them (few, two); plan again",
    );
    expect(lost([ofNobody, WARNING, WAIVED])).toBeUndefined();
  });
});

describe("a volume that is missing in the configuration", () => {
  const MISSING: Diagnostic = { ...PROBLEM, code: "config/safety-volume-missing", address: "main/a" };
  it.each([
    [[], [MISSING, PROBLEM], "nobody reports it"],
    [[{ ...DENIAL, code: "policy/safety-volume" }], [PROBLEM], "a policy reports the live bot"],
    [[{ ...DENIAL, code: "policy/safety-volume", address: "main/b" }], [MISSING, PROBLEM], "of another bot"],
    [[DENIAL], [MISSING, PROBLEM], "another policy"],
  ])("is said once: %#", (findings, expected) => {
    expect(unrepeated([MISSING, PROBLEM], { ...BASE, findings })).toEqual(expected);
  });
});
