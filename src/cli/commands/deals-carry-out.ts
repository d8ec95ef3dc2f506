// Carries out what a command about named bots or deals has said: asks, looks once more, applies with journal, and reports.

import { carryOut } from "../../app/carry-out.js";
import type { TargetOptions } from "../../app/deals-target.js";
import { AppError, interruption, oneLine } from "../../app/error.js";
import { EXIT, type ExitCode, exitOfReport } from "../../app/exit.js";
import { refusalOfDirect } from "../../app/policy-gate.js";
import { staleness } from "../../app/stale.js";
import type { Endpoint } from "../../index.js";
import type { ApplyReport } from "../../model/plan/outcome.js";
import type { Plan } from "../../model/plan/plan.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import type { BeginEntry } from "../../reconcile/journal/journal-format.js";
import { resultJson } from "../../render/machine/json.js";
import { clean } from "../../render/sanitize.js";
import { diagnosticsText } from "../../render/text/diagnostics-text.js";
import { reportText } from "../../render/text/report-text.js";
import type { Context } from "../terminal/context.js";
import { whyNobodyToAsk } from "../terminal/credentials.js";

export interface DirectOptions extends TargetOptions {
  readonly yes?: boolean;
  readonly journal: string;
  readonly format: "text" | "json";
  readonly concurrency: number;
  /** Seconds until what isn't observed is unknown. */
  readonly timeout: number;
}

/** What is to be done, and what was said of it. */
export interface Direct {
  readonly command: BeginEntry["command"];
  readonly made: Plan;
  readonly endpoint: Endpoint;
  /** As text, ending in a line feed. */
  readonly said: string;
  /** The same for a document. */
  readonly body: Readonly<Record<string, unknown>>;
  /** What has to be typed, and what it is asked with. */
  readonly consent: { readonly question: string; readonly answer: string };
}

interface Ending {
  readonly exitCode: ExitCode;
  readonly report?: ApplyReport;
  readonly error?: string;
  readonly diagnostics?: readonly Diagnostic[];
}

/** Throws AppError where nobody can be asked and nobody has said yes; called before anything is read. */
export function refuseUnasked(context: Context, options: DirectOptions): void {
  const nobody = options.yes === true ? undefined : whyNobodyToAsk(context);
  if (nobody !== undefined)
    throw new AppError(`${nobody}, so nothing was read or written\nSay --yes to have it done without being asked.`);
}

export async function carryOutDirect(context: Context, options: DirectOptions, direct: Direct): Promise<ExitCode> {
  const isText = options.format === "text";
  // A document stands alone on standard output; who is asked has to read what for.
  if (isText) context.out(direct.said);
  else if (options.yes !== true) context.err(direct.said);
  const { exitCode, report, error, diagnostics = [] } = await endingOf(context, options, direct);
  if (!isText) {
    const head = { command: direct.command, exitCode, plan: direct.made, diagnostics, ...(report && { report }) };
    context.out(resultJson({ ...head, ...(error !== undefined && { error: oneLine(error) }) }, direct.body));
    return exitCode;
  }
  if (report !== undefined && report.outcomes.length > 0) context.out(`\n${reportText(report, context.colour)}`);
  if (diagnostics.length > 0) context.err(`\n${diagnosticsText(diagnostics, context.errColour)}`);
  if (error !== undefined) context.err(`\n${context.errColour.bad("Not done:")} ${clean(error)}.\n`);
  return exitCode;
}

async function endingOf(context: Context, options: DirectOptions, direct: Direct): Promise<Ending> {
  const { made, endpoint, command, consent } = direct;
  if (made.steps.length === 0) return { exitCode: EXIT.done };
  const gate = { options, endpoint };
  const denied = await refusalOfDirect(context, gate, made);
  if (denied !== undefined) return { exitCode: EXIT.blocked, error: `${denied}; nothing was written` };
  if (options.yes !== true && context.ask !== undefined) {
    const answer = await context.ask(consent.question);
    if (answer === undefined) throw interruption();
    if (answer.trim() !== consent.answer) return { exitCode: EXIT.failed, error: "declined; nothing was written" };
    // Who was asked may have thought for an hour.
    const diagnostics = await staleness(context, made, endpoint, options.concurrency);
    const error = "it is not as it was shown any more; nothing was written";
    if (diagnostics.length > 0) return { exitCode: EXIT.stale, error, diagnostics };
    const late = await refusalOfDirect(context, gate, made);
    if (late !== undefined) return { exitCode: EXIT.blocked, error: `${late}; nothing was written` };
  }
  // Whoever names each of them means them all: the limits of rule 16 are for what a configuration adds up to.
  const unlimited = { maxChangedPercent: 100, maxTurnOns: made.steps.length };
  const terms = { ...options, ...unlimited, commandTimeout: options.timeout };
  const report = await carryOut(context, terms, { made, endpoint }, { command });
  return { exitCode: exitOfReport(report), report };
}
