// botform plan: what apply would do, and nothing done.

import { chooseAccounts } from "../../app/configuration.js";
import { AppError } from "../../app/error.js";
import type { ExitCode } from "../../app/exit.js";
import { computePlan, exitOfPlan, type PlanOfOne, type PlanOptions } from "../../app/planning.js";
import { denialsOf, type Plan } from "../../model/plan/plan.js";
import { hasErrors } from "../../model/text/diagnostic.js";
import { type JsonResult, resultJson } from "../../render/machine/json.js";
import { clean } from "../../render/sanitize.js";
import { diagnosticsText } from "../../render/text/diagnostics-text.js";
import { planText } from "../../render/text/plan-text.js";
import { findingsText } from "../../render/text/policy-text.js";
import type { Context } from "../terminal/context.js";
import { planForms, putForms, refuseOuts, sayForms } from "../terminal/plan-files.js";
import { type PlanOuts, planOuts } from "../terminal/plan-out.js";
import { sameOptions, shellWord } from "../terminal/shell-word.js";

export interface PlanCommandOptions extends PlanOptions {
  readonly format: "text" | "json" | "diff" | "html" | "markdown";
  readonly detailedExitcode?: boolean;
  /** The files to write: see planOuts. */
  readonly out?: readonly string[];
  /** Tells its comment from others of the same pull request. */
  readonly marker?: string;
  /** Minutes that the plan file holds. */
  readonly expires?: number;
}

const DEFAULT_HOLD_MINUTES = 30;

export async function planCommand(context: Context, options: PlanCommandOptions): Promise<ExitCode> {
  const outs = planOuts(options.out, options.format);
  if (options.expires !== undefined && outs.plan === undefined)
    throw new AppError("--expires says how long a saved plan holds\nName the file to save it to with --out.");
  await refuseOuts(outs, options);
  const chosen = chooseAccounts(options);
  if (chosen.accounts.length > 1) {
    const { planSeveral } = await import("./plan-several.js");
    return planSeveral(context, options, outs, chosen);
  }
  const figuresOfSteps = options.format === "text" && options.out === undefined;
  const planned = await computePlan(context, { ...options, figuresOfSteps }, chosen);
  const result = await saved(options, outs, planned);
  const forms = planForms(context, options, outs, [planned], () => resultJson(result));
  await putForms(context, options.format, outs, forms);
  if (options.format === "text") context.out(planText(result.plan, context.colour));
  if (options.format === "diff") await printDiff(context, result.plan);
  sayForms(context, outs);
  if (result.error !== undefined) context.err(`\n${context.errColour.bad("Not saved:")} ${result.error}.\n`);
  if (result.saved !== undefined) {
    const { file, expiresAt } = result.saved;
    const next =
      denialsOf(result.plan).length > 0
        ? "Policies deny it, so botform apply will refuse it: change what they name, or waive it in the configuration, and plan again."
        : `To carry it out:\n  botform apply ${shellWord(file)}${sameOptions(options)}`;
    context.err(`\n${context.errColour.good("Saved")} as ${clean(file)}; it holds until ${expiresAt}. ${next}\n`);
  }
  return result.exitCode;
}

type PlanResult = JsonResult & { readonly plan: Plan; readonly exitCode: ExitCode };

/** What is said of the plan; the file is written where one is asked for and the plan has no errors. */
async function saved(options: PlanCommandOptions, outs: PlanOuts, { made, endpoint }: PlanOfOne): Promise<PlanResult> {
  const result = { command: "plan", exitCode: exitOfPlan(options, made), plan: made };
  if (outs.plan === undefined) return result;
  if (hasErrors(made.diagnostics)) return { ...result, error: "the plan has errors, so no plan file was written" };
  const { writeSaved } = await import("../../app/saved.js");
  const facts = await writeSaved(outs.plan, made, endpoint, options.expires ?? DEFAULT_HOLD_MINUTES);
  return { ...result, saved: { file: outs.plan, ...facts } };
}

/** What is no patch goes to standard error. */
async function printDiff(context: Context, made: Plan): Promise<void> {
  const { planDiff } = await import("../../render/text/plan-diff.js");
  context.out(planDiff(made));
  if (made.diagnostics.length > 0) context.err(diagnosticsText(made.diagnostics, context.errColour));
  const said = findingsText(made.findings ?? [], context.errColour);
  if (said !== "") context.err(`${said}\n`);
}
