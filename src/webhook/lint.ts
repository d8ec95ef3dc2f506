// Checks a webhook's body, or a whole alert message, before it costs money: text in, diagnostics with places out.

import { quoted } from "../config/problem.js";
import { Lines } from "../config/yaml/lines.js";
import type { Diagnostic } from "../model/text/diagnostic.js";
import type { WebhookAction } from "../model/webhook/webhook.js";
import type { Dialect } from "../model/webhook/webhook-body.js";
import { WEBHOOK_CODES } from "../model/webhook/webhook-codes.js";
import { type JsonNode, readMessage } from "./json.js";
import { lintBody } from "./lint-body.js";
import { described, finding, type LintFinding } from "./lint-finding.js";

interface LintOptions {
  /** The name in positions. */
  readonly file: string;
  /** A body without botId is meant: the Ghost's. */
  readonly ghost?: boolean;
  /** Values that mustn't stand in it; they are never shown. */
  readonly secrets?: readonly string[];
}

interface LintResult {
  readonly diagnostics: readonly Diagnostic[];
  /** undefined where it can't be told. */
  readonly action: WebhookAction | undefined;
  readonly dialect: Dialect | undefined;
  readonly bytes: number;
}

const LARGEST = 64 * 1024;
const SHORTEST_SECRET = 6;

/** Never throws for its input. */
export function lintWebhook(text: string, options: LintOptions): LintResult {
  const bytes = Buffer.byteLength(text);
  const secrets = (options.secrets ?? []).filter(({ length }) => length >= SHORTEST_SECRET);
  const lines = new Lines(options.file, text, new Set(secrets));
  const done = (findings: readonly LintFinding[], action?: WebhookAction, dialect?: Dialect): LintResult => ({
    diagnostics: findings
      .toSorted((left, right) => left.offset - right.offset)
      .map(({ code, offset, ...words }) => ({
        ...{ severity: WEBHOOK_CODES[code].severity, code, ...words },
        position: lines.at(offset),
      })),
    action,
    dialect,
    bytes,
  });
  if (bytes > LARGEST) return done([finding("webhook/too-large", 0, `the message is ${bytes} bytes long`, BODY_ONLY)]);
  const found = secretsIn(text, secrets);
  const { json, around } = bodyOf(text);
  found.push(...around);
  const reading = readMessage(json);
  if (!("node" in reading)) {
    const summary = `this isn't JSON: expected ${reading.wanted} here`;
    return done([...found, finding("webhook/not-json", reading.offset, summary, JSON_REMEDY)]);
  }
  const { node, rest } = reading;
  if (rest !== undefined) found.push(finding("webhook/text-around", rest, "there is text after the JSON", BODY_ONLY));
  if (node.kind !== "map") {
    const summary = `the message is ${described(node)}, not an object`;
    return done([...found, finding("webhook/not-json", node, summary, JSON_REMEDY)]);
  }
  const { action, dialect, findings } = lintBody(node, options.ghost === true);
  return done([...found, ...duplicates(node), ...findings], action, dialect);
}

const BODY_ONLY = "Make the body the whole message.";
const JSON_REMEDY = "Compare it with botform webhook body.";

/** The object within a message that has words around it; offsets stay, since what is left out becomes spaces. */
function bodyOf(text: string): { readonly json: string; readonly around: LintFinding[] } {
  const [first, last] = [text.search(/(?<!\{)\{(?!\{)/), text.lastIndexOf("}")];
  const before = first < 0 ? "" : text.slice(0, first);
  if (last < first || before.trim() === "" || /^\s*["[\d]/.test(before)) return { json: text, around: [] };
  const offset = before.search(/\S/);
  const around = finding("webhook/text-around", offset, "there is text before the JSON", BODY_ONLY);
  return { json: before.replace(/[^\n]/g, " ") + text.slice(first), around: [around] };
}

function secretsIn(text: string, secrets: readonly string[]): LintFinding[] {
  const remedy = "Remove it, and create a new one if anybody saw it.";
  const known = secrets.flatMap((secret) => (text.includes(secret) ? [text.indexOf(secret)] : []));
  const address = text.search(/crazy\/hook\/[^\s"'{}]/i);
  const places = [...known, ...(address < 0 ? [] : [address])];
  const summary = "the message contains a webhook's address or another secret";
  return [...new Set(places)].map((offset) => finding("webhook/secret", offset, summary, remedy));
}

function duplicates(node: JsonNode): LintFinding[] {
  if (node.kind === "list") return node.items.flatMap(duplicates);
  if (node.kind !== "map") return [];
  const seen = new Set<string>();
  return node.members.flatMap(({ key, keyStart, value }) => {
    const isTwice = seen.size === seen.add(key).size;
    const twice = finding("webhook/duplicate-key", keyStart, `${quoted(key)} appears twice`, "Keep one.");
    return [...(isTwice ? [twice] : []), ...duplicates(value)];
  });
}
