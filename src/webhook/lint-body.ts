// Checks a webhook's body as a whole: its action and dialect, what is missing, and what is in the wrong place.

import { listed, quoted } from "../config/problem.js";
import { suggestion } from "../config/schema/suggest.js";
import { isSecretName } from "../config/yaml/mask.js";
import {
  fieldsOf,
  PLAIN_OF,
  SECTIONS_OF,
  WEBHOOK_ACTIONS,
  WEBHOOK_PATHS,
  type WebhookAction,
  type WebhookSection,
  webhookField,
} from "../model/webhook/webhook.js";
import type { Dialect } from "../model/webhook/webhook-body.js";
import { placeholder } from "../model/webhook/webhook-placeholders.js";
import { type JsonNode, type MapNode, type Member, valueAt } from "./json.js";
import { described, finding, type LintFinding, wrongType } from "./lint-finding.js";
import { lintSense, lintTogether } from "./lint-sense.js";
import { lintValue } from "./lint-value.js";

/** Keys that may stand at the top of a body of some action. */
const PLAIN: readonly string[] = WEBHOOK_PATHS.filter((path) => !path.includes("."));
const PARTS: readonly string[] = [...PLAIN, ...SECTIONS_OF.open];

interface LintedBody {
  readonly action: WebhookAction | undefined;
  readonly dialect: Dialect;
  readonly findings: LintFinding[];
}

/** What an object says as a body of either dialect. @param ghost whether a body without botId is meant */
export function lintBody(node: MapNode, ghost: boolean): LintedBody {
  const [action, params] = [valueAt(node, "action"), valueAt(node, "params")];
  if (action === undefined && params === undefined) return lintFlat(node, ghost);
  const misplaced = node.members.filter(({ key }) => key !== "action" && key !== "params");
  const findings = misplaced.map((member) => {
    if (!PARTS.includes(member.key)) return unknownKey(member, ["action", "params"], "the envelope");
    const summary = `${member.key} is beside action and params`;
    const remedy = "Move it into params, or leave action and params out.";
    return finding("webhook/mixed-dialects", member.keyStart, summary, remedy);
  });
  const named = action?.kind === "text" ? action.value : "";
  const known = WEBHOOK_ACTIONS.find((one) => one === named);
  if (action === undefined) findings.push(lack(node, "the envelope has no action", 'Add "action": "open".'));
  else if (known === undefined) {
    const summary = `action must be ${listed(WEBHOOK_ACTIONS, "or")}, not ${described(action)}`;
    findings.push(finding("webhook/unknown-word", action, summary, suggestion(named, WEBHOOK_ACTIONS)));
  }
  if (params?.kind === "map") findings.push(...lintParts(params, known, true, ghost));
  else if (params !== undefined) findings.push(wrongType("params", params, "an object", "Write { … }."));
  else if (misplaced.length > 0 && known !== undefined)
    findings.push(...lintParts({ ...node, members: misplaced }, known, true, ghost));
  else findings.push(lack(node, "the envelope has no params", 'Add "params": { … }.'));
  return { action: known, dialect: "envelope", findings };
}

/** The key that only one action's body has, and needs; what it is called, and how to add it. */
const TELLING: readonly (readonly [key: string, action: WebhookAction, what: string, remedy: string])[] = [
  ["open", "open", "open section", 'Add "open": { "orderVolume": "20" }.'],
  ["amount", "average", "amount", 'Add "amount": "20".'],
  ["closePosition", "close", "closePosition", 'Add "closePosition": true.'],
];

function lintFlat(node: MapNode, ghost: boolean): LintedBody {
  const named = TELLING.flatMap(([key, action]) => (valueAt(node, key) === undefined ? [] : [action]));
  const action = named[0] ?? "update";
  const summary = `the body is for ${listed(named)} at once`;
  const mixed = finding("webhook/mixed-actions", node, summary, "Send each separately, to its own address.");
  const findings = lintParts(node, action, named.length > 1, ghost);
  return { action, dialect: "flat", findings: named.length > 1 ? [mixed, ...findings] : findings };
}

