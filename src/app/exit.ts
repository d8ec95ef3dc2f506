// Exit codes, as promised in docs/reference/exit-codes.md.
import type { ApplyReport } from "../model/plan/outcome.js";

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

/** Of several accounts the most serious one is the run's: what nobody knows first, then what was begun, then what was left. */
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
  // Rejected before the final look: all steps are done, and rule 15 isn't.
  if (isDone) return report.stop === undefined ? EXIT.done : EXIT.partlyApplied;
  if (report.outcomes.some((outcome) => outcome.wrote)) return EXIT.partlyApplied;
  return report.outcomes.some((outcome) => outcome.stale) ? EXIT.stale : EXIT.failed;
}
