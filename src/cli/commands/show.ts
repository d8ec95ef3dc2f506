// botform show: what a saved plan would do, whose it is and how long it holds.

import type { ConfigOptions } from "../../app/configuration.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { checkSaved, factsOf, readSaved, refused } from "../../app/saved.js";
import { resultJson } from "../../render/machine/json.js";
import { planText, savedText } from "../../render/text/plan-text.js";
import type { Context } from "../terminal/context.js";
import type { CredentialOptions } from "../terminal/credentials.js";

/** With a configuration or an account the file is verified, which takes the account's credentials. */
export interface ShowOptions extends ConfigOptions, CredentialOptions {
  readonly file: string;
  readonly account?: string;
  readonly format: "text" | "json";
}

export async function showCommand(context: Context, options: ShowOptions): Promise<ExitCode> {
  const { file } = options;
  const saved = await readSaved(file);
  const isChecked = options.config !== undefined || options.account !== undefined;
  const problem = isChecked ? checkSaved(context, options, saved).problem : undefined;
  const refusal = problem === undefined ? undefined : refused(file, problem);
  const facts = factsOf(saved, isChecked ? problem === undefined : null);
  const { plan } = saved;
  if (options.format === "json") {
    const exitCode = refusal?.exitCode ?? EXIT.done;
    const diagnostics = [...(refusal?.diagnostics ?? []), ...plan.diagnostics];
    const error = refusal === undefined ? {} : { error: refusal.message };
    context.out(resultJson({ command: "show", exitCode, diagnostics, ...error, saved: { file, ...facts }, plan }));
    return exitCode;
  }
  context.out(`${savedText(facts, plan.steps.length, Date.now(), context.colour)}\n${planText(plan, context.colour)}`);
  if (refusal === undefined) return EXIT.done;
  context.err("\n");
  throw refusal;
}
