// botform apply: plan or read a saved plan, show, pass the gate, carry out, report.

import type { Attempt } from "../../app/attempt.js";
import { AppError } from "../../app/error.js";
import { type ExitCode, mostSerious } from "../../app/exit.js";
import { chooseAccounts } from "../../app/files/configuration.js";
import { type AppliedAccount, type ApplyOptions, applyPlanned } from "../../app/gate/apply.js";
import { refuseUnasked } from "../../app/gate/gate.js";
import { type Planned, type PlanOptions, planAccounts } from "../../app/planning/plan.js";
import { factsOf, openSaved, readSaved } from "../../app/planning/saved.js";
import type { ApplyReport } from "../../model/plan/outcome.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { type AccountResult, accountsJson } from "../../render/machine/json.js";
import { accountHeading, accountsSummary, reportText } from "../../render/text/accounts-text.js";
import { savedText } from "../../render/text/saved-text.js";
import type { Context } from "../terminal/context.js";
import { type EventLog, withEvents } from "../terminal/events.js";
import { ledgerOption, sameOptions, shellWord } from "../terminal/shell-word.js";
import { printPlans } from "./plan.js";
import { printBroken, stoppedPrinter } from "./stopped.js";

export interface ApplyCommandOptions extends PlanOptions, ApplyOptions {
  /** A saved plan to carry out; without it a new plan is made. */
  readonly file?: string;
  /** The digest of a plan that a person has approved; the approval is the consent. */
  readonly approved?: string;
  readonly format: "text" | "json";
  /** Each bot by itself. */
  readonly verbose?: boolean;
  /** The file that every event of the run is written to, one a line. */
  readonly events?: string;
}

/** The plans to carry out, and facts about the file they come from. */
interface PlannedRun {
  readonly planned: readonly Attempt<Planned>[];
  /** Of the configuration, said once where there are several plans. */
  readonly problems: readonly Diagnostic[];
  readonly saved?: NonNullable<AccountResult["saved"]>;
}

export async function applyCommand(context: Context, given: ApplyCommandOptions): Promise<ExitCode> {
  const options = given.approved === undefined ? given : { ...given, yes: true };
  if (options.approved !== undefined && options.file !== undefined)
    throw new AppError(`two plans are named: ${options.file}, and one by --approved\nGive one of them.`);
  return withEvents(context, options.events, "apply", async (events) => {
    // A file that is no plan is told so, whether or not somebody can be asked.
    if (options.file !== undefined && options.yes !== true && context.ask === undefined) await readSaved(options.file);
    refuseUnasked(context, options, unaskedText(options.file));
    const run = await plannedRun(context, options);
    if (options.format === "text") {
      if (run.saved !== undefined)
        context.out(`${savedText(run.saved, stepsOf(run.planned), Date.now(), context.colour)}\n`);
      printPlans(context, run.problems, run.planned, options);
    }
    const results = await applied(context, options, run, events);
    const exitCode = show(context, options, run, results);
    if (options.format === "text" && context.isTerminal) sayHowToUndo(context, options, results);
    return exitCode;
  });
}

/** A saved plan isn't the one that apply makes without it. */
function unaskedText(file: string | undefined): string {
  if (file === undefined) return "Review the output of botform plan, then run apply with --yes.";
  const word = shellWord(file);
  return `Review it with botform show ${word}, then run botform apply ${word} --yes.`;
}

async function plannedRun(context: Context, options: ApplyCommandOptions): Promise<PlannedRun> {
  const { file, approved } = options;
  if (approved !== undefined) {
    const { openApproved } = await import("../../app/gate/approvals.js");
    const planned = await openApproved(context, { ...options, digest: approved });
    const saved = { file: planned.file, digest: planned.approved, ...factsOf(planned.saved, true) };
    return { planned: [{ account: planned.made.account, value: planned }], problems: [], saved };
  }
  if (file === undefined) {
    const chosen = chooseAccounts(options);
    return { planned: await planAccounts(context, options, chosen), problems: chosen.config.diagnostics };
  }
  const planned = await openSaved(context, { ...options, file });
  const { made, saved } = planned;
  return {
    planned: [{ account: made.account, value: planned }],
    problems: [],
    saved: { file, ...factsOf(saved, true) },
  };
}

function stepsOf(planned: readonly Attempt<Planned>[]): number {
  return planned.reduce((sum, one) => sum + ("value" in one ? one.value.made.steps.length : 0), 0);
}

async function applied(
  context: Context,
  options: ApplyCommandOptions,
  { planned }: PlannedRun,
  events: EventLog,
): Promise<readonly AppliedAccount[]> {
  for (const one of planned) if ("value" in one) events.plan(one.value.made, one.value.saved?.id);
  const isText = options.format === "text";
  const isOne = planned.length === 1;
  const results = await applyPlanned(context, planned, {
    ...options,
    onEvent: (plan) => events.of(plan),
    onInterrupt: () => events.interrupted(),
    ...(isText && { onStopped: stoppedPrinter(context, NOT_DONE, isOne) }),
  });
  for (const end of results) events.account(end.account, end);
  return results;
}

const NOT_DONE = "Not applied";

const NO_REPORT: ApplyReport = { outcomes: [], notes: [], unsettled: [], violations: [] };

function show(
  context: Context,
  { format }: ApplyCommandOptions,
  run: PlannedRun,
  results: readonly AppliedAccount[],
): ExitCode {
  const exitCode = mostSerious(results.map((end) => end.exitCode));
  const { colour } = context;
  const [only, second] = results;
  const isOne = only !== undefined && second === undefined;
  if (format === "json") {
    const saved = run.saved === undefined ? {} : { saved: run.saved };
    const parts = results.map(({ begun: _begun, ...end }) => ({
      ...(end.error === undefined && { report: NO_REPORT }),
      ...end,
      ...saved,
    }));
    const { formatVersion } = context;
    context.out(accountsJson({ command: "apply", exitCode, formatVersion }, parts));
    return exitCode;
  }
  printBroken(
    context,
    NOT_DONE,
    isOne,
    results.filter(({ begun }) => begun),
  );
  for (const { account, report } of results)
    if (report !== undefined)
      context.out(`\n${isOne ? "" : accountHeading(account, colour)}${reportText(report, colour)}`);
  if (!isOne) context.out(`\n${colour.bold(accountsSummary(results))}`);
  return exitCode;
}

/** Whoever applies by hand may want it back at once. */
function sayHowToUndo({ tell }: Context, options: ApplyCommandOptions, results: readonly AppliedAccount[]): void {
  const done = results.filter(({ report }) => report?.outcomes.some(({ kind }) => kind === "applied"));
  const ids = done.flatMap(({ report }) => report?.runId ?? []);
  const [id, second] = ids;
  if (id === undefined) return;
  const same = `${sameOptions(options)}${ledgerOption(options)}`;
  if (second === undefined) tell(`\nTo plan the way back:\n  botform undo ${id}${same}\n`);
  else tell(`\nTo plan the way back of one account:\n  botform undo last --account NAME${same}\n`);
}
