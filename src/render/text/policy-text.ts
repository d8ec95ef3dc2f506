// Findings of policies as text: one line each, with figure, place and remedy.

import { groupBy } from "../../model/order.js";
import { aloneText, countsText, type Finding, isDenied, isStanding } from "../../model/policy/finding.js";
import type { ListedPolicy, PolicyListFacts } from "../../model/policy/policy-list.js";
import { codeOf, isLikely } from "../../model/policy/policy-rules.js";
import { counted } from "../../model/text/counted.js";
import type { Position } from "../../model/text/diagnostic.js";
import { namesText } from "../../model/text/named.js";
import { clean } from "../sanitize.js";
import type { Paint } from "./paint.js";
import { wrapped } from "./wrap.js";

/** Nobody reads on; JSON has them all. */
const MOST = 200;

/** Places that one rule finds are told one by one up to this many; above it the first, and who else. */
const MOST_ALIKE = 3;

/** A heading with the numbers, then each finding; what was so before is only counted where it is much. Ends without a line feed; "" for none. */
export function findingsText(findings: readonly Finding[], colour: Paint, { verbose = false } = {}): string {
  if (findings.length === 0) return "";
  const before = findings.filter(isStanding);
  const isCounted = !verbose && before.length > MOST_ALIKE;
  const told = isCounted ? findings.filter((finding) => !isStanding(finding)) : findings;
  const byRule = groupBy(told.entries(), ([index, finding]) => (verbose ? String(index) : groupOf(finding, index)));
  const groups = [...byRule.values()].map((group) => inParts(group.map(([, finding]) => finding)));
  const shown = verbose ? groups : groups.slice(0, MOST);
  const more = groups.slice(shown.length).reduce((sum, { count }) => sum + count, 0);
  const isCut = more > 0 || groups.some(({ places, count }) => places.length < count);
  const lines = [
    ...shown.flatMap((parts) => groupLines(parts, colour)),
    ...(isCut ? [`  ${more > 0 ? `… and ${more} more; ` : ""}--format json lists every one.`] : []),
    ...(isCounted ? standingLines(before, told.length > 0, colour) : []),
  ];
  return [colour.bold(`Policy: ${countsText(findings)}`), ...lines.map((line) => wrapped(line, colour))].join("\n");
}

/** By rule, the most first. */
function standingLines(findings: readonly Finding[], areMore: boolean, colour: Paint): readonly string[] {
  const rules = [...groupBy(findings, ruleText)].toSorted(([, left], [, right]) => right.length - left.length);
  return [
    `  ${colour.change("warn  ")} ${findings.length}${areMore ? " more" : ""} were ${STANDING}; botform policy check tells each:`,
    ...rules.map(([rule, group]) => `           ${colour.faint(`[${clean(rule)}]`)} ${botsText(group)}`),
  ];
}

/** Findings of one rule that weigh the same; what is waived, or isn't about a bot, stands by itself. */
function groupOf(finding: Finding, index: number): string {
  const { kind, severity, address, waived } = finding;
  if (address === undefined || waived !== undefined) return String(index);
  return JSON.stringify([kind === "standing", severity, ruleText(finding)]);
}

interface Parts {
  /** Findings of the places that are told: of each the first, and who else is found there. */
  readonly places: readonly (readonly Finding[])[];
  /** Those of further places. */
  readonly left: readonly Finding[];
  readonly count: number;
}

/** What one line brings about is mended once; denials have to be mended place by place. */
function inParts(group: readonly Finding[]): Parts {
  const byPlace = groupBy(group, ({ address, position, remedy }) => JSON.stringify([position ?? address, remedy]));
  const places = [...byPlace.values()];
  const told = places.length <= MOST_ALIKE || group.some(isDenied) ? MOST_ALIKE : 1;
  return { places: places.slice(0, told), left: places.slice(told).flat(), count: group.length };
}

function groupLines({ places, left }: Parts, colour: Paint): readonly string[] {
  return [
    ...places.flatMap((place) => placeLines(place, colour)),
    ...(left.length > 0 ? [`         and ${left.length} more like it: ${botsText(left)}`] : []),
  ];
}

function placeLines([first, ...others]: readonly Finding[], colour: Paint): readonly string[] {
  if (first === undefined) return [];
  const more = others.length > 0 ? [`         and ${others.length} more by the same line: ${botsText(others)}`] : [];
  const alone = others.length > 0 ? undefined : aloneText(first);
  return [...findingLines(first, colour, alone), ...more];
}

/** The account itself, of what isn't about a bot. */
function botsText(findings: readonly Finding[]): string {
  return namesText([...new Set(findings.map(({ address = "the account" }) => clean(address)))], MOST_NAMES);
}

const MOST_NAMES = 4;

/** What is wrong where, and below it what to do. */
function findingLines(finding: Finding, colour: Paint, alone: string | undefined): readonly string[] {
  const { kind, summary, remedy, position, waived } = finding;
  const mark = isDenied(finding)
    ? colour.bad("deny  ")
    : waived === undefined
      ? colour.change("warn  ")
      : colour.faint("waived");
  const left = kind === "standing" ? ` (${STANDING})` : "";
  const let_off = waived === undefined ? "" : ` · waived until ${clean(waived.until)}: ${clean(waived.reason)}`;
  const rule = colour.faint(`[${clean(ruleText(finding))}]`);
  return [
    `  ${mark} ${placed("", position, ": ")}${subjectText(finding, colour)}${clean(summary)}${left} ${rule}${let_off}`,
    `         ${colour.good("fix:")} ${clean(remedy)}${alone === undefined ? "" : ` ${clean(alone)}`}`,
  ];
}

/** What is added of a finding that no plan brings about. */
export const STANDING = "already so before this plan";

/** The bot, and the field where the summary doesn't name it itself. */
function subjectText({ address, field, summary }: Finding, colour: Paint): string {
  if (address === undefined) return "";
  const named = field === undefined || summary.includes(field) ? "" : ` (${field})`;
  return `${colour.bold(clean(address))}${named}: `;
}

/** `policy/max-leverage, policy leverage-cap at house.yaml:5`: the code, and the policy with its place where one is configured, or that the rule is only likely; as it is. */
export function ruleText({ code, severity, policy, policyPosition }: Finding): string {
  if (policy === undefined) return severity === "warn" && isLikely(code) ? `${code}, likely` : code;
  return `${code}, policy ${policy}${policyPosition === undefined ? "" : ` at ${policyPosition.file}:${policyPosition.line}`}`;
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
