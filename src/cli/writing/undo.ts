// botform undo: plans the way back from an earlier run, and carries it out like any other plan, or saves it.

import { AppError } from "../../app/error.js";
import { EXIT, type ExitCode, exitOfPlan } from "../../app/exit.js";
import type { ConfigOptions } from "../../app/files/configuration.js";
import { type AppliedAccount, type ApplyOptions, applyAll } from "../../app/gate/apply.js";
import { askFor } from "../../app/gate/approvals.js";
import { type Candidate, refuseUnasked } from "../../app/gate/gate.js";
import { writeSaved } from "../../app/planning/saved.js";
import { planBack } from "../../app/planning/undo.js";
import { isIdle } from "../../model/plan/plan.js";
import { shortDigest } from "../../model/planfile/approval.js";
import { hasErrors } from "../../model/text/diagnostic.js";
import { type AccountResult, accountsJson } from "../../render/machine/json.js";
import { nextOf, nextText } from "../../render/next.js";
import { clean } from "../../render/sanitize.js";
import { reportText } from "../../render/text/accounts-text.js";
import { planText } from "../../render/text/plan-text.js";
import type { Context } from "../terminal/context.js";
import { ledgerOption, sameOptions, typedBy } from "../terminal/shell-word.js";
import { printBroken, stoppedPrinter } from "./stopped.js";

export interface UndoOptions extends ApplyOptions, ConfigOptions {
  readonly id: string;
  readonly account?: string;
  readonly format: "text" | "json";
  /** The plan file to write instead of carrying the plan out. */
  readonly out?: string;
  /** Keeps the plan in the ledger for a person to approve it, instead of carrying it out. */
  readonly ask?: boolean;
  /** Minutes that the saved plan holds. */
  readonly expires: number;
  readonly envFrom?: string;
  /** Each bot by itself. */
  readonly verbose?: boolean;
}

const NOT_DONE = "Not undone";

export async function undoCommand(context: Context, options: UndoOptions): Promise<ExitCode> {
  if (options.ask === true && options.out !== undefined)
    throw new AppError(
      "--ask keeps the plan in the ledger, and --out in a file; a plan is saved once\nLeave out one of them.",
    );
  if (options.out === undefined && options.ask !== true)
    refuseUnasked(
      context,
      options,
      "To carry it out, add --yes; or save it with --out FILE, review it and apply the file; or let somebody approve it: --ask.",
    );
  const { run, candidate } = await planBack(context, options);
  const { made } = candidate;
  const { id, command, account } = run.begin;
  const isText = options.format === "text";
  if (isText)
    context.out(
      `${clean(`Undo of ${command} ${id} on the account ${account}`)}\n\n${planText(made, context.colour, options)}`,
    );
  const end = await undone(context, options, candidate);
  const { exitCode, report, error, saved } = end;
  if (!isText) {
    const { formatVersion } = context;
    const { begun: _begun, ...part } = end;
    context.out(
      accountsJson({ command: "undo", exitCode, formatVersion }, [{ ...part, more: { undoes: { id, command } } }]),
    );
    return exitCode;
  }
  printBroken(
    context,
    NOT_DONE,
    true,
    [end].filter(({ begun }) => begun),
  );
  if (report !== undefined) context.out(`\n${reportText(report, context.colour)}`);
  if (saved?.digest !== undefined) sayKept(context, options, saved.digest, saved.expiresAt);
  else if (options.ask === true && error === undefined && isIdle(made))
    context.tell("\nThere is nothing to do, so nobody has to approve it.\n");
  else if (saved !== undefined) {
    context.tell(`\nSaved as ${clean(saved.file)}; it is valid until ${saved.expiresAt}. Review it.\n`);
    const { id: _id, account: _account, ...typed } = options;
    const next = nextOf([{ account, plan: made }], typedBy({ ...typed, out: [] }, saved.file));
    if (next !== undefined) context.err(nextText(next, context.errColour));
  }
  // The configuration of an emergency stop was not asked, and that of an undo asks for what was before it.
  if (error === undefined && made.steps.length > 0 && command === "apply")
    context.tell(options.ask === true ? STATE_AFTERWARDS : NEWER_STATE);
  return exitCode;
}

/** Who approves it, and who carries it out then. */
function sayKept({ tell, err, errColour }: Context, options: UndoOptions, kept: string, expiresAt: string): void {
  const digest = shortDigest(kept);
  const same = `${sameOptions(options)}${ledgerOption(options)}`;
  tell(`\n${errColour.good("Kept in the ledger")} as ${digest}; it is valid until ${expiresAt}. To approve it:\n`);
  err(`  botform approve ${digest}${same}\n`);
  tell("Once it is approved:\n");
  err(`  botform apply --approved ${digest}${same}\n`);
}

const STATE_AFTERWARDS =
  "\nThe configuration still has the change that this undoes, so the apply after it would make it again. Revert it there, too.\n";

const NEWER_STATE =
  "\nThe configuration still has the change that was undone, so the next apply would make it again. Revert it there, too.\n";

async function undone(
  context: Context,
  options: UndoOptions,
  candidate: Candidate,
): Promise<AppliedAccount & Pick<AccountResult, "saved">> {
  const { account, made, endpoint } = candidate;
  const { out: file, journal, expires: minutes } = options;
  if (options.ask === true) {
    const end = { account, exitCode: exitOfPlan({}, made), plan: made };
    if (hasErrors(made.diagnostics)) return { ...end, error: "the plan has errors, so nobody is asked to approve it" };
    const asked = await askFor(made, endpoint, { journal, minutes });
    return { ...end, ...(asked !== undefined && { saved: asked }) };
  }
  if (file !== undefined && !hasErrors(made.diagnostics))
    return {
      account,
      exitCode: exitOfPlan({}, made),
      plan: made,
      saved: { file, ...(await writeSaved(file, made, endpoint, minutes, journal)) },
    };
  const [end] = await applyAll(context, [candidate], {
    ...options,
    command: "undo",
    staleText: "the live bots differ from the plan, so plan the undo again",
    ...(options.format === "text" && { onStopped: stoppedPrinter(context, NOT_DONE, true) }),
  });
  return end ?? { account, exitCode: EXIT.done, plan: made };
}
