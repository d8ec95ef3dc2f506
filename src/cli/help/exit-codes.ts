// The meaning of each exit code, and what to do, for `botform --help`, `botform help exit-codes` and docs/reference/exit-codes.md.
import { EXIT, type ExitCode } from "../../app/exit.js";

export interface ExitRow {
  readonly code: ExitCode;
  /** As `botform --help` has it. */
  readonly title: string;
  /** As docs/reference/exit-codes.md has it. */
  readonly meaning: string;
  readonly todo: string;
}

const row = (code: ExitCode, title: string, meaning: string, todo: string): ExitRow => ({ code, title, meaning, todo });

export const EXIT_ROWS: readonly ExitRow[] = [
  row(
    EXIT.done,
    "done, or nothing to do",
    "The command did what it was asked: every step's effect was seen, or there was nothing to do. A plan with changes ends with 0, too, unless --detailed-exitcode is given.",
    "You need to do nothing.",
  ),
  row(
    EXIT.failed,
    "failed; nothing was written to the account that failed",
    "The command failed, or you declined. Nothing was changed on the account that failed: if the service refused a write, botform read the bot back and found it unchanged (service check --write is the exception: its message says what was left changed). Changes to other accounts may have been applied. Or standard output couldn't be written: standard error says so, and the command itself did its work.",
    "Read the message, correct what it names, run the command again.",
  ),
  row(
    EXIT.changesPending,
    "changes pending (drift, fmt --check; plan, diff and deals drift with --detailed-exitcode)",
    "There are differences: drift, fmt --check, and plan, diff and deals drift with --detailed-exitcode.",
    "Review them. Then apply the configuration, take over the live values (botform pull --accept), or run botform fmt.",
  ),
  row(
    EXIT.invalid,
    "configuration or usage invalid",
    "The configuration or the command line is wrong. Nothing was written to the account it is about; changes to other accounts may have been applied.",
    "Correct what the message names, with its file and line.",
  ),
  row(
    EXIT.stale,
    "the live bots differ from the plan, or the saved plan can't be used; nothing was written to that account",
    "The live bots differ from the plan, or the saved plan can't be used: altered, foreign, expired, or applied already. Nothing was written to that account.",
    "Plan again and review what changed.",
  ),
  row(
    EXIT.unknown,
    "an outcome is unknown",
    "The outcome of at least one step is unknown, a command of an earlier run may still take effect (a bot may come on, a deal may open), or botform couldn't confirm the final state.",
    "Run botform history show last, then botform resolve last, then plan again.",
  ),
  row(
    EXIT.blocked,
    "blocked by a safety limit or a policy; nothing was written to that account",
    "A safety limit, a policy or a hold blocked it, or it needs a separate confirmation. Nothing was written to that account. plan --fail-above ends with it, too, if the plan's grade is riskier.",
    "Check that you want this change. The message names the option that allows it, the policy, or the hold. No option overrides a policy: change the plan, or add a waiver to the configuration.",
  ),
  row(
    EXIT.partlyApplied,
    "partly applied",
    "Some steps were applied; others failed, were skipped, or never started. Or the final check found a problem; or, after pull, the files still differ from the live bots.",
    "Read the report: it names the bots to check. Then plan again.",
  ),
  row(
    EXIT.interrupted,
    "interrupted",
    "You interrupted it with Ctrl-C; --watch and --follow end this way.",
    "Plan again. botform history show last shows what was under way.",
  ),
];
