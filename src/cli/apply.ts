// botform apply: plan or read a saved plan, show, ask, look once more, carry out, report.
import { type Endpoint, history } from "../library.js";
import { type Diagnostic, hasErrors } from "../model/diagnostic.js";
import type { ApplyReport } from "../model/outcome.js";
import { isUndo, type Plan } from "../model/plan.js";
import type { SavedPlan } from "../model/planfile.js";
import { appliedAlready } from "../model/planfile-problems.js";
import { outOfTime } from "../model/planfile-verify.js";
import { DiskError } from "../model/ports.js";
import { runOfPlan } from "../reconcile/history.js";
import { diagnosticsText } from "../render/diagnostics-text.js";
import { resultJson } from "../render/json.js";
import { planText } from "../render/plan-text.js";
import { reportText } from "../render/report-text.js";
import { savedText } from "../render/saved-text.js";
import { counted } from "../render/value.js";
import { type CarryOutFacts, type CarryOutOptions, carryOut, excessOf } from "./carry-out.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode, exitOfReport } from "./exit.js";
import { UserError } from "./failure.js";
import { interruption } from "./interrupt.js";
import { computePlan, type PlanOptions } from "./plan.js";
import { checkSaved, factsOf, readSaved, refused } from "./saved.js";
import { staleness } from "./stale.js";

export interface ApplyCommandOptions extends PlanOptions, CarryOutOptions {
  /** A saved plan to carry out; without it a new plan is made. */
  readonly file?: string;
  readonly format: "text" | "json";
  readonly yes?: boolean;
}

const NO_TERMINAL =
  "there is no terminal to ask on, so nothing was read or written\nReview botform plan, then run apply with --yes.";

/** The plan that is to be carried out, and the file it came from, if any. */
interface Subject {
  readonly made: Plan;
  readonly endpoint: Endpoint;
  readonly origin?: { readonly file: string; readonly saved: SavedPlan };
}

export async function applyCommand(context: Context, options: ApplyCommandOptions): Promise<ExitCode> {
  if (options.yes !== true && context.ask === undefined) throw new UserError(NO_TERMINAL);
  const { file } = options;
  const subject: Subject =
    file === undefined ? await computePlan(context, options) : await openSaved(context, { ...options, file });
  const { made, origin } = subject;
  const facts = origin === undefined ? undefined : factsOf(origin.saved, true);
  const text = options.format === "text";
  if (text && facts !== undefined) context.out(`${savedText(facts, made.steps.length, Date.now(), context.colour)}\n`);
  if (text) context.out(planText(made, context.colour));

  const about = {
    command: "apply",
    plan: made,
    ...(origin !== undefined && facts !== undefined && { saved: { file: origin.file, ...facts } }),
  };
  const hindrance = await hindranceTo(context, options, subject);
  if (hindrance !== undefined) {
    const { exitCode, error, diagnostics = [] } = hindrance;
    const all = [...diagnostics, ...made.diagnostics];
    if (!text)
      context.out(resultJson({ ...about, exitCode, diagnostics: all, error: `${error}; nothing was written` }));
    else
      context.err(
        `\n${problemsText(context, diagnostics)}${context.errColour.bad("Not applied:")} ${error}; nothing was written.\n`,
      );
    return exitCode;
  }
  const report = made.steps.length === 0 ? NOTHING_DONE : await carryOut(context, options, subject, factsFor(subject));
  const exitCode = exitOfReport(report);
  if (!text) context.out(resultJson({ ...about, exitCode, report }));
  else if (made.steps.length > 0) context.out(`\n${reportText(report, context.colour)}`);
  return exitCode;
}

const NOTHING_DONE: ApplyReport = { outcomes: [], notes: [], unsettled: [], violations: [] };

/** A saved plan leaves its id in the journal, and its end holds for every turn-on. */
function factsFor({ origin }: Subject): CarryOutFacts {
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

function problemsText(context: Context, problems: readonly Diagnostic[]): string {
  return problems.length === 0 ? "" : `${diagnosticsText(problems, context.errColour)}\n`;
}

/** The plan of a file that passes every check for which no bot has to be read. Throws UserError for any other. */
async function openSaved(context: Context, options: ApplyCommandOptions & { readonly file: string }): Promise<Subject> {
  const { file } = options;
  if (options.target !== undefined || options.exclude !== undefined)
    throw new UserError("--target and --exclude choose what is planned\nA saved plan is applied as a whole.");
  const saved = await readSaved(file);
  const { endpoint, problem } = checkSaved(context.env, options, saved);
  context.conceal?.([endpoint.apiKey, endpoint.apiSecret]);
  if (problem !== undefined) throw refused(file, problem);
  const earlier = runOfPlan((await pastRuns(options.journal)).runs, saved.id);
  if (earlier !== undefined) throw refused(file, appliedAlready(`by the run ${earlier.begin.id}`));
  return { made: saved.plan, endpoint, origin: { file, saved } };
}

interface Hindrance {
  readonly exitCode: ExitCode;
  readonly error: string;
  readonly diagnostics?: readonly Diagnostic[];
}

/** Why the plan is not to be carried out. */
async function hindranceTo(
  context: Context,
  options: ApplyCommandOptions,
  subject: Subject,
): Promise<Hindrance | undefined> {
  const { account, steps, diagnostics } = subject.made;
  if (hasErrors(diagnostics)) return { exitCode: EXIT.invalid, error: "the plan has errors" };
  if (steps.length === 0) return undefined;
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
  { made, endpoint, origin }: Subject,
): Promise<Hindrance | undefined> {
  const late = origin === undefined ? undefined : outOfTime(origin.saved, Date.now());
  if (late !== undefined) return { exitCode: EXIT.stale, error: "the plan is out of time", diagnostics: [late] };
  const diagnostics = await staleness(context, made, endpoint, options.concurrency);
  return diagnostics.length === 0
    ? undefined
    : { exitCode: EXIT.stale, error: "the live bots differ from the plan, so plan again", diagnostics };
}
