// Exit codes, as promised in docs/reference/exit-codes.md.
import { excessesOf } from "../model/plan/limits.js";
import type { ApplyReport } from "../model/plan/outcome.js";
import { denialsOf, isIdle, isInDoubt, type Plan, trippedOf } from "../model/plan/plan.js";
import { type Graded, gradeOf, isAbove } from "../model/policy/grade.js";
import type { Grade } from "../model/policy/grade-rules.js";
import { hasErrors } from "../model/text/diagnostic.js";
import type { EmergencyStopReport } from "../reconcile/emergency-stop/emergency-stop.js";

export const EXIT = {
  done: 0,
  failed: 1,
  changesPending: 2,
  invalid: 3,
  stale: 4,
  unknown: 5,
  blocked: 6,
  partlyApplied: 7,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Exit codes by how serious they are: unknown outcomes first, then partly done, then not done. The most serious account decides. */
const BY_SERIOUSNESS: readonly ExitCode[] = [
  EXIT.unknown,
  EXIT.interrupted,
  EXIT.partlyApplied,
  EXIT.stale,
  EXIT.blocked,
  EXIT.invalid,
  EXIT.failed,
  EXIT.changesPending,
  EXIT.done,
];

/** The exit code of a run on several accounts; each account's own stands in the report. */
export function mostSerious(codes: readonly ExitCode[]): ExitCode {
  return BY_SERIOUSNESS.find((code) => codes.includes(code)) ?? EXIT.done;
}

/** The exit code of an apply. An unknown outcome outranks everything: it must never look like anything milder (I6). */
export function exitOfReport(report: ApplyReport): ExitCode {
  if (report.stop === "blocked") return EXIT.blocked;
  const has = (kind: string) => report.outcomes.some((outcome) => outcome.kind === kind);
  if (has("unknown") || report.unsettled.length > 0) return EXIT.unknown;
  if (report.violations.length > 0) return EXIT.partlyApplied;
  if (report.stop === "interrupted") return EXIT.interrupted;
  const isDone = report.outcomes.every((outcome) => outcome.kind === "applied");
  // The credentials were rejected before the final read, so all steps are done, but rule 15 wasn't checked.
  if (isDone) return report.stop === undefined ? EXIT.done : EXIT.partlyApplied;
  if (report.outcomes.some((outcome) => outcome.wrote)) return EXIT.partlyApplied;
  return report.outcomes.some((outcome) => outcome.stale) ? EXIT.stale : EXIT.failed;
}

/** The exit code of an emergency stop. A bot that isn't known to be off outranks everything; but if nothing was done at all, nothing is unknown either. */
export function exitOfStop(
  report: Pick<EmergencyStopReport, "turnedOff" | "wereOff" | "stragglers" | "unsettled" | "wasRead" | "isInterrupted">,
): ExitCode {
  const { stragglers, unsettled, turnedOff, wereOff, wasRead, isInterrupted } = report;
  const isAnyOff = turnedOff.length + wereOff.length > 0;
  const isTouched = isAnyOff || stragglers.some(({ told }) => told);
  // Bots that are known by their ids were looked after all the same.
  if (!wasRead && !isTouched) return isInterrupted ? EXIT.interrupted : EXIT.failed;
  if (stragglers.length + unsettled.length === 0) return EXIT.done;
  const nothingDone = !isTouched && stragglers.length > 0;
  return nothingDone && !isInterrupted ? EXIT.failed : EXIT.unknown;
}

/** What decides about the exit code of a plan that nothing stands in the way of. */
export interface PlanExitOptions {
  readonly detailedExitcode?: boolean;
  /** The riskiest grade that ends well. */
  readonly failAbove?: Grade;
}

/** The exit code that a plan stands for. */
export function exitOfPlan({ detailedExitcode, failAbove }: PlanExitOptions, made: Plan): ExitCode {
  if (hasErrors(made.diagnostics)) return EXIT.invalid;
  if (denialsOf(made).length + excessesOf(made).length > 0) return EXIT.blocked;
  const isTripped = trippedOf(made).length > 0;
  if (isTripped && !isIdle(made)) return EXIT.blocked;
  if (isInDoubt(made)) return EXIT.unknown;
  if (isTripped) return EXIT.blocked;
  if (gradeAbove(failAbove, made) !== undefined) return EXIT.blocked;
  return detailedExitcode === true && !isIdle(made) ? EXIT.changesPending : EXIT.done;
}

/** The plan's grade where it is riskier than that. */
export function gradeAbove(most: Grade | undefined, made: Plan): Graded | undefined {
  const graded = most === undefined ? null : gradeOf(made);
  return graded !== null && most !== undefined && isAbove(graded.grade, most) ? graded : undefined;
}
