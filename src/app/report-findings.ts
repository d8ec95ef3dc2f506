// What the policies say of a live account as it stands: a plan that does nothing, judged as a whole.

import type { LiveBot } from "../model/bot/live-bot.js";
import type { Deal } from "../model/deal/deal.js";
import type { Plan } from "../model/plan/plan.js";
import type { Finding } from "../model/policy/finding.js";
import type { Assumptions } from "../model/risk/assumptions.js";
import type { Money, Unknown } from "../model/risk/risk.js";
import { judge } from "../policy/judge.js";
import type { Known } from "../risk/known.js";
import type { LiveAccount } from "./live-account.js";
import { policyFacts, policyOptionsOf } from "./policies.js";

/** What is said where only the rules that always hold could be asked. */
export const POLICIES_UNKNOWN: Unknown = {
  what: "what the configuration's policies say: only the rules that always hold were asked",
  needs: "a configuration without errors, named with --config",
};

/** What was read of the account, and what it may cost. */
export interface Standing {
  readonly bots: readonly LiveBot[];
  readonly deals: readonly Deal[];
  readonly known: Known;
  readonly assumptions: Assumptions;
  readonly money: Money;
}

/** By the configuration's policies where it can be used, else by what always holds alone. */
export function liveFindings(
  { account, desired, judged }: LiveAccount,
  { bots, deals, known, assumptions, money }: Standing,
): readonly Finding[] {
  const plan: Plan = {
    ...{ formatVersion: 1, account, exchange: desired?.exchange ?? "", configDigest: desired?.digest ?? "" },
    ...{ steps: [], bots: {}, unchanged: bots.length, observedBots: bots.length },
    ...{ undeclared: [], undeclaredRule: "ignore", diagnostics: [], money },
  };
  const options = judged === undefined ? { policies: [], facts: policyFacts([], []) } : policyOptionsOf(judged);
  return judge({ plan, desired, account, live: bots, deals, whole: true, known, assumptions, ...options });
}
