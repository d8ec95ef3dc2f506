// botform undo: plans the way back from an earlier run, and carries it out like any other plan, or saves it.

import { type CarryOutOptions, carryOut, excessOf } from "../../app/carry-out.js";
import type { ConfigOptions } from "../../app/configuration.js";
import { interruption, oneLine } from "../../app/error.js";
import { EXIT, type ExitCode, exitOfReport } from "../../app/exit.js";
import { openAccount } from "../../app/panic-connection.js";
import { refusalOfDirect } from "../../app/policy-gate.js";
import { writeSaved } from "../../app/saved.js";
import { staleness } from "../../app/stale.js";
import { type Endpoint, type PastRun, undo } from "../../index.js";
import type { ApplyReport } from "../../model/plan/outcome.js";
import type { Plan } from "../../model/plan/plan.js";
import { counted } from "../../model/text/counted.js";
import { hasErrors } from "../../model/text/diagnostic.js";
import { type JsonResult, resultJson } from "../../render/machine/json.js";
import { clean } from "../../render/sanitize.js";
import { diagnosticsText } from "../../render/text/diagnostics-text.js";
import { planText } from "../../render/text/plan-text.js";
import { reportText } from "../../render/text/report-text.js";
import type { Context } from "../terminal/context.js";
import { type CredentialOptions, whyNobodyToAsk } from "../terminal/credentials.js";
import { abandonable } from "../terminal/interrupt.js";
import { readProgress } from "../terminal/progress.js";
import { pickRun, readFolder } from "./history.js";
import { refuseElsewhere } from "./resolve.js";

export interface UndoOptions extends CarryOutOptions, CredentialOptions, ConfigOptions {
  readonly id: string;
  readonly account?: string;
  readonly format: "text" | "json";
  readonly yes?: boolean;
  /** The plan file to write instead of carrying the plan out. */
  readonly out?: string;
  /** Minutes that the plan file holds. */
  readonly expires: number;
}

/** The plan of the way back, and where it is carried out. */
interface WayBack {
  readonly run: PastRun;
  readonly made: Plan;
  readonly endpoint: Endpoint;
}

/** How it ends, and what is said of that beside the plan. */
interface Ending {
  readonly exitCode: ExitCode;
  readonly report?: ApplyReport;
  /** Why nothing was carried out. */
  readonly error?: string;
  readonly diagnostics?: Plan["diagnostics"];
  readonly saved?: JsonResult["saved"];
}

export async function undoCommand(context: Context, options: UndoOptions): Promise<ExitCode> {
  const back = await planBack(context, options);
  const { run, made } = back;
  const isText = options.format === "text";
  const { id, command, account } = run.begin;
  if (isText)
    context.out(
      `${clean(`The way back from ${command} ${id} on the account ${account}`)}\n\n${planText(made, context.colour)}`,
    );

  const ending = await endingOf(context, options, back);
  const { exitCode, report, error, diagnostics = [], saved } = ending;
  if (!isText) {
    const all = [...diagnostics, ...made.diagnostics];
    const head = {
      command: "undo",
      exitCode,
      plan: made,
      diagnostics: all,
      ...(report && { report }),
      ...(saved && { saved }),
    };
    context.out(
      resultJson({ ...head, ...(error !== undefined && { error: oneLine(error) }) }, { undoes: { id, command } }),
    );
    return exitCode;
  }
  if (report !== undefined) context.out(`\n${reportText(report, context.colour)}`);
  if (diagnostics.length > 0) context.err(`\n${diagnosticsText(diagnostics, context.errColour)}`);
  if (error !== undefined) context.err(`\n${context.errColour.bad("Not undone:")} ${clean(error)}.\n`);
  if (saved !== undefined)
    context.err(
      `\nSaved as ${clean(saved.file)}; it holds until ${saved.expiresAt}. Review it, then carry it out with botform apply ${clean(saved.file)}.\n`,
    );
  // The configuration of a panic was not asked, and that of an undo asks for what was before it.
  if (error === undefined && made.steps.length > 0 && command === "apply") context.err(NEWER_STATE);
  return exitCode;
}

const NEWER_STATE =
  "\nThe configuration still asks for the newer state: the next apply would bring it back. Take the change back there, too.\n";

/** Throws AppError for a run that isn't there, or was made elsewhere, and ServiceError where the account can't be read. */
async function planBack(context: Context, options: UndoOptions): Promise<WayBack> {
  const run = pickRun(await readFolder(options.journal), options);
  const { account } = run.begin;
  const opened = openAccount(context, { ...options, account });
  refuseElsewhere(run, opened);
  const progress = readProgress(context, account);
  try {
    const tuning = { concurrency: options.concurrency, onRequest: progress.onRequest, onPause: progress.onPause };
    const made = await abandonable(() => undo(run, opened.endpoint, tuning));
    return { run, made, endpoint: opened.endpoint };
  } finally {
    progress.done();
  }
}

async function endingOf(context: Context, options: UndoOptions, back: WayBack): Promise<Ending> {
  const { made, endpoint } = back;
  if (hasErrors(made.diagnostics)) return { exitCode: EXIT.invalid, error: "the plan has errors; nothing was written" };
  if (options.out !== undefined) {
    const facts = await writeSaved(options.out, made, endpoint, options.expires);
    return { exitCode: EXIT.done, saved: { file: options.out, ...facts } };
  }
  if (made.steps.length === 0) return { exitCode: EXIT.done };
  const nobody = options.yes === true ? undefined : whyNobodyToAsk(context);
  if (nobody !== undefined) return { exitCode: EXIT.done, error: `${nobody}, ${WITH_NOBODY_TO_ASK}` };
  const gate = { options, endpoint };
  const denied = await refusalOfDirect(context, gate, made);
  if (denied !== undefined) return { exitCode: EXIT.blocked, error: `${denied}; nothing was written` };
  const excess = excessOf(options, made);
  if (excess !== undefined) return { exitCode: EXIT.blocked, error: `${excess}; nothing was written` };
  if (options.yes !== true && context.ask !== undefined) {
    const question = `\nCarry out ${counted(made.steps.length, "step")} on the account ${made.account}? Only "yes" is a yes: `;
    const answer = await context.ask(question);
    if (answer === undefined) throw interruption();
    if (answer.trim() !== "yes") return { exitCode: EXIT.failed, error: "declined; nothing was written" };
    // Who was asked may have thought for an hour.
    const diagnostics = await staleness(context, made, endpoint, options.concurrency);
    const error = "the live bots differ from the plan, so plan the undo again; nothing was written";
    if (diagnostics.length > 0) return { exitCode: EXIT.stale, error, diagnostics };
    const late = await refusalOfDirect(context, gate, made);
    if (late !== undefined) return { exitCode: EXIT.blocked, error: `${late}; nothing was written` };
  }
  const report = await carryOut(context, options, back, { command: "undo" });
  return { exitCode: exitOfReport(report), report };
}

const WITH_NOBODY_TO_ASK =
  "and nothing was written; to carry it out, run it with --yes, or save it with --out FILE and apply that";
