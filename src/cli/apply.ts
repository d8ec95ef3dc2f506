// botform apply: plan, show, ask, carry out, report.
import { apply, type Endpoint } from "../library.js";
import { hasErrors } from "../model/diagnostic.js";
import type { ApplyReport } from "../model/outcome.js";
import type { Plan } from "../model/plan.js";
import { resultJson } from "../render/json.js";
import { planText } from "../render/plan-text.js";
import { reportText } from "../render/report-text.js";
import { counted } from "../render/value.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode, exitOfReport } from "./exit.js";
import { UserError } from "./failure.js";
import { interruptible, interruption } from "./interrupt.js";
import { computePlan, type PlanOptions } from "./plan.js";
import { applyProgress } from "./progress.js";

export interface ApplyCommandOptions extends PlanOptions {
  readonly format: "text" | "json";
  readonly yes?: boolean;
  /** Seconds. */
  readonly commandTimeout: number;
}

const NO_TERMINAL =
  "there is no terminal to ask on, so nothing was read or written\nReview botform plan, then run apply with --yes.";

export async function applyCommand(context: Context, options: ApplyCommandOptions): Promise<ExitCode> {
  if (options.yes !== true && context.ask === undefined) throw new UserError(NO_TERMINAL);
  const { made, endpoint } = await computePlan(context, options);
  const text = options.format === "text";
  if (text) context.out(planText(made, context.colour));

  const hindrance = await hindranceTo(context, options, made);
  if (hindrance !== undefined) {
    const { exitCode, error } = hindrance;
    if (text) context.err(`\n${context.errColour.bad("Not applied:")} ${error}; nothing was written.\n`);
    else context.out(resultJson({ command: "apply", exitCode, plan: made, error: `${error}; nothing was written` }));
    return exitCode;
  }
  const report = made.steps.length === 0 ? NOTHING_DONE : await carryOut(context, options, made, endpoint);
  const exitCode = exitOfReport(report);
  if (!text) context.out(resultJson({ command: "apply", exitCode, plan: made, report }));
  else if (made.steps.length > 0) context.out(`\n${reportText(report, context.colour)}`);
  return exitCode;
}

const NOTHING_DONE: ApplyReport = { outcomes: [], notes: [], unsettled: [], violations: [] };

/** Why the plan is not to be carried out. */
async function hindranceTo(
  context: Context,
  options: ApplyCommandOptions,
  { account, steps, diagnostics }: Plan,
): Promise<{ readonly exitCode: ExitCode; readonly error: string } | undefined> {
  if (hasErrors(diagnostics)) return { exitCode: EXIT.invalid, error: "the plan has errors" };
  if (steps.length === 0 || options.yes === true || context.ask === undefined) return undefined;
  const answer = await context.ask(
    `\nCarry out ${counted(steps.length, "step")} on the account ${account}? Only "yes" is a yes: `,
  );
  if (answer === undefined) throw interruption();
  return answer.trim() === "yes" ? undefined : { exitCode: EXIT.failed, error: "declined" };
}

async function carryOut(
  context: Context,
  options: ApplyCommandOptions,
  made: Plan,
  endpoint: Endpoint,
): Promise<ApplyReport> {
  context.err("\n");
  const progress = applyProgress(context, made.steps.length);
  try {
    return await interruptible(context, (signal) =>
      apply(made, endpoint, {
        concurrency: options.concurrency,
        commandDeadlineMs: options.commandTimeout * 1000,
        signal,
        onEvent: progress.onEvent,
      }),
    );
  } finally {
    progress.done();
  }
}
