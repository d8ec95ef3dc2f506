// Which policy judges which bots: the configured ones those in their scope, the built-in ones all that no policy of the same rule is about.

import type { Policy } from "../model/policy/policy.js";
import { RULE_NAMES, ruleRow } from "../model/policy/policy-rules.js";
import type { Origin } from "../model/text/diagnostic.js";
import { NEIGHBOUR_RULES } from "./neighbour-rules.js";
import { isInScope } from "./scope.js";
import type { Subject } from "./subjects.js";

export interface Entry {
  readonly policy: Policy;
  readonly isConfigured: boolean;
  /** Whom the rule looks at; one about neighbours has to see everybody. */
  readonly subjects: readonly Subject[];
  /** Whether what is between two bots is this policy's to judge; of a bot and itself, whether the bot is. */
  readonly governs: (one: Subject, other: Subject) => boolean;
}

export function entriesOf(policies: readonly Policy[], all: readonly Subject[], account: string): readonly Entry[] {
  const own = policies.map((policy) => configured(policy, all, account));
  return [...own, ...BUILT_IN.flatMap((policy) => builtIn(policy, own, all))];
}

/** Of neighbours both have to be in its scope: with only one it would say something of a bot that it isn't about. */
function configured(policy: Policy, all: readonly Subject[], account: string): Entry {
  const inScope = new Set(all.filter((subject) => isInScope(policy, account, subject)));
  return {
    policy,
    isConfigured: true,
    subjects: policy.rule in NEIGHBOUR_RULES ? all : [...inScope],
    governs: (one, other) => inScope.has(one) && inScope.has(other),
  };
}

const NOWHERE: Origin = { file: "", path: [] };
const BUILT_IN: readonly Policy[] = RULE_NAMES.filter((name) => ruleRow(name).always === true).map((rule) => {
  const { severity } = ruleRow(rule);
  return { name: "", rule, severity, onUnknown: "warn", scope: {}, parameters: {}, waivers: [], origin: NOWHERE };
});

function builtIn(policy: Policy, configured: readonly Entry[], all: readonly Subject[]): Entry[] {
  const own = configured.filter((entry) => entry.policy.rule === policy.rule);
  if (own.length > 0 && ruleRow(policy.rule).looksAt !== "bot") return [];
  const governs: Entry["governs"] = (one, other) => !own.some((entry) => entry.governs(one, other));
  const subjects = policy.rule in NEIGHBOUR_RULES ? all : all.filter((subject) => governs(subject, subject));
  return [{ policy, isConfigured: false, subjects, governs }];
}
