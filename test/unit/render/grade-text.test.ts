// A plan's grade in words: the first of each kind of reason, and nothing where the plan can't be applied anyway.
import { expect, it } from "vitest";
import type { Plan, Step } from "../../../src/model/plan/plan.js";
import { planProblem } from "../../../src/model/plan/plan-codes.js";
import { gradeText, shownGrade } from "../../../src/render/grade-text.js";
import { planOf, step } from "../reconcile/plan/plans.js";
import { botRisk, moneyOf } from "./facts.js";

const LIMITS = { maxChangedPercent: 30, maxTurnOns: 30 };
const plan = (steps: readonly Step[], changes: Partial<Plan> = {}): Plan =>
  planOf([], steps, { findings: [], limits: LIMITS, money: moneyOf(), ...changes });
const deal = (key: string): Step => ({ ...step("cancel-deal", key), deal: { id: 7 } });

it("is said in a line", () => {
  expect(gradeText(plan([]))).toBeUndefined();
  expect(gradeText(plan([step("turn-off", "a")]))).toBe("only lowers risk");
  expect(gradeText(plan([deal("a"), deal("b"), deal("c")]))).toBe(
    "needs a person: a: to cancel the deal 7 can't be undone, and 2 more",
  );
});

it("names a bot once, and three kinds of reasons", () => {
  const warned = (code: "plan/copies" | "plan/former-on" | "plan/also-on", key: string) =>
    planProblem(code, { summary: `${key} isn't alone`, address: `main/${key}` });
  const diagnostics = [warned("plan/copies", "a"), warned("plan/former-on", "b"), warned("plan/also-on", "c")];
  expect(gradeText(plan([deal("a")], { diagnostics }))).toBe(
    "needs a person: a isn't alone; b isn't alone; c isn't alone; and 1 other reason",
  );
});

it("is shown where the plan may be applied, and nobody named each bot", () => {
  const on = plan([step("turn-on", "a")], {
    money: moneyOf({ bots: { "main/a": { before: botRisk({ on: false }), after: botRisk() } } }),
  });
  expect(shownGrade(on)).toBe("within limits: a: comes on, position at most 1 180.5 USDT");
  const { limits: _, ...direct } = on;
  expect(shownGrade(direct)).toBeUndefined();
  expect(shownGrade({ ...on, limits: { ...LIMITS, maxTurnOns: 0 } })).toBeUndefined();
  expect(
    shownGrade({ ...on, diagnostics: [planProblem("plan/copy-on", { summary: "a second one is on" })] }),
  ).toBeUndefined();
  expect(
    shownGrade({
      ...on,
      findings: [{ code: "policy/affordable", severity: "deny", kind: "breach", summary: "too much", remedy: "Less." }],
    }),
  ).toBeUndefined();
});
