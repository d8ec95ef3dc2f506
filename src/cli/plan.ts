// botform plan: what apply would do, and nothing done.
import { hasErrors } from "../model/diagnostic.js";
import type { Plan } from "../model/plan.js";
import { diagnosticsText } from "../render/diagnostics-text.js";
import { type JsonResult, resultJson } from "../render/json.js";
import { planText } from "../render/plan-text.js";
import { findingsText } from "../render/policy-text.js";
import { clean } from "../render/sanitize.js";
import { chooseAccounts } from "./configuration.js";
import type { Context } from "./context.js";
import { environment } from "./credentials.js";
import type { ExitCode } from "./exit.js";
import { UserError } from "./failure.js";
import { type PlanOuts, planOuts, sayWritten } from "./plan-out.js";
import { computePlan, exitOfPlan, type PlanOfOne, type PlanOptions } from "./planning.js";
import { sameOptions, shellWord } from "./shell-word.js";

export interface PlanCommandOptions extends PlanOptions {
  readonly format: "text" | "json" | "diff" | "html";
  readonly detailedExitcode?: boolean;
  /** The files to write: see planOuts. */
  readonly out?: string;
  /** Minutes that the plan file holds. */
  readonly expires?: number;
}

const DEFAULT_HOLD_MINUTES = 30;

export async function planCommand(context: Context, options: PlanCommandOptions): Promise<ExitCode> {
  const outs = planOuts(options.out, options.format);
  if (options.expires !== undefined && outs.plan === undefined)
    throw new UserError("--expires says how long a saved plan holds\nName the file to save it to with --out.");
  const chosen = chooseAccounts(options);
  const env = await environment(context, options);
  if (chosen.accounts.length > 1) {
    const { planSeveral } = await import("./plan-several.js");
    return planSeveral(context, options, outs, chosen, env);
  }
  const planned = await computePlan(context, options, chosen, env);
  const result = await saved(options, outs, planned);
  const page = await pageOf(context, outs, options.format, planned);
  if (options.format !== "html") await FORMS[options.format](context, result);
  else if (outs.html === undefined) context.out(page);
  if (outs.html !== undefined) sayWritten(context, outs.html);
  if (result.error !== undefined) context.err(`\n${context.errColour.bad("Not saved:")} ${result.error}.\n`);
  if (result.saved !== undefined) {
    const { file, expiresAt } = result.saved;
    context.err(
      `\n${context.errColour.good("Saved")} as ${clean(file)}; it holds until ${expiresAt}. To carry it out:\n  botform apply ${shellWord(file)}${sameOptions(options)}\n`,
    );
  }
  return result.exitCode;
}

type PlanResult = JsonResult & { readonly plan: Plan; readonly exitCode: ExitCode };

/** What is said of the plan; the file is written where one is asked for and the plan has no errors. */
async function saved(options: PlanCommandOptions, outs: PlanOuts, { made, endpoint }: PlanOfOne): Promise<PlanResult> {
  const result = { command: "plan", exitCode: exitOfPlan(options, made), plan: made };
  if (outs.plan === undefined) return result;
  if (hasErrors(made.diagnostics)) return { ...result, error: "the plan has errors, so no plan file was written" };
  const { writeSaved } = await import("./saved.js");
  const facts = await writeSaved(outs.plan, made, endpoint, options.expires ?? DEFAULT_HOLD_MINUTES);
  return { ...result, saved: { file: outs.plan, ...facts } };
}

/** The page where one is asked for, written where a file is named for it. */
async function pageOf(
  context: Context,
  outs: PlanOuts,
  format: PlanCommandOptions["format"],
  planned: PlanOfOne,
): Promise<string> {
  if (outs.html === undefined && format !== "html") return "";
  const { planHtml } = await import("./plan-html.js");
  const page = planHtml(planned, Date.now());
  if (outs.html !== undefined)
    await (await import("./page-file.js")).writePage(outs.html, context.redacted?.(page) ?? page);
  return page;
}

const FORMS: Readonly<
  Record<Exclude<PlanCommandOptions["format"], "html">, (context: Context, result: PlanResult) => Promise<void>>
> = {
  text: async (context, { plan: made }) => context.out(planText(made, context.colour)),
  json: async (context, result) => context.out(resultJson(result)),
  async diff(context, { plan: made }) {
    const { planDiff } = await import("../render/plan-diff.js");
    context.out(planDiff(made));
    if (made.diagnostics.length > 0) context.err(diagnosticsText(made.diagnostics, context.errColour));
    const said = findingsText(made.findings ?? [], context.errColour);
    if (said !== "") context.err(`${said}\n`);
  },
};
