// The plan of one account: chosen, opened, read and planned, and nothing printed.
import { type Endpoint, plan } from "../library.js";
import { hasErrors } from "../model/diagnostic.js";
import type { Plan } from "../model/plan.js";
import { type AccountOptions, type ChosenAccounts, endpointOf } from "./configuration.js";
import type { Context } from "./context.js";
import type { CredentialOptions } from "./credentials.js";
import { EXIT, type ExitCode } from "./exit.js";
import { abandonable } from "./interrupt.js";
import { readProgress } from "./progress.js";
import { refuseUnknownStrays, selection } from "./selection.js";

export interface PlanOptions extends AccountOptions, CredentialOptions {
  readonly target?: readonly string[];
  readonly exclude?: readonly string[];
  /** A bot whose access was changed is turned off and created anew. */
  readonly allowReplace?: boolean;
  /** Of each account. */
  readonly concurrency: number;
}

export interface PlanOfOne {
  readonly made: Plan;
  readonly endpoint: Endpoint;
}

/** The plan of the only chosen account, its diagnostics placed in the files, and what opens the account. */
export async function computePlan(
  context: Context,
  options: PlanOptions,
  { config, accounts }: ChosenAccounts,
  env: Context["env"],
): Promise<PlanOfOne> {
  const [account] = accounts;
  const endpoint = endpointOf(config, account, env);
  context.conceal?.([endpoint.apiKey, endpoint.apiSecret]);
  const includes = selection([account.desired], options);
  const progress = readProgress(context, account.desired.account);
  try {
    const { allowReplace = false } = options;
    const tuning = { includes, allowReplace, concurrency: options.concurrency, onRequest: progress.onRequest };
    const made = await abandonable(() => plan(account.desired, endpoint, tuning));
    refuseUnknownStrays(options.target ?? [], [made]);
    // The configuration's own warnings are part of what a reviewer has to see.
    return { made: { ...made, diagnostics: config.locate([...config.diagnostics, ...made.diagnostics]) }, endpoint };
  } finally {
    progress.done();
  }
}

/** The exit code that a plan stands for. */
export function exitOfPlan({ detailedExitcode }: { readonly detailedExitcode?: boolean }, made: Plan): ExitCode {
  if (hasErrors(made.diagnostics)) return EXIT.invalid;
  return detailedExitcode === true && made.steps.length > 0 ? EXIT.changesPending : EXIT.done;
}
