// botform plan for several accounts: planned side by side, printed one after another, and summed up.

import { type AccountEnd, type Ended, failedEnd, type Planned, planEach } from "../../app/accounts.js";
import type { ChosenAccounts } from "../../app/configuration.js";
import { AppError, oneLine } from "../../app/error.js";
import { type ExitCode, mostSerious } from "../../app/exit.js";
import { exitOfPlan, type PlanOptions } from "../../app/planning.js";
import type { Plan } from "../../model/plan/plan.js";
import { accountsJson } from "../../render/machine/json.js";
import { accountFailure, accountHeading, accountsSummary } from "../../render/text/accounts-text.js";
import { diagnosticsText } from "../../render/text/diagnostics-text.js";
import type { Paint } from "../../render/text/paint.js";
import { planText } from "../../render/text/plan-text.js";
import { findingsText } from "../../render/text/policy-text.js";
import type { Context } from "../terminal/context.js";
import { planForms, putForms, sayForms } from "../terminal/plan-files.js";
import type { PlanOuts } from "../terminal/plan-out.js";

export interface PlanSeveralOptions extends PlanOptions {
  readonly format: "text" | "json" | "diff" | "html" | "markdown";
  readonly detailedExitcode?: boolean;
  readonly out?: readonly string[];
  readonly marker?: string;
}

export async function planSeveral(
  context: Context,
  options: PlanSeveralOptions,
  outs: PlanOuts,
  chosen: ChosenAccounts,
): Promise<ExitCode> {
  if (outs.plan !== undefined) {
    const names = chosen.accounts.map(({ desired }) => desired.account).join(", ");
    throw new AppError(
      `--out saves the plan of one account, and several are chosen (${names})\nName one with --account.`,
    );
  }
  const planned = await planEach(context, options, chosen);
  const results = planned.map((one) => resultOf(options, one));
  const exitCode = mostSerious(results.map((result) => result.exitCode));
  const pictured = planned.map((one) =>
    "value" in one ? one.value : { account: one.account, failure: oneLine(one.failure.message) },
  );
  const forms = planForms(context, options, outs, pictured, () => accountsJson("plan", exitCode, results));
  await putForms(context, options.format, outs, forms);
  if (options.format === "diff") await printDiffs(context, planned);
  if (options.format === "text") {
    printPlans(context, chosen, planned);
    context.out(`\n${context.colour.bold(accountsSummary(results))}`);
  }
  sayForms(context, outs);
  return exitCode;
}

/** What is said of one account's plan, as of its plan alone. */
function resultOf(options: PlanSeveralOptions, one: Ended<Planned>): AccountEnd {
  const { account } = one;
  if ("value" in one) return { account, exitCode: exitOfPlan(options, one.value.made), plan: one.value.made };
  return failedEnd(one);
}

/** Every account's plan under its heading; what the configuration itself has to say stands before them once. */
export function printPlans(context: Context, { config }: ChosenAccounts, planned: readonly Ended<Planned>[]): void {
  const { colour } = context;
  if (config.diagnostics.length > 0) context.out(`${diagnosticsText(config.diagnostics, colour)}\n`);
  const blocks = planned.map((one) => {
    const text =
      "value" in one
        ? planText({ ...one.value.made, diagnostics: one.value.own }, colour)
        : accountFailure("Not planned", one.failure, colour);
    return `${accountHeading(one.account, colour)}${text}`;
  });
  context.out(blocks.join("\n"));
}

/** What a patch doesn't say: why an apply would be blocked, too. */
function besides({ diagnostics, findings = [] }: Plan, colour: Paint): string {
  const said = findingsText(findings, colour);
  return `${diagnosticsText(diagnostics, colour)}${said === "" ? "" : `${said}\n`}`;
}

/** One patch after another; what is no patch goes to standard error. */
async function printDiffs(context: Context, planned: readonly Ended<Planned>[]): Promise<void> {
  const { planDiff } = await import("../../render/text/plan-diff.js");
  const { errColour } = context;
  for (const one of planned) {
    if ("value" in one) context.out(planDiff(one.value.made));
    const text =
      "value" in one ? besides(one.value.made, errColour) : accountFailure("Not planned", one.failure, errColour);
    if (text !== "") context.err(`${accountHeading(one.account, errColour)}${text}`);
  }
}
