// Judges a webhook's body as a whole: which action and dialect it is, what is missing, and what stands in the wrong place.

import { listed, quoted } from "../config/problem.js";
import { suggestion } from "../config/schema/suggest.js";
import { isSecretName } from "../config/yaml/mask.js";
import { canonicalDecimal } from "../model/text/decimal.js";
import {
  fieldsOf,
  PLAIN_OF,
  SECTIONS_OF,
  WEBHOOK_ACTIONS,
  type WebhookAction,
  type WebhookSection,
  webhookField,
} from "../model/webhook/webhook.js";
import type { Dialect } from "../model/webhook/webhook-body.js";
import { placeholder } from "../model/webhook/webhook-placeholders.js";
import type { JsonNode, MapNode, Member } from "./json.js";
import { at, described, type LintFinding } from "./lint-finding.js";
import { lintSense } from "./lint-sense.js";
import { lintValue } from "./lint-value.js";

const PARTS = ["botId", "strategy", "pairs", "open", "dca", "close", "stop", "amount", "closePosition"] as const;

export interface LintedBody {
  readonly action: WebhookAction | undefined;
  readonly dialect: Dialect;
  readonly findings: LintFinding[];
}

/** What an object says as a body of either dialect. @param ghost whether a body without botId is meant */
export function lintBody(node: MapNode, ghost: boolean): LintedBody {
  const [action, params] = [memberOf(node, "action"), memberOf(node, "params")];
  if (action === undefined && params === undefined) return lintFlat(node, ghost);
  const findings: LintFinding[] = [];
  const strays = node.members.filter(({ key }) => key !== "action" && key !== "params");
  for (const member of strays)
    findings.push(
      PARTS.some((part) => part === member.key)
        ? atKey(
            member,
            "webhook/mixed-dialects",
            `${member.key} stands beside action and params`,
            "Move it into params, or leave action and params out.",
          )
        : unknownKey(member, ["action", "params"], "the envelope"),
    );
  const named = action?.value.kind === "text" ? action.value.value : undefined;
  const known = WEBHOOK_ACTIONS.find((one) => one === named);
  if (action === undefined)
    findings.push(at(node, "webhook/missing-field", "the envelope has no action", 'Add "action": "open".'));
  else if (known === undefined)
    findings.push(
      at(
        action.value,
        "webhook/unknown-word",
        `action must be ${listed(WEBHOOK_ACTIONS, "or")}, not ${described(action.value)}`,
        suggestion(named ?? "", WEBHOOK_ACTIONS),
      ),
    );
  if (params?.value.kind === "map") findings.push(...lintParts(params.value, known, true, ghost));
  else if (params !== undefined)
    findings.push(
      at(
        params.value,
        "webhook/wrong-type",
        `params must be an object; it is ${described(params.value)}`,
        "Write { … }.",
      ),
    );
  else if (strays.length > 0 && known !== undefined)
    findings.push(...lintParts(without(node, "action"), known, true, ghost));
  else findings.push(at(node, "webhook/missing-field", "the envelope has no params", 'Add "params": { … }.'));
  return { action: known, dialect: "envelope", findings };
}

function without(node: MapNode, key: string): MapNode {
  return { ...node, members: node.members.filter((member) => member.key !== key) };
}

function lintFlat(node: MapNode, ghost: boolean): LintedBody {
  const has = (key: string) => memberOf(node, key) !== undefined;
  const said: WebhookAction[] = [
    ...(has("open") ? (["open"] as const) : []),
    ...(has("amount") ? (["average"] as const) : []),
    ...(has("closePosition") ? (["close"] as const) : []),
  ];
  const action = said[0] ?? "update";
  const findings: LintFinding[] = [];
  if (said.length > 1)
    findings.push(
      at(
        node,
        "webhook/mixed-actions",
        `the body is of ${listed(said)} at once`,
        "Send each by itself, to its own address.",
      ),
    );
  return { action, dialect: "flat", findings: [...findings, ...lintParts(node, action, said.length > 1, ghost)] };
}

/** @param isSaid whether anything but what is missing says which action it is */
function lintParts(node: MapNode, action: WebhookAction | undefined, isSaid: boolean, ghost: boolean): LintFinding[] {
  const plain =
    action === undefined ? PARTS.filter((part) => !(part in SECTION_NAMES)) : ["botId", ...PLAIN_OF[action]];
  const sections: readonly WebhookSection[] = action === undefined ? SECTIONS_OF.open : SECTIONS_OF[action];
  const known = [...plain, ...sections];
  const findings = node.members.flatMap((member): LintFinding[] => {
    const { key, value } = member;
    const section = sections.find((one) => one === key);
    if (section !== undefined) return lintSection(section, value);
    const spec = plain.includes(key) ? webhookField(key) : undefined;
    if (spec !== undefined) return lintValue(key, spec, value);
    if (isSecretName(key))
      return [
        atKey(member, "webhook/secret", `${key} looks like a secret`, "Take it out: the credential is in the address."),
      ];
    if (PARTS.some((part) => part === key))
      return isSaid && action === undefined
        ? []
        : [
            atKey(
              member,
              "webhook/misplaced-key",
              `${key} doesn't belong to ${action}`,
              "Take it out, or send it as the action it belongs to.",
            ),
          ];
    return [homeOf(member, sections) ?? unknownKey(member, known, "the body")];
  });
  return [...findings, ...lintSense(node), ...absences(node, action, ghost)];
}

