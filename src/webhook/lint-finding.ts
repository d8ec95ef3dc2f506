// One finding of the lint, and the words that every part of it shares.

import { quoted } from "../config/problem.js";
import { placeholderRemedy } from "../config/webhooks/webhook-rules.js";
import type { WebhookCode } from "../model/webhook/webhook-codes.js";
import { placeholder } from "../model/webhook/webhook-placeholders.js";
import type { JsonNode } from "./json.js";

export interface LintFinding {
  readonly code: WebhookCode;
  /** Where it is milder than its code. */
  readonly severity?: "warning";
  readonly summary: string;
  readonly remedy: string;
  readonly offset: number;
}

type TextPlace = number | { readonly start: number };

export function finding(code: WebhookCode, place: TextPlace, summary: string, remedy: string): LintFinding {
  return { code, summary, remedy, offset: typeof place === "number" ? place : place.start };
}

/** @param inner what stands between the braces */
export function unknownPlaceholder(inner: string, place: TextPlace): LintFinding {
  const trimmed = inner.trim();
  const isSpaced = placeholder(trimmed) !== undefined;
  const remedy = isSpaced ? `Leave the spaces out: {{${trimmed}}}.` : placeholderRemedy(inner);
  const summary = `${quoted(`{{${inner}}}`)} is not a placeholder, and would be sent as written`;
  return finding("webhook/unknown-placeholder", place, summary, remedy);
}

export function wrongType(name: string, node: JsonNode, wanted: string, remedy = "Correct the value."): LintFinding {
  return finding("webhook/wrong-type", node, `${name} must be ${wanted}; it is ${described(node)}`, remedy);
}

export function described(node: JsonNode): string {
  switch (node.kind) {
    case "text":
      return quoted(node.value);
    case "number":
      return node.written.slice(0, 40);
    case "boolean":
    case "null":
      return String(node.value);
    case "bare":
      return quoted(`{{${node.name}}}`);
    case "list":
      return "a list";
    case "map":
      return "an object";
  }
}
