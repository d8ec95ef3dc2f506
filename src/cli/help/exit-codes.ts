// What each exit code means and what to do, for `botform help exit-codes`; docs/explanation/safety.md and `botform --help` say the same.
import { EXIT, type ExitCode } from "../../app/exit.js";

export interface ExitRow {
  readonly code: ExitCode;
  /** As `botform --help` has it. */
  readonly title: string;
  /** As docs/explanation/safety.md has it. */
  readonly meaning: string;
  readonly todo: string;
}

const row = (code: ExitCode, title: string, meaning: string, todo: string): ExitRow => ({ code, title, meaning, todo });

export const EXIT_ROWS: readonly ExitRow[] = [
  row(EXIT.done, "done, or nothing to do", "Every step was seen to be done, or there was nothing to do.", "Nothing."),
  row(
    EXIT.failed,
    "failed; nothing was written to the account that failed",
    "It failed, and nothing was written to the account that failed; of several, others may have been applied.",
    "Read the message, mend what it names, run it again.",
  ),
  row(
    EXIT.changesPending,
    "changes pending (plan --detailed-exitcode, drift, fmt --check)",
    "plan --detailed-exitcode: there are changes.",
    "Review them, then apply.",
  ),
  row(
    EXIT.invalid,
    "configuration or usage invalid",
    "The configuration or the command line is wrong; nothing was written to the account it is about.",
    "Mend what is named, with its file and line.",
  ),
  row(
    EXIT.stale,
    "the live bots differ from the plan, or the saved plan is not to be used; nothing written to that account",
    "The bots differ from the plan, or the saved plan may not be used; nothing was written.",
    "Plan again and review what is new.",
  ),
  row(
    EXIT.unknown,
    "an outcome is unknown",
    "Something is unknown.",
    "botform history show last, then botform resolve last; then plan.",
  ),
  row(
    EXIT.blocked,
    "blocked by a safety limit or a policy, nothing written to that account",
    "A limit or a policy held it back; nothing was written.",
    "See whether so much is meant; the message names the flag, or the policy, which only a waiver in the configuration lets through.",
  ),
  row(
    EXIT.partlyApplied,
    "partly applied",
    "Partly done, or the final look found a violation.",
    "Read the report; a violation names the bots to look at; plan again.",
  ),
  row(EXIT.interrupted, "interrupted", "Interrupted.", "Plan again; history show last tells what was under way."),
];
