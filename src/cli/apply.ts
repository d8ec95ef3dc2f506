// botform apply: plan, show, ask, carry out, report.
import { apply } from "../library.js";
import { hasErrors } from "../model/diagnostic.js";
import { resultJson } from "../render/json.js";
import { planText } from "../render/plan-text.js";
import { reportText } from "../render/report-text.js";
import { counted } from "../render/value.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode, exitOfReport } from "./exit.js";
import { UserError } from "./failure.js";
import { interruptible } from "./interrupt.js";
import { computePlan, type PlanOptions } from "./plan.js";
import { applyProgress } from "./progress.js";

export interface ApplyCommandOptions extends PlanOptions {
  readonly format: "text" | "json";
  readonly yes?: boolean;
  /** Seconds. */
  readonly commandTimeout: number;
}

export async function applyCommand(context: Context, options: ApplyCommandOptions): Promise<ExitCode> {
  const { ask } = context;
  if (options.yes !== true && ask === undefined) {
    throw new UserError(
      "there is no terminal to ask on, so nothing was read or written\nReview botform plan, then run apply with --yes.",
    );
  }
  const { made, endpoint } = await computePlan(context, options);
  const text = options.format === "text";
  if (text) context.out(planText(made, context.colour));
  if (hasErrors(made.diagnostics)) {
    if (!text)
      context.out(
        resultJson({
          command: "apply",
          exitCode: EXIT.invalid,
          plan: made,
          error: "the plan has errors; nothing was written",
        }),
      );
    else context.err(`\n${context.errColour.bad("Not applied:")} the plan has errors; nothing was written.\n`);
    return EXIT.invalid;
  }
  if (made.steps.length === 0) {
    if (!text)
      context.out(
        resultJson({
          command: "apply",
          exitCode: EXIT.done,
          plan: made,
          report: { outcomes: [], notes: [], violations: [] },
        }),
      );
    return EXIT.done;
  }
  if (options.yes !== true && ask !== undefined && !(await agreed(ask, context, made.account, made.steps.length))) {
    if (!text)
      context.out(
        resultJson({ command: "apply", exitCode: EXIT.failed, plan: made, error: "declined; nothing was written" }),
      );
    else context.err("Not applied: nothing was written.\n");
    return EXIT.failed;
  }

  context.err("\n");
  const progress = applyProgress(context, made.steps.length);
  const report = await interruptible(context, (signal) =>
    apply(made, endpoint, {
      concurrency: options.concurrency,
      commandDeadlineMs: options.commandTimeout * 1000,
      signal,
      onEvent: progress.onEvent,
    }),
  );
  progress.done();
  const exitCode = exitOfReport(report);
  context.out(
    text ? `\n${reportText(report, context.colour)}` : resultJson({ command: "apply", exitCode, plan: made, report }),
  );
  return exitCode;
}

async function agreed(
  ask: (question: string) => Promise<string>,
  context: Context,
  account: string,
  steps: number,
): Promise<boolean> {
  const answer = await ask(`\nCarry out ${counted(steps, "step")} on the account ${account}? Only "yes" is a yes: `);
  if (answer.trim() === "yes") return true;
  context.err("\n");
  return false;
}
