// The texts of each policy rule and its code: its parameters in words, and the rows of `botform explain`.
import type { CodeRow } from "../text/diagnostic.js";
import {
  codeOf,
  type LimitUnit,
  type ParameterName,
  RULE_NAMES,
  type RuleRow,
  ruleRow,
  WAIVER_EXPIRED,
} from "./policy-rules.js";

const UNITS: Readonly<Record<LimitUnit, string>> = {
  times: "times",
  quote: "in the quote asset",
  percent: "percent",
  count: "a whole number",
  scale: "a factor",
};

/** A rule's parameters in words, for `explain` and the documentation. */
export function parametersText({ required, optional, unit }: RuleRow): string {
  const named = (name: ParameterName) => (name === "limit" && unit !== undefined ? `limit (${UNITS[unit]})` : name);
  const all = [...required.map(named), ...optional.map((name) => `${named(name)}?`)];
  return all.length === 0 ? "none" : all.join(", ");
}

/** `It is likely: one vendor's page says so.` */
export function sureText({ sure, why }: NonNullable<RuleRow["always"]>): string {
  return `It is ${sure ? "sure" : "likely"}: ${why}.`;
}

/** What `botform explain` says of each code; a finding's own severity is the policy's. */
export const POLICY_CODES: Readonly<Record<string, CodeRow>> = {
  ...Object.fromEntries(
    RULE_NAMES.map((name): [string, CodeRow] => {
      const rule = ruleRow(name);
      const always =
        rule.always === undefined ? "" : ` It always applies, even if you don't configure it. ${sureText(rule.always)}`;
      const words = `${rule.help} Parameters: ${parametersText(rule)}. It needs ${rule.needs}. Default severity: ${rule.severity}.${always}`;
      return [
        codeOf(name),
        { severity: rule.severity === "deny" ? "error" : "warning", title: rule.title, help: words },
      ];
    }),
  ),
  [WAIVER_EXPIRED]: {
    severity: "warning",
    title: "A waiver has expired",
    help: "Its last day is over, so the rule applies again to the bots it exempted. Remove it, or agree on a new one.",
  },
};
