// botform apply: plan or read a saved plan, show, ask, look once more, carry out, report.

import { type CarryOutFacts, type CarryOutOptions, carryOut, excessOf, type Subject } from "../../app/carry-out.js";
import { chooseAccounts } from "../../app/configuration.js";
import { AppError, interruption } from "../../app/error.js";
import { EXIT, type ExitCode, exitOfReport } from "../../app/exit.js";
import { computePlan, type PlanOptions } from "../../app/planning.js";
import type { Judged } from "../../app/policy-facts.js";
import { judgeSaved, lostDenials, refusalNow, refusalOf } from "../../app/policy-gate.js";
import { budgeted } from "../../app/request-budget.js";
import { checkSaved, factsOf, readSaved, refused } from "../../app/saved.js";
import { staleness } from "../../app/stale.js";
import { history } from "../../index.js";
import type { ApplyReport } from "../../model/plan/outcome.js";
import { isUndo } from "../../model/plan/plan.js";
import type { SavedPlan } from "../../model/planfile/planfile.js";
import { appliedAlready } from "../../model/planfile/planfile-problems.js";
import { outOfTime } from "../../model/planfile/planfile-verify.js";
import { DiskError } from "../../model/ports.js";
import { counted } from "../../model/text/counted.js";
import { type Diagnostic, hasErrors } from "../../model/text/diagnostic.js";
import { runOfPlan } from "../../reconcile/journal/history.js";
import { resultJson } from "../../render/machine/json.js";
import { diagnosticsText } from "../../render/text/diagnostics-text.js";
import { planText } from "../../render/text/plan-text.js";
import { reportText } from "../../render/text/report-text.js";
import { savedText } from "../../render/text/saved-text.js";
import type { Context } from "../terminal/context.js";
import { whyNobodyToAsk } from "../terminal/credentials.js";
import { type EventLog, withEvents } from "../terminal/events.js";

export interface ApplyCommandOptions extends PlanOptions, CarryOutOptions {
  /** A saved plan to carry out; without it a new plan is made. */
  readonly file?: string;
  readonly format: "text" | "json";
  readonly yes?: boolean;
  /** The file that every event of the run is written to, one a line. */
  readonly events?: string;
}

const WITH_NOBODY_TO_ASK = "so nothing was read or written\nReview botform plan, then run apply with --yes.";

/** The plan that is to be carried out, and the file it came from, if any. */
interface Chosen extends Subject {
  readonly judged: Judged;
  readonly origin?: { readonly file: string; readonly saved: SavedPlan };
}

/** How it ends: with a report, or with the reason why nothing was written. */
interface Ending {
  readonly exitCode: ExitCode;
  readonly report?: ApplyReport;
  readonly error?: string;
  readonly diagnostics?: readonly Diagnostic[];
}

export async function applyCommand(context: Context, options: ApplyCommandOptions): Promise<ExitCode> {
  return withEvents(context, options.events, "apply", (events) => applyWatched(context, options, events));
}

async function applyWatched(context: Context, options: ApplyCommandOptions, events: EventLog): Promise<ExitCode> {
  const nobody = options.yes === true ? undefined : whyNobodyToAsk(context);
  if (nobody !== undefined) throw new AppError(`${nobody}, ${WITH_NOBODY_TO_ASK}`);
  const { file } = options;
  if (file !== undefined) return applyOne(context, options, await openSaved(context, { ...options, file }), events);
  const chosen = chooseAccounts(options);
  if (chosen.accounts.length > 1) {
    const { applySeveral } = await import("./apply-several.js");
    return applySeveral(context, options, chosen, events);
  }
  const judged = { config: chosen.config, account: chosen.accounts[0], envs: context.envs };
  return applyOne(context, options, { ...(await computePlan(context, options, chosen)), judged }, events);
}

async function applyOne(
  context: Context,
  options: ApplyCommandOptions,
  subject: Chosen,
  events: EventLog,
): Promise<ExitCode> {
  const { made, origin } = subject;
  events.plan(made, origin?.saved.id);
  const facts = origin === undefined ? undefined : factsOf(origin.saved, true);
  const isText = options.format === "text";
  if (isText && facts !== undefined)
    context.out(`${savedText(facts, made.steps.length, Date.now(), context.colour)}\n`);
  if (isText) context.out(planText(made, context.colour));

  const ending = await endingOf(context, options, subject, events);
  events.account(made.account, ending);
  const { exitCode, report, error, diagnostics = [] } = ending;
  if (!isText) {
    const saved = origin !== undefined && facts !== undefined && { saved: { file: origin.file, ...facts } };
    const all = [...diagnostics, ...made.diagnostics];
    const why = error !== undefined && { error: `${error}; nothing was written` };
    context.out(
      resultJson({
        command: "apply",
        plan: made,
        exitCode,
        diagnostics: all,
        ...saved,
        ...why,
        ...(report && { report }),
      }),
    );
  } else if (error !== undefined) {
    const problems = diagnostics.length === 0 ? "" : `${diagnosticsText(diagnostics, context.errColour)}\n`;
    context.err(`\n${problems}${context.errColour.bad("Not applied:")} ${error}; nothing was written.\n`);
  } else if (report !== undefined && made.steps.length > 0) {
    context.out(`\n${reportText(report, context.colour)}`);
  }
  return exitCode;
}

