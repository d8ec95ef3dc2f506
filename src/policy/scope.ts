// Whom a policy is about, and whom a waiver lets off.
import { fits, type Policy, type PolicyScope, type Waiver } from "../model/policy/policy.js";
import { ruleRow } from "../model/policy/policy-rules.js";
import type { Subject } from "./subjects.js";

/** What nobody knows of a bot lets it off nothing: it is in the scope of what forbids, and not of what softens a rule that always holds. */
export function isInScope({ scope, rule, severity }: Policy, account: string, subject: Subject): boolean {
  const { pairTitle, strategy, title } = subject.after;
  const mayBe = severity === "deny" || ruleRow(rule).always !== true;
  const among = (patterns: readonly string[] | undefined, text: string | null | undefined) =>
    patterns === undefined || (typeof text === "string" ? fitsAny(patterns, text) : mayBe);
  return (
    isAbout(scope, account) &&
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

/** Milliseconds since the epoch at which a waiver ends: its last day is whole, in UTC. */
export function endOf({ until }: Waiver): number {
  return Date.parse(`${until}T00:00:00Z`) + 86_400_000;
}

/** The waiver that lets a finding off, of those that haven't ended; the one that holds longest. */
export function waiverFor({ waivers }: Policy, address: string | undefined, now: number): Waiver | undefined {
  const key = address?.slice(address.indexOf("/") + 1);
  const matching = waivers.filter(
    ({ bots }) =>
      bots === undefined ||
      (address !== undefined && bots.some((bot) => fits(bot, address) || (key !== undefined && fits(bot, key)))),
  );
  return matching.filter((waiver) => endOf(waiver) > now).sort((left, right) => endOf(right) - endOf(left))[0];
}
