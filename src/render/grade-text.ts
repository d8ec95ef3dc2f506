// A plan's grade in words: one line with the bots and figures behind it.
import { overText } from "../model/plan/limits.js";
import { denialsOf, type Plan } from "../model/plan/plan.js";
import { gradeOf } from "../model/policy/grade.js";
import type { Grade, GradeReason } from "../model/policy/grade-rules.js";
import { hasErrors } from "../model/text/diagnostic.js";

export const GRADE_WORDS: Readonly<Record<Grade, string>> = {
  "lowers-risk": "only lowers risk",
  "within-limits": "within limits",
  "needs-person": "needs a person",
};

/** `within limits: btc-dip: leverage 5 → 6 (+20 %)`; undefined of no plan. */
export function gradeText(plan: Plan): string | undefined {
  const graded = gradeOf(plan);
  if (graded === null) return undefined;
  const { grade, reasons } = graded;
  return reasons.length === 0 ? GRADE_WORDS[grade] : `${GRADE_WORDS[grade]}: ${reasonsText(reasons)}`;
}

/** The same where it says more than the rest of the plan: who names each bot, or can't apply the plan anyway, needs none. */
export function shownGrade(plan: Plan): string | undefined {
  const isBlocked = hasErrors(plan.diagnostics) || denialsOf(plan).length > 0 || overText(plan) !== undefined;
  return plan.limits === undefined || isBlocked ? undefined : gradeText(plan);
}

const MOST_REASONS = 3;

/** Of each code the first, with how many more there are of it. */
function reasonsText(reasons: readonly GradeReason[]): string {
  const codes = [...new Set(reasons.map(({ code }) => code))];
  const texts = codes.slice(0, MOST_REASONS).map((code) => {
    const own = reasons.filter((one) => one.code === code);
    const more = own.length > 1 ? `, and ${own.length - 1} more` : "";
    return `${own[0] === undefined ? "" : reasonText(own[0])}${more}`;
  });
  const others = codes.length - texts.length;
  return `${texts.join("; ")}${others > 0 ? `; and ${others} other ${others === 1 ? "reason" : "reasons"}` : ""}`;
}

function reasonText({ address, text }: GradeReason): string {
  const name = address?.replace(/^[\w.-]+\//, "");
  return name === undefined || text.startsWith(`${name} `) ? text : `${name}: ${text}`;
}
