// The plan of one account: chosen, opened, read and planned, and nothing printed.

import { type Endpoint, plan } from "../index.js";
import { denialsOf, type Plan } from "../model/plan/plan.js";
import type { Assumptions } from "../model/risk/assumptions.js";
import { hasErrors } from "../model/text/diagnostic.js";
import type { Known } from "../risk/known.js";
import { memoryOf } from "./access-memory.js";
import { type AccountOptions, type ChosenAccounts, endpointOf } from "./configuration.js";
import { EXIT, type ExitCode } from "./exit.js";
import type { Host } from "./host.js";
import { policyOptions, unrepeated } from "./policy-facts.js";
import { accountAssumptions } from "./risk-assumptions.js";
import { refuseUnknownStrays, selection } from "./selection.js";

export interface PlanOptions extends AccountOptions {
  readonly target?: readonly string[];
  readonly exclude?: readonly string[];
  /** A bot whose access was changed is turned off and created anew. */
  readonly allowReplace?: boolean;
  /** Of each account. */
  readonly concurrency: number;
  /** Minutes for which remembered accesses hold; none are remembered without. */
  readonly accessCache?: number;
  /** Whether a plan that does nothing is shown without figures in money: then none are worked out. */
  readonly figuresOfSteps?: boolean;
}

export interface PlanOfOne {
  readonly made: Plan;
  readonly endpoint: Endpoint;
  readonly assumptions: Assumptions;
  /** What its figures in money rest on; undefined where there are none. */
  readonly known: Known | undefined;
}

/** The plan of the only chosen account, its diagnostics placed in the files, and what opens the account. */
export async function computePlan(
  host: Host,
  options: PlanOptions,
  { config, accounts }: ChosenAccounts,
): Promise<PlanOfOne> {
  const [account] = accounts;
  const endpoint = endpointOf(config, account, host.env, options);
  const assumptions = accountAssumptions(account, config.place);
  let known: Known | undefined;
  const onKnown = (found: Known) => {
    known = found;
  };
  const money = { assumptions, onKnown, ofStepsAlone: options.figuresOfSteps === true };
  host.conceal([endpoint.apiKey, endpoint.apiSecret]);
  const includes = selection([account.desired], options);
  {
    const { allowReplace = false } = options;
    const tuning = {
      includes,
      allowReplace,
      concurrency: options.concurrency,
      money,
      ...memoryOf(endpoint, options.accessCache),
    };
    const policies = policyOptions(config, account, host.envs);
    const made = await host.read(account.desired.account, (watch) =>
      plan(account.desired, endpoint, { ...tuning, ...watch, policies }),
    );
    refuseUnknownStrays(options.target ?? [], [made]);
    // The configuration's own warnings are part of what a reviewer has to see.
    const diagnostics = config.locate([...unrepeated(config.diagnostics, made), ...made.diagnostics]);
    return { made: { ...made, diagnostics }, endpoint, assumptions, known };
  }
}

/** The exit code that a plan stands for. */
export function exitOfPlan({ detailedExitcode }: { readonly detailedExitcode?: boolean }, made: Plan): ExitCode {
  if (hasErrors(made.diagnostics)) return EXIT.invalid;
  if (denialsOf(made).length > 0) return EXIT.blocked;
  return detailedExitcode === true && made.steps.length > 0 ? EXIT.changesPending : EXIT.done;
}
