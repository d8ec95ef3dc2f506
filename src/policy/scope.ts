// Which policy governs which bots, and what a waiver exempts. A built-in rule governs the bots that no configured policy of the same rule does.
import type { Policy, PolicyScope, Waiver } from "../model/policy/policy.js";
import { RULE_NAMES, ruleRow } from "../model/policy/policy-rules.js";
import type { Origin } from "../model/text/diagnostic.js";
import { fits } from "../model/text/pattern.js";
import { OF_NEIGHBOURS } from "./rules.js";
import type { Subject } from "./subjects.js";

export interface GoverningPolicy {
  readonly policy: Policy;
  readonly isConfigured: boolean;
  /** The bots that the rule looks at. A rule about neighbours has to see all of them. */
  readonly subjects: readonly Subject[];
  /** Whether the policy checks this pair of bots; given the same bot twice, whether it checks that bot. */
  readonly governs: (one: Subject, other: Subject) => boolean;
}

/** @param policies those whose scope includes the account */
export function entriesOf(policies: readonly Policy[], all: readonly Subject[]): readonly GoverningPolicy[] {
  const own = policies.map((policy) => configured(policy, all));
  return [...own, ...BUILT_IN.flatMap((policy) => builtIn(policy, own, all))];
}

/** A rule about neighbours needs both in its scope: otherwise it would report a bot that the policy isn't about. */
function configured(policy: Policy, all: readonly Subject[]): GoverningPolicy {
  const inScope = new Set(all.filter((subject) => isInScope(policy, subject)));
  return {
    policy,
    isConfigured: true,
    subjects: policy.rule in OF_NEIGHBOURS ? all : [...inScope],
    governs: (one, other) => inScope.has(one) && inScope.has(other),
  };
}

const NOWHERE: Origin = { file: "", path: [] };
const BUILT_IN: readonly Policy[] = RULE_NAMES.filter((name) => ruleRow(name).always !== undefined).map((rule) => {
  const { severity } = ruleRow(rule);
  return { name: "", rule, severity, onUnknown: "warn", scope: {}, parameters: {}, waivers: [], origin: NOWHERE };
});

function builtIn(policy: Policy, configured: readonly GoverningPolicy[], all: readonly Subject[]): GoverningPolicy[] {
  const own = configured.filter((entry) => entry.policy.rule === policy.rule);
  if (own.length > 0 && ruleRow(policy.rule).looksAt !== "bot") return [];
  if (own.length === 0) return [{ policy, isConfigured: false, subjects: all, governs: () => true }];
  const governs: GoverningPolicy["governs"] = (one, other) => !own.some((entry) => entry.governs(one, other));
  const subjects = policy.rule in OF_NEIGHBOURS ? all : all.filter((subject) => governs(subject, subject));
  return [{ policy, isConfigured: false, subjects, governs }];
}

/** If a scope's field isn't known of a bot, policies that deny apply to the bot, and policies that only soften a built-in rule don't. */
function isInScope({ scope, rule, severity }: Policy, subject: Subject): boolean {
  const { pairTitle, strategy, title } = subject.after;
  const mayBe = severity === "deny" || ruleRow(rule).always === undefined;
  const among = (patterns: readonly string[] | undefined, text: string | null | undefined) =>
    patterns === undefined || (typeof text === "string" ? fitsAny(patterns, text) : mayBe);
  return (
    among(scope.access, subject.alias) &&
    among(scope.pair, pairTitle) &&
    among(scope.strategy, strategy) &&
    among(scope.title, title)
  );
}

export function isAbout({ account: wanted }: PolicyScope, account: string): boolean {
  return wanted === undefined || fitsAny(wanted, account);
}

function fitsAny(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => fits(pattern, text));
}

/** When a waiver ends, in milliseconds since the epoch: at the end of its last day, in UTC. */
export function endOf({ until }: Waiver): number {
  return Date.parse(`${until}T00:00:00Z`) + 86_400_000;
}

/** The waiver that applies to a finding and hasn't ended; of several the one that ends last. */
export function waiverFor({ waivers }: Policy, address: string | undefined, now: number): Waiver | undefined {
  const key = address?.slice(address.indexOf("/") + 1);
  const matching = waivers.filter(
    ({ bots }) =>
      bots === undefined ||
      (address !== undefined && bots.some((bot) => fits(bot, address) || (key !== undefined && fits(bot, key)))),
  );
  return matching.filter((waiver) => endOf(waiver) > now).sort((left, right) => endOf(right) - endOf(left))[0];
}
