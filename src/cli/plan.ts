// botform plan: what apply would do, and nothing done.
import { type Endpoint, plan } from "../library.js";
import { hasErrors } from "../model/diagnostic.js";
import type { Plan } from "../model/plan.js";
import { diagnosticsText } from "../render/diagnostics-text.js";
import { resultJson } from "../render/json.js";
import { planText } from "../render/plan-text.js";
import { choose } from "./configuration.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode } from "./exit.js";
import { abandonable } from "./interrupt.js";
import { readProgress } from "./progress.js";
import { refuseUnknownStrays, selection } from "./selection.js";

export interface PlanOptions {
  readonly config?: string;
  readonly account?: string;
  readonly target?: readonly string[];
  readonly exclude?: readonly string[];
  readonly concurrency: number;
}

export interface PlanCommandOptions extends PlanOptions {
  readonly format: "text" | "json" | "diff";
  readonly detailedExitcode?: boolean;
}

export async function planCommand(context: Context, options: PlanCommandOptions): Promise<ExitCode> {
  const { made } = await computePlan(context, options);
  const pending = options.detailedExitcode === true && made.steps.length > 0;
  const exitCode = hasErrors(made.diagnostics) ? EXIT.invalid : pending ? EXIT.changesPending : EXIT.done;
  await FORMS[options.format](context, made, exitCode);
  return exitCode;
}

const FORMS: Readonly<
  Record<PlanCommandOptions["format"], (context: Context, made: Plan, exitCode: ExitCode) => Promise<void>>
> = {
  text: async (context, made) => context.out(planText(made, context.colour)),
  json: async (context, made, exitCode) => context.out(resultJson({ command: "plan", exitCode, plan: made })),
  async diff(context, made) {
    const { planDiff } = await import("../render/plan-diff.js");
    context.out(planDiff(made));
    if (made.diagnostics.length > 0) context.err(diagnosticsText(made.diagnostics, context.errColour));
  },
};

/** The plan of the chosen account, its diagnostics placed in the files, and what opens the account. */
export async function computePlan(context: Context, options: PlanOptions): Promise<{ made: Plan; endpoint: Endpoint }> {
  const { config, account, endpoint } = choose(context.env, options);
  const includes = selection(account.desired, options);
  const progress = readProgress(context, account.desired.account);
  try {
    const tuning = { concurrency: options.concurrency, onRequest: progress.onRequest };
    const made = await abandonable(() => plan(account.desired, endpoint, { includes, ...tuning }));
    refuseUnknownStrays(options.target ?? [], made);
    // The configuration's own warnings are part of what a reviewer has to see.
    return { made: { ...made, diagnostics: config.locate([...config.diagnostics, ...made.diagnostics]) }, endpoint };
  } finally {
    progress.done();
  }
}
