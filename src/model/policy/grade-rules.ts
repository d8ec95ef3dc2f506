// The grades of a plan, the rules that keep it from a safer one, and what a reason is.
/** The safest first. */
export const GRADES = ["lowers-risk", "within-limits", "needs-person"] as const;
export type Grade = (typeof GRADES)[number];

/** The rules of the grades by code: what each keeps a plan from being, and how. Others are codes of findings and diagnostics. */
export const GRADE_RULES = {
  "grade/errors": "needs-person",
  "grade/limits": "needs-person",
  "grade/protection-lifted": "needs-person",
  "grade/no-policies": "needs-person",
  "grade/irreversible": "needs-person",
  "grade/unknown-figure": "needs-person",
  "grade/other-market": "needs-person",
  "grade/large-growth": "needs-person",
  "grade/new-liquidation": "needs-person",
  "grade/creates": "within-limits",
  "grade/turns-on": "within-limits",
  "grade/growth": "within-limits",
  "grade/sooner-liquidated": "within-limits",
  "grade/not-measured": "within-limits",
} as const satisfies Readonly<Record<string, Grade>>;

export type GradeRule = keyof typeof GRADE_RULES;

/** Why a plan hasn't a safer grade. */
export interface GradeReason {
  /** Of a rule of the grades, a policy's finding or a diagnostic. */
  readonly code: string;
  /** Of the bot; absent where it is about the account. */
  readonly address?: string;
  /** One line, with figures where there are any. */
  readonly text: string;
}
