// botform plan: what apply would do, on one account or several, and nothing done.
import { failedEnd } from "../../app/apply.js";
import { chooseAccounts } from "../../app/configuration.js";
import { AppError, oneLine } from "../../app/error.js";
import { type ExitCode, mostSerious } from "../../app/exit.js";
import { type Ended, exitOfPlan, type Planned, type PlanOptions, planAccounts } from "../../app/plan.js";
import { denialsOf } from "../../model/plan/plan.js";
import { type Diagnostic, hasErrors } from "../../model/text/diagnostic.js";
import { type AccountResult, accountsJson, type JsonResult, resultJson } from "../../render/machine/json.js";
import { clean } from "../../render/sanitize.js";
import { accountFailure, accountHeading, accountsSummary } from "../../render/text/accounts-text.js";
import { diagnosticsText } from "../../render/text/diagnostics-text.js";
import { planText } from "../../render/text/plan-text.js";
import { findingsText } from "../../render/text/policy-text.js";
import type { Context } from "../terminal/context.js";
import { planForms, putForms, refuseOuts, sayForms } from "../terminal/plan-files.js";
import { planOuts } from "../terminal/plan-out.js";
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
  readonly envFrom?: string;
}

const DEFAULT_HOLD_MINUTES = 30;

export async function planCommand(context: Context, options: PlanCommandOptions): Promise<ExitCode> {
  const { format } = options;
  const outs = planOuts(options.out, format);
  if (options.expires !== undefined && outs.plan === undefined)
    throw new AppError("--expires says how long a saved plan holds\nName the file to save it to with --out.");
  await refuseOuts(outs, options);
  const chosen = chooseAccounts(options);
  const [, second] = chosen.accounts;
  if (outs.plan !== undefined && second !== undefined) {
    const names = chosen.accounts.map(({ desired }) => desired.account).join(", ");
    throw new AppError(
      `--out saves the plan of one account, and several are chosen (${names})\nName one with --account.`,
    );
  }
  const figuresOfSteps = format === "text" && options.out === undefined && second === undefined;
  const planned = await planAccounts(context, { ...options, figuresOfSteps }, chosen);
  const results = await Promise.all(planned.map((one) => resultOf(options, outs.plan, one)));
  const exitCode = mostSerious(results.map((result) => result.exitCode));
  if (second === undefined) for (const one of planned) plannedOf(one);
  const pictured = planned.map((one) =>
    "value" in one ? one.value : { account: one.account, failure: oneLine(one.failure.message) },
  );
  const json = () =>
    second === undefined && results[0] !== undefined
      ? resultJson({ command: "plan", ...results[0] })
      : accountsJson("plan", exitCode, results);
  await putForms(context, format, outs, planForms(context, options, outs, pictured, json));
  if (format === "diff") await printDiffs(context, planned);
  if (format === "text") printPlans(context, chosen.config.diagnostics, planned);
  if (format === "text" && second !== undefined) context.out(`\n${context.colour.bold(accountsSummary(results))}`);
  sayForms(context, outs);
  for (const result of results) saySaved(context, options, result);
  return exitCode;
}

/** What is said of one account's plan; the file is written where one is asked for and the plan has no errors. */
async function resultOf(
  options: PlanCommandOptions,
  file: string | undefined,
  one: Ended<Planned>,
): Promise<AccountResult & { readonly exitCode: ExitCode }> {
  if (!("value" in one)) return failedEnd(one);
  const { made, endpoint } = one.value;
  const result = { account: one.account, exitCode: exitOfPlan(options, made), plan: made };
  if (file === undefined) return result;
  if (hasErrors(made.diagnostics)) return { ...result, error: "the plan has errors, so no plan file was written" };
  const { writeSaved } = await import("../../app/saved.js");
  return {
    ...result,
    saved: { file, ...(await writeSaved(file, made, endpoint, options.expires ?? DEFAULT_HOLD_MINUTES)) },
  };
}

function saySaved(
  { err, errColour }: Context,
  options: PlanCommandOptions,
  { plan, saved, error }: Partial<JsonResult>,
): void {
  if (plan === undefined) return;
  if (error !== undefined) err(`\n${errColour.bad("Not saved:")} ${error}.\n`);
  if (saved === undefined) return;
  const next =
    denialsOf(plan).length > 0
      ? "Policies deny it, so botform apply will refuse it: change what they name, or waive it in the configuration, and plan again."
      : `To carry it out:\n  botform apply ${shellWord(saved.file)}${sameOptions(options)}`;
  err(`\n${errColour.good("Saved")} as ${clean(saved.file)}; it holds until ${saved.expiresAt}. ${next}\n`);
}

/** Of a single account, what kept it from being planned is the command's own failure. Throws AppError. */
function plannedOf<T>(one: Ended<T>): T {
  if ("value" in one) return one.value;
  const { message, ...rest } = one.failure;
  throw new AppError(message, rest);
}

/** Every account's plan, of several under its heading; what the configuration itself has to say stands before them once. */
export function printPlans(
  context: Context,
  problems: readonly Diagnostic[],
  planned: readonly Ended<Planned>[],
): void {
  const { colour } = context;
  const [only, second] = planned;
  if (only !== undefined && second === undefined) {
    context.out(planText(plannedOf(only).made, colour));
    return;
  }
  if (problems.length > 0) context.out(`${diagnosticsText(problems, colour)}\n`);
  const blocks = planned.map((one) => {
    const text =
      "value" in one
        ? planText({ ...one.value.made, diagnostics: one.value.own }, colour)
        : accountFailure("Not planned", one.failure, colour);
    return `${accountHeading(one.account, colour)}${text}`;
  });
  context.out(blocks.join("\n"));
}

/** One patch after another; what is no patch goes to standard error: why an apply would be blocked, too. */
async function printDiffs({ out, err, errColour }: Context, planned: readonly Ended<Planned>[]): Promise<void> {
  const { planDiff } = await import("../../render/text/plan-diff.js");
  for (const one of planned) {
    if ("value" in one) out(planDiff(one.value.made));
    const text = "value" in one ? besides(one.value.made) : accountFailure("Not planned", one.failure, errColour);
    if (text !== "") err(`${planned.length === 1 ? "" : accountHeading(one.account, errColour)}${text}`);
  }
  function besides({ diagnostics, findings = [] }: Planned["made"]): string {
    const said = findingsText(findings, errColour);
    return `${diagnosticsText(diagnostics, errColour)}${said === "" ? "" : `${said}\n`}`;
  }
}