/** @param isNamed whether anything but what is missing says which action it is */
function lintParts(node: MapNode, action: WebhookAction | undefined, isNamed: boolean, ghost: boolean): LintFinding[] {
  const plain = action === undefined ? PLAIN : ["botId", ...PLAIN_OF[action]];
  const sections: readonly WebhookSection[] = SECTIONS_OF[action ?? "open"];
  const findings = node.members.flatMap((member): LintFinding[] => {
    const { key, value } = member;
    const section = sections.find((one) => one === key);
    if (section !== undefined) return lintSection(section, value);
    const spec = plain.includes(key) ? webhookField(key) : undefined;
    if (spec !== undefined) return lintValue(key, spec, value);
    if (isSecretName(key)) return [secret(member, "Remove it: the credential is in the address.")];
    if (PARTS.includes(key) && isNamed && action === undefined) return [];
    const [summary, remedy] = misplaced(key, action, sections) ?? [];
    return summary === undefined || remedy === undefined
      ? [unknownKey(member, [...plain, ...sections], "the body")]
      : [finding("webhook/misplaced-key", member.keyStart, summary, remedy)];
  });
  return [...findings, ...lintSense(node), ...absences(node, action, ghost)];
}

/** Of another action's key, and of a field of a section that stands beside it. */
function misplaced(
  key: string,
  action: WebhookAction | undefined,
  sections: readonly WebhookSection[],
): readonly [summary: string, remedy: string] | undefined {
  if (PARTS.includes(key))
    return [`${key} doesn't belong to ${action}`, "Remove it, or send it as the action it belongs to."];
  const home = sections.find((one) => fieldsOf(one).includes(key));
  return home && [`${key} belongs in ${home}`, `Write "${home}": { "${key}": … }.`];
}

function lintSection(section: WebhookSection, node: JsonNode): LintFinding[] {
  if (node.kind !== "map") return [wrongType(section, node, "an object", "Write { … }.")];
  const known = fieldsOf(section);
  const findings = node.members.flatMap((member): LintFinding[] => {
    const spec = known.includes(member.key) ? webhookField(`${section}.${member.key}`) : undefined;
    if (spec !== undefined) return lintValue(`${section}.${member.key}`, spec, member.value);
    return [isSecretName(member.key) ? secret(member, "Remove it.") : unknownKey(member, known, section)];
  });
  return [...findings, ...lintTogether(section, node)];
}

function absences(node: MapNode, action: WebhookAction | undefined, ghost: boolean): LintFinding[] {
  const lacks = (key: string) => valueAt(node, key) === undefined;
  const found: LintFinding[] = [];
  if (!ghost && lacks("botId")) {
    const summary = "the body has no botId, so the Ghost bot, or every bot that matches, acts on it";
    found.push(finding("webhook/no-bot", node, summary, 'Add "botId"; or lint it with --ghost, if you mean a Ghost.'));
  }
  for (const { keyStart } of node.members.filter(({ key }) => ghost && key === "botId"))
    found.push(
      finding("webhook/misplaced-key", keyStart, "a Ghost's body must have no botId", "Leave out --ghost or botId."),
    );
  // A bot has a pair and a strategy of its own; whether the service asks for them all the same isn't documented.
  const milder = lacks("botId") ? {} : ({ severity: "warning" } as const);
  if (lacks("pairs")) {
    const summary = "the body has no pairs, so it applies to all of the bot's pairs";
    found.push({ ...finding("webhook/no-pairs", node, summary, 'Add "pairs": ["BTCUSDT"].'), ...milder });
  }
  if (lacks("strategy"))
    found.push({ ...lack(node, "the body has no strategy", 'Add "strategy": "long".'), ...milder });
  for (const [key, of, what, remedy] of TELLING)
    if (action === of && lacks(key)) found.push(lack(node, `${of} has no ${what}`, remedy));
  if (action === "update" && SECTIONS_OF.update.every(lacks)) {
    const summary = "the body has no dca, close or stop, and neither open, amount nor closePosition";
    found.push(finding("webhook/nothing-to-do", node, summary, "Add what it should do."));
  }
  return found;
}

function lack(node: MapNode, summary: string, remedy: string): LintFinding {
  return finding("webhook/missing-field", node, summary, remedy);
}

function secret({ key, keyStart }: Member, remedy: string): LintFinding {
  return finding("webhook/secret", keyStart, `${key} looks like a secret`, remedy);
}

function unknownKey({ key, keyStart }: Member, known: readonly string[], place: string): LintFinding {
  const isPlaceholder = key.includes("{{") && placeholder(key.slice(2, -2)) !== undefined;
  return isPlaceholder
    ? finding("webhook/unknown-key", keyStart, `a placeholder can't be a key of ${place}`, "Write the key itself.")
    : finding("webhook/unknown-key", keyStart, `unknown key ${quoted(key)} in ${place}`, suggestion(key, known));
}
