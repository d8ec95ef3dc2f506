// Checks a webhook's body, or a whole alert message, before it costs money: text in, diagnostics with places out.

import { quoted } from "../config/problem.js";
import { Lines } from "../config/yaml/lines.js";
import type { Diagnostic } from "../model/text/diagnostic.js";
import type { WebhookAction } from "../model/webhook/webhook.js";
import type { Dialect } from "../model/webhook/webhook-body.js";
import { WEBHOOK_CODES } from "../model/webhook/webhook-codes.js";
import { type JsonNode, readMessage } from "./json.js";
import { lintBody } from "./lint-body.js";
import { at, described, type LintFinding } from "./lint-finding.js";

export interface LintOptions {
  /** The name in positions. */
  readonly file: string;
  /** A body without botId is meant: the Ghost's. */
  readonly ghost?: boolean;
  /** Values that mustn't stand in it; they are never shown. */
  readonly secrets?: readonly string[];
}

export interface LintResult {
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
      .map(({ code, summary, remedy, offset }) => ({
        severity: WEBHOOK_CODES[code].severity,
        code,
        summary,
        remedy,
        position: lines.at(offset),
      })),
    action,
    dialect,
    bytes,
  });
  if (bytes > LARGEST)
    return done([
      { code: "webhook/too-large", summary: `the message is ${bytes} bytes long`, remedy: BODY_ONLY, offset: 0 },
    ]);
  const found = secretsIn(text, secrets);
  const { json, around } = bodyOf(text);
  found.push(...around);
  const reading = readMessage(json);
  if (!("node" in reading)) {
    const summary = `this isn't JSON: ${reading.wanted} is wanted here`;
    return done([...found, { code: "webhook/not-json", summary, remedy: JSON_REMEDY, offset: reading.offset }]);
  }
  const { node, rest } = reading;
  if (rest !== undefined)
    found.push({ code: "webhook/text-around", summary: "text stands after the JSON", remedy: BODY_ONLY, offset: rest });
  if (node.kind !== "map") {
    found.push(at(node, "webhook/not-json", `the message is ${described(node)}, not an object`, JSON_REMEDY));
    return done(found);
  }
  found.push(...duplicates(node));
  const { action, dialect, findings } = lintBody(node, options.ghost === true);
  return done([...found, ...findings], action, dialect);
}

const BODY_ONLY = "Let the body be the whole message.";
const JSON_REMEDY = "Compare it with botform webhook body.";

/** The object within a message that has words around it; offsets stay, since what is left out becomes spaces. */
function bodyOf(text: string): { readonly json: string; readonly around: LintFinding[] } {
  const [first, last] = [text.search(/(?<!\{)\{(?!\{)/), text.lastIndexOf("}")];
  const before = first < 0 ? "" : text.slice(0, first);
  if (first < 0 || last < first || before.trim() === "" || /^\s*["[\d]/.test(before)) return { json: text, around: [] };
  const offset = before.search(/\S/);
  const json = before.replace(/[^\n]/g, " ") + text.slice(first);
  return {
    json,
    around: [{ code: "webhook/text-around", summary: "text stands before the JSON", remedy: BODY_ONLY, offset }],
  };
}

function secretsIn(text: string, secrets: readonly string[]): LintFinding[] {
  const remedy = "Take it out, and make a new one if anybody saw it.";
  const known = secrets.flatMap((secret) => (text.includes(secret) ? [text.indexOf(secret)] : []));
  const address = text.search(/crazy\/hook\/[^\s"'{}]/i);
  const places = [...known, ...(address < 0 ? [] : [address])];
  return [...new Set(places)].map((offset) => ({
    code: "webhook/secret",
    summary: "the message holds a webhook's address, or another secret",
    remedy,
    offset,
  }));
}

function duplicates(node: JsonNode): LintFinding[] {
  if (node.kind === "list") return node.items.flatMap(duplicates);
  if (node.kind !== "map") return [];
  const seen = new Set<string>();
  return node.members.flatMap(({ key, keyStart, value }) => {
    const isTwice = seen.has(key);
    seen.add(key);
    const own: LintFinding[] = isTwice
      ? [
          {
            code: "webhook/duplicate-key",
            summary: `${quoted(key)} stands twice`,
            remedy: "Keep one.",
            offset: keyStart,
          },
        ]
      : [];
    return [...own, ...duplicates(value)];
  });
}