const SECTION_NAMES = { open: true, dca: true, close: true, stop: true } as const;

/** A field of a section that stands beside it. */
function homeOf(member: Member, sections: readonly WebhookSection[]): LintFinding | undefined {
  const home = sections.find((one) => fieldsOf(one).includes(member.key));
  if (home === undefined) return undefined;
  return atKey(
    member,
    "webhook/misplaced-key",
    `${member.key} belongs into ${home}`,
    `Write "${home}": { "${member.key}": … }.`,
  );
}

function lintSection(section: WebhookSection, node: JsonNode): LintFinding[] {
  if (node.kind !== "map")
    return [at(node, "webhook/wrong-type", `${section} must be an object; it is ${described(node)}`, "Write { … }.")];
  const known = fieldsOf(section);
  const findings = node.members.flatMap((member): LintFinding[] => {
    const spec = known.includes(member.key) ? webhookField(`${section}.${member.key}`) : undefined;
    if (spec !== undefined) return lintValue(`${section}.${member.key}`, spec, member.value);
    if (isSecretName(member.key))
      return [atKey(member, "webhook/secret", `${member.key} looks like a secret`, "Take it out.")];
    return [unknownKey(member, known, section)];
  });
  return [...findings, ...together(section, node)];
}

function together(section: WebhookSection, node: MapNode): LintFinding[] {
  const found: LintFinding[] = [];
  const [enabled, event, value, delay] = ["enabled", "event", "value", "delay"].map((key) => memberOf(node, key));
  if (section === "open" && memberOf(node, "orderVolume") === undefined)
    found.push(at(node, "webhook/missing-field", "open has no orderVolume", 'Add "orderVolume": "20".'));
  if (section === "stop" && delay?.value.kind === "number" && Number(delay.value.written) === 0)
    found.push(
      at(
        delay.value,
        "webhook/stop-delay",
        "stop.delay is 0",
        "Leave it out, or state the seconds; programs in use send 3.",
      ),
    );
  if (section !== "close" && section !== "stop") return found;
  if (enabled?.value.kind === "boolean" && enabled.value.value === false) return found;
  if ((event === undefined) !== (value === undefined) || (event === undefined && enabled !== undefined))
    found.push(at(node, "webhook/event", `${section} needs both event and value`, `State both, or "enabled": false.`));
  if (value === undefined) return found;
  const written =
    value.value.kind === "text" ? value.value.value : value.value.kind === "number" ? value.value.written : "";
  const decimal = canonicalDecimal(written);
  const isDelay = event?.value.kind === "text" && event.value.value === "delay";
  if (decimal === "0")
    found.push(at(value.value, "webhook/event", `${section}.value is 0`, 'State more, or "enabled": false.'));
  else if (isDelay && decimal?.includes(".") === true)
    found.push(at(value.value, "webhook/event", `a delay is whole seconds, not ${written}`, "Write whole seconds."));
  return found;
}

function absences(node: MapNode, action: WebhookAction | undefined, ghost: boolean): LintFinding[] {
  const lacks = (key: string) => memberOf(node, key) === undefined;
  const found: LintFinding[] = [];
  const miss = (code: LintFinding["code"], summary: string, remedy: string) =>
    found.push(at(node, code, summary, remedy));
  if (!ghost && lacks("botId"))
    miss(
      "webhook/no-bot",
      "the body has no botId, so it is carried out by the Ghost bot, or by every bot that fits",
      'Add "botId"; or lint it with --ghost, if a Ghost is meant.',
    );
  if (ghost && !lacks("botId"))
    found.push(
      ...node.members
        .filter(({ key }) => key === "botId")
        .map((member) =>
          atKey(member, "webhook/misplaced-key", "a Ghost's body has no botId", "Leave --ghost or botId out."),
        ),
    );
  if (lacks("pairs"))
    miss("webhook/no-pairs", "the body has no pairs, so it is for all of the bot's", 'Add "pairs": ["BTCUSDT"].');
  if (lacks("strategy")) miss("webhook/missing-field", "the body has no strategy", 'Add "strategy": "long".');
  if (action === "open" && lacks("open"))
    miss("webhook/missing-field", "open has no open section", 'Add "open": { "orderVolume": "20" }.');
  if (action === "average" && lacks("amount"))
    miss("webhook/missing-field", "average has no amount", 'Add "amount": "20".');
  if (action === "close" && lacks("closePosition"))
    miss("webhook/missing-field", "close has no closePosition", 'Add "closePosition": true.');
  if (action === "update" && SECTIONS_OF.update.every(lacks))
    miss(
      "webhook/nothing-to-do",
      "the body has no dca, close or stop, and neither open, amount nor closePosition",
      "Say what it shall do.",
    );
  return found;
}

function memberOf(node: MapNode, key: string): Member | undefined {
  return node.members.find((member) => member.key === key);
}

function unknownKey(member: Member, known: readonly string[], place: string): LintFinding {
  if (member.key.includes("{{") && placeholder(member.key.slice(2, -2)) !== undefined)
    return atKey(member, "webhook/unknown-key", `a placeholder can't be a key of ${place}`, "Write the key itself.");
  return atKey(
    member,
    "webhook/unknown-key",
    `unknown key ${quoted(member.key)} in ${place}`,
    suggestion(member.key, known),
  );
}

function atKey({ keyStart }: Member, code: LintFinding["code"], summary: string, remedy: string): LintFinding {
  return { code, summary, remedy, offset: keyStart };
}