async function endingOf(
  context: Context,
  options: ApplyCommandOptions,
  subject: Chosen,
  events: EventLog,
): Promise<Ending> {
  const hindrance = await hindranceTo(context, options, subject);
  if (hindrance !== undefined) return hindrance;
  const report =
    subject.made.steps.length === 0
      ? NOTHING_DONE
      : await carryOut(context, options, subject, factsFor(subject), events);
  return { exitCode: exitOfReport(report), report };
}

const NOTHING_DONE: ApplyReport = { outcomes: [], notes: [], unsettled: [], violations: [] };

/** A saved plan leaves its id in the journal, and its end holds for every turn-on. */
function factsFor({ origin }: Chosen): CarryOutFacts {
  if (origin === undefined) return {};
  const { id, expiresAt, plan } = origin.saved;
  const command = isUndo(plan) ? "undo" : "apply";
  return { planId: id, expiresAt: Date.parse(expiresAt), command };
}

/** A journal that can't be read tells of nothing; one that can't be written stops the run later. */
async function pastRuns(folder: string): ReturnType<typeof history> {
  try {
    return await history(folder);
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return { runs: [], unreadable: [] };
  }
}

/** The plan of a file that passes every check for which no bot has to be read. Throws AppError for any other. */
async function openSaved(context: Context, options: ApplyCommandOptions & { readonly file: string }): Promise<Chosen> {
  const { file, account: names = [], allAccounts, config } = options;
  if (options.target !== undefined || options.exclude !== undefined || options.allowReplace === true)
    throw new AppError(
      "--target, --exclude and --allow-replace choose what is planned\nA saved plan is applied as a whole.",
    );
  const [account, second] = new Set(names);
  if (allAccounts === true || second !== undefined)
    throw new AppError(
      "a saved plan is of one account, and knows which\nLeave --all-accounts and further names of --account away.",
    );
  const saved = await readSaved(file);
  const where = {
    file,
    ...(config !== undefined && { config }),
    ...(account !== undefined && { account }),
    // The configuration's digest is of what variables came to.
    ...(options.var !== undefined && { var: options.var }),
    ...(options.varFile !== undefined && { varFile: options.varFile }),
  };
  const { endpoint, problem, judged } = checkSaved(context, where, saved);
  context.conceal([endpoint.apiKey, endpoint.apiSecret]);
  if (problem !== undefined) throw refused(file, problem);
  const earlier = runOfPlan((await pastRuns(options.journal)).runs, saved.id);
  if (earlier !== undefined) throw refused(file, appliedAlready(`by the run ${earlier.begin.id}`));
  const made = judgeSaved(saved.plan, judged);
  return { made, endpoint: budgeted(endpoint, options), judged, origin: { file, saved } };
}

/** Why the plan is not to be carried out. */
async function hindranceTo(
  context: Context,
  options: ApplyCommandOptions,
  subject: Chosen,
): Promise<Ending | undefined> {
  const { account, steps, diagnostics } = subject.made;
  if (hasErrors(diagnostics)) return { exitCode: EXIT.invalid, error: "the plan has errors" };
  if (steps.length === 0) return undefined;
  const lost = subject.origin === undefined ? undefined : lostDenials(subject.origin.saved.plan, subject.judged);
  const denied = refusalOf(subject.made) ?? lost;
  if (denied !== undefined) return { exitCode: EXIT.blocked, error: denied };
  const excess = excessOf(options, subject.made);
  if (excess !== undefined) return { exitCode: EXIT.blocked, error: excess };
  const asks = options.yes !== true && context.ask !== undefined;
  if (asks) {
    const answer = await context.ask(
      `\nCarry out ${counted(steps.length, "step")} on the account ${account}? Only "yes" is a yes: `,
    );
    if (answer === undefined) throw interruption();
    if (answer.trim() !== "yes") return { exitCode: EXIT.failed, error: "declined" };
  }
  // A plan that was made a moment ago is as fresh as a look could make it.
  return asks || subject.origin !== undefined ? overtaken(context, options, subject) : undefined;
}

/** What time and other hands have done to the plan since it was made; who was asked may have thought for an hour. */
async function overtaken(
  context: Context,
  options: ApplyCommandOptions,
  { made, endpoint, judged, origin }: Chosen,
): Promise<Ending | undefined> {
  const late = origin === undefined ? undefined : outOfTime(origin.saved, Date.now());
  if (late !== undefined) return { exitCode: EXIT.stale, error: "the plan is out of time", diagnostics: [late] };
  const diagnostics = await staleness(context, made, endpoint, options.concurrency);
  if (diagnostics.length > 0) return { exitCode: EXIT.stale, error: OVERTAKEN, diagnostics };
  const denied = await refusalNow(context, options.concurrency, made, judged, endpoint);
  return denied === undefined ? undefined : { exitCode: EXIT.blocked, error: denied };
}

const OVERTAKEN = "the live bots differ from the plan, so plan again";
