// The grade of a plan: whether it only lowers risk, stays within limits, or needs a person, and each reason with its figures.
import * as z from "zod/mini";
import { text, word } from "../data.js";
import { ACTIONS } from "../plan/actions.js";
import { overText } from "../plan/limits.js";
import { denialsOf, isIdle, isTurnOffsAlone, type Plan, type Step } from "../plan/plan.js";
import type { PlanCode } from "../plan/plan-codes.js";
import { counted } from "../text/counted.js";
import { accountReasons, botReasons } from "./grade-figures.js";
import { GRADE_RULES, GRADES, type Grade, type GradeReason, type GradeRule } from "./grade-rules.js";

export interface Graded {
  readonly grade: Grade;
  /** In the order of the plan; none of a plan that only lowers risk. */
  readonly reasons: readonly GradeReason[];
}

export function gradedShape() {
  return z.strictObject({
    grade: z.enum(GRADES),
    reasons: z.array(z.strictObject({ code: word(), address: z.exactOptional(text()), text: text() })),
  });
}

/**
 * The grade of a finished plan; null of one that does nothing. It is the highest of its reasons', so a step or a figure more
 * that isn't known never makes it safer. Turn-offs alone lower risk whatever else is known, unless apply would refuse them.
 */
export function gradeOf(plan: Plan): Graded | null {
  if (isIdle(plan)) return null;
  const all = isTurnOffsAlone(plan) ? refusals(plan) : [...refusals(plan), ...objections(plan)];
  const person = all.filter(({ code }) => gradeFor(code) === "needs-person");
  const grade = person.length > 0 ? "needs-person" : all.length > 0 ? "within-limits" : "lowers-risk";
  return { grade, reasons: person.length > 0 ? person : all };
}

/** Whether the first is riskier than the second. */
export function isAbove(grade: Grade, most: Grade): boolean {
  return GRADES.indexOf(grade) > GRADES.indexOf(most);
}

/** What a policy or a diagnostic has found needs a person. */
function gradeFor(code: string): Grade {
  return Object.entries(GRADE_RULES).find(([rule]) => rule === code)?.[1] ?? "needs-person";
}

/** What apply refuses without a word of a person, and what it wouldn't do by itself. */
function refusals(plan: Plan): readonly GradeReason[] {
  const { diagnostics, lifted = [] } = plan;
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const over = overText(plan);
  return [
    ...(errors > 0 ? [reason("grade/errors", counted(errors, "error"))] : []),
    ...(over === undefined ? [] : [reason("grade/limits", over)]),
    ...lifted.map(({ address }) => reason("grade/protection-lifted", "it isn't protected any more", address)),
  ];
}

function objections(plan: Plan): readonly GradeReason[] {
  const { findings, diagnostics, steps, money } = plan;
  // Denials come first in a plan's findings; what was so before, or is waived, is no news.
  const news = (findings ?? []).filter(
    ({ kind, waived, severity }) => severity === "warn" && waived === undefined && NEWS.has(kind),
  );
  const own = steps.flatMap((step) => stepReasons(step, plan));
  const isUnpriced = money === undefined && !own.some(({ code }) => code === UNKNOWN);
  const doubts = diagnostics.filter(({ code, severity }) => severity === "warning" && isDoubt(code));
  return [
    ...(findings === undefined ? [reason("grade/no-policies", "no policies were evaluated")] : []),
    ...[...denialsOf(plan), ...news].map(({ code, summary, address }) => reason(code, summary, address)),
    ...doubts.map(({ code, summary, address }) => reason(code, summary, address)),
    ...own,
    ...(isUnpriced ? [reason(UNKNOWN, "the figures in money aren't known")] : []),
    ...(money === undefined ? [] : accountReasons(money)),
  ];
}

const UNKNOWN = "grade/unknown-figure" satisfies GradeRule;
const NEWS: ReadonlySet<string> = new Set(["breach", "unknown", "unenforceable"]);

/** Warnings of planning that leave no doubt about what the plan does, nor hide a bot: whatever else is warned of needs a person. */
export const CALM: ReadonlySet<string> = new Set([
  "plan/protected",
  "plan/held",
  "plan/not-switched-off",
  "plan/deals-frozen",
  "plan/take-profit-unclear",
  "plan/stays-behind",
  "plan/gone",
  "plan/limits-ended",
  "plan/rollout-declared",
  "plan/naked-deal",
  "plan/unknown-setting",
] satisfies readonly PlanCode[]);

/** The configuration's own warnings are about its text, which somebody has reviewed. */
function isDoubt(code: string): boolean {
  return code.startsWith("plan/") && !CALM.has(code);
}

function stepReasons(step: Step, { money }: Plan): readonly GradeReason[] {
  const { action, address, deal } = step;
  if (!ACTIONS[action].rules.undoable) {
    const what = `${ACTIONS[action].words.asks}${deal?.id === undefined ? "" : ` ${deal.id}`}`;
    return [reason("grade/irreversible", `to ${what} can't be undone`, address)];
  }
  return botReasons(step, money?.bots[address]);
}

function reason(code: string, what: string, address?: string): GradeReason {
  return { code, ...(address !== undefined && { address }), text: what };
}
