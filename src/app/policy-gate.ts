// Whether policies let a plan be applied now: looked at again before anything is sent.

import type { Endpoint } from "../index.js";
import { denialsOf, isTurnOffsAlone, type Plan } from "../model/plan/plan.js";
import { countsText, type Finding } from "../model/policy/finding.js";
import { hasErrors } from "../model/text/diagnostic.js";
import { judge } from "../policy/judge.js";
import { DEFAULT_ASSUMPTIONS } from "../risk/assumptions.js";
import { type ConfigOptions, configurationPath, load } from "./configuration.js";
import type { Host } from "./host.js";
import { type Judged, policyOptionsOf } from "./policy-facts.js";
import { findingsNow } from "./policy-fresh.js";
import { accountAssumptions } from "./risk-assumptions.js";

/** Why the plan's own findings forbid to apply it; undefined where they don't. */
export function refusalOf(plan: Pick<Plan, "steps" | "findings">): string | undefined {
  const denials = denialsOf(plan);
  return denials.length === 0 ? undefined : refusalText(denials);
}

export function refusalText(denials: readonly Finding[]): string {
  const codes = [...new Set(denials.map(({ code }) => code))].join(", ");
  return `policy forbids it (${codes}): ${countsText(denials)}; only a waiver in the configuration lets it through, and bots can be turned off all the same`;
}

/** A saved plan judged by the policies and the clock of now; its money and its deals are of when it was made, and no bot is read. */
export function judgeSaved(plan: Plan, judged: Judged): Plan {
  const assumptions =
    judged.account === undefined ? DEFAULT_ASSUMPTIONS : accountAssumptions(judged.account, judged.config.place);
  const given = { plan, desired: judged.account?.desired, account: plan.account, assumptions };
  return { ...plan, findings: judge({ ...given, ...policyOptionsOf(judged) }) };
}

/** A saved plan that a policy denied when it was made; this configuration hasn't that policy, so it isn't known to hold no more. */
export function lostDenials({ steps, findings }: Plan, { config }: Judged): string | undefined {
  const names = new Set(config.policies.map(({ name }) => name));
  const lost = denialsOf({ steps, ...(findings !== undefined && { findings }) }).filter(
    ({ policy }) => policy !== undefined && !names.has(policy),
  );
  if (lost.length === 0) return undefined;
  const denied = [...new Set(lost.map(({ policy }) => policy))].join(", ");
  return `it was denied when it was made, by policies that this configuration doesn't have (${denied}); plan again`;
}

/** The same with everything as it is now: bots, deals, balances. */
export async function refusalNow(
  host: Host,
  concurrency: number,
  plan: Plan,
  judged: Judged,
  endpoint: Endpoint,
): Promise<string | undefined> {
  if (isTurnOffsAlone(plan)) return undefined;
  return refusalOf({ steps: plan.steps, findings: await findingsNow(host, concurrency, plan, judged, endpoint) });
}

/** A command that makes its plan without a preview in money, and what opens its account: undo, and commands about named bots and deals. */
export interface DirectGate {
  readonly options: ConfigOptions & { readonly concurrency: number };
  readonly endpoint: Endpoint;
}

/** Where there is no configuration there are no policies; of one with errors nobody knows which ones. */
export async function refusalOfDirect(
  host: Host,
  { options, endpoint }: DirectGate,
  plan: Plan,
): Promise<string | undefined> {
  if (isTurnOffsAlone(plan) || configurationPath(options.config) === undefined) return undefined;
  const config = load(options);
  if (hasErrors(config.diagnostics)) return UNKNOWN_POLICIES;
  const account = config.accounts.find(({ desired }) => desired.account === plan.account);
  return refusalNow(host, options.concurrency, plan, { config, account, envs: host.envs }, endpoint);
}

const UNKNOWN_POLICIES =
  "the configuration has errors, so nobody knows which policies hold; mend what botform validate names, and note that bots can be turned off all the same";
