// Findings of policies as text: one line each, with figure, place and remedy.

import { groupBy } from "../../model/order.js";
import { countsText, type Finding, isDenied } from "../../model/policy/finding.js";
import type { ListedPolicy, PolicyListFacts } from "../../model/policy/policy-list.js";
import { codeOf, isLikely } from "../../model/policy/policy-rules.js";
import { counted } from "../../model/text/counted.js";
import type { Position } from "../../model/text/diagnostic.js";
import { namesText } from "../../model/text/named.js";
import { clean } from "../sanitize.js";
import type { Paint } from "./paint.js";

/** Nobody reads on; JSON has them all. */
const MOST = 200;

/** Bots that one rule finds have a line each up to this many; above it they stand together, so that another finding doesn't drown. */
const MOST_ALIKE = 5;
/** Of those that this plan brings about, that many are told in full. */
const SHOWN_ALIKE = 3;

/** A heading with the numbers, then a line each, ending without a line feed; "" for none. */
export function findingsText(findings: readonly Finding[], colour: Paint): string {
  if (findings.length === 0) return "";
  const groups = [...groupBy(findings.entries(), ([index, finding]) => groupOf(finding, index)).values()].map((group) =>
    group.map(([, finding]) => finding),
  );
  const shown = groups.slice(0, MOST).flatMap((group) => groupLines(group, colour));
  const more = groups.slice(MOST).flat().length;
  if (more > 0) shown.push(`  … and ${more} more; --format json lists every one.`);
  return [colour.bold(`Policy: ${countsText(findings)}`), ...shown].join("\n");
}

/** Findings of one rule that weigh the same; what is waived, or isn't about a bot, stands by itself. */
function groupOf(finding: Finding, index: number): string {
  const { kind, severity, address, waived } = finding;
  if (address === undefined || waived !== undefined) return String(index);
  return JSON.stringify([kind === "standing", severity, ruleText(finding)]);
}

function groupLines(group: readonly Finding[], colour: Paint): string[] {
  const [first] = group;
  if (group.length <= MOST_ALIKE || first === undefined) return group.map((finding) => findingLine(finding, colour));
  if (first.kind === "standing") return [standingLine(first, group, colour)];
  const others = group.slice(SHOWN_ALIKE);
  const mark = isDenied(first) ? colour.bad("deny  ") : colour.change("warn  ");
  const rule = colour.faint(`[${clean(ruleText(first))}]`);
  return [
    ...group.slice(0, SHOWN_ALIKE).map((finding) => findingLine(finding, colour)),
    `  ${mark} and ${others.length} more ${rule}: ${botsText(others, colour)} · --format json has each`,
  ];
}

function standingLine(first: Finding, group: readonly Finding[], colour: Paint): string {
  const head = `${colour.change("warn  ")} ${counted(group.length, "finding")} (${STANDING}) ${colour.faint(`[${clean(ruleText(first))}]`)}`;
  return `  ${head}: ${botsText(group, colour)} · first: ${clean(first.summary)} · --format json has each`;
}

function botsText(findings: readonly Finding[], colour: Paint): string {
  return colour.bold(namesText([...new Set(findings.map(({ address = "" }) => clean(address)))]));
}

function findingLine(finding: Finding, colour: Paint): string {
  const { kind, summary, remedy, position, waived } = finding;
  const mark = isDenied(finding)
    ? colour.bad("deny  ")
    : waived === undefined
      ? colour.change("warn  ")
      : colour.faint("waived");
  const left = kind === "standing" ? ` (${STANDING})` : "";
  const let_off = waived === undefined ? "" : ` · waived until ${clean(waived.until)}: ${clean(waived.reason)}`;
  return `  ${mark} ${placed("", position, ": ")}${subjectText(finding, colour)}${clean(summary)}${left} ${colour.faint(`[${clean(ruleText(finding))}]`)}${let_off} · ${colour.good("fix:")} ${clean(remedy)}`;
}

/** What is added of a finding that no plan brings about. */
export const STANDING = "already so before this plan";

/** The bot, and the field where the summary doesn't name it itself. */
function subjectText({ address, field, summary }: Finding, colour: Paint): string {
  if (address === undefined) return "";
  const named = field === undefined || summary.includes(field) ? "" : ` (${field})`;
  return `${colour.bold(clean(address))}${named}: `;
}

/** `policy/max-leverage, leverage-cap at house.yaml:5`: the code, and the policy with its place where one is configured, or that the rule is only likely; as it is. */
export function ruleText({ code, severity, policy, policyPosition }: Finding): string {
  if (policy === undefined) return severity === "warn" && isLikely(code) ? `${code}, likely` : code;
  return `${code}, ${policy}${policyPosition === undefined ? "" : ` at ${policyPosition.file}:${policyPosition.line}`}`;
}

function placed(before: string, position: Position | undefined, after = ""): string {
  return position === undefined ? "" : `${before}${clean(position.file)}:${position.line}${after}`;
}

/** The policies in force, ending in a line feed. */
export function policiesText({ policies, always }: PolicyListFacts, colour: Paint): string {
  const rows = policies.flatMap((one) => policyLines(one, colour));
  const own = rows.length === 0 ? ["No policies are configured."] : rows;
  return `${[...own, "", "These rules always apply:", ...always.map((code) => `  ${code}`)].join("\n")}\n`;
}

function policyLines({ policy, position, days }: ListedPolicy, colour: Paint): string[] {
  const { name, rule, severity, scope, parameters, waivers } = policy;
  const settings = Object.entries({ ...parameters, ...(Object.keys(scope).length > 0 && { scope }) });
  const shown = settings.map(([key, value]) => `${key} ${typeof value === "string" ? value : JSON.stringify(value)}`);
  const head = `${colour.bold(clean(name))}  ${severity}  ${codeOf(rule)}  ${clean(shown.join(" · "))}`;
  return [
    `${head}${position === undefined ? "" : colour.faint(`  ${clean(position.file)}:${position.line}`)}`,
    ...waivers.map(({ bots, reason, until }, index) => {
      const left = days[index] ?? 0;
      const end = left > 0 ? `until ${until} (${counted(left, "day")} left)` : colour.bad(`expired on ${until}`);
      return `    waives ${clean(bots?.join(", ") ?? "every bot")} ${end}: ${clean(reason)}`;
    }),
  ];
}
