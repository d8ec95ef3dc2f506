// One finding of the lint, and the words that every part of it shares.

import { quoted } from "../config/problem.js";
import { placeholderRemedy } from "../config/webhooks/webhook-rules.js";
import type { WebhookCode } from "../model/webhook/webhook-codes.js";
import { placeholder } from "../model/webhook/webhook-placeholders.js";
import type { JsonNode } from "./json.js";

export interface LintFinding {
  readonly code: WebhookCode;
  readonly summary: string;
  readonly remedy: string;
  readonly offset: number;
}

export function unknownPlaceholder(inner: string, offset: number): LintFinding {
  const trimmed = inner.trim();
  const meant = placeholder(trimmed) !== undefined ? trimmed : undefined;
  return {
    code: "webhook/unknown-placeholder",
    summary: `${quoted(`{{${inner}}}`)} is no placeholder, and would be sent as it is written`,
    remedy: meant === undefined ? placeholderRemedy(inner) : `Leave the spaces out: {{${meant}}}.`,
    offset,
  };
}

export function wrongType(name: string, node: JsonNode, wanted: string): LintFinding {
  return at(node, "webhook/wrong-type", `${name} must be ${wanted}; it is ${described(node)}`, "Correct the value.");
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

export function at(
  { start }: { readonly start: number },
  code: WebhookCode,
  summary: string,
  remedy: string,
): LintFinding {
  return { code, summary, remedy, offset: start };
}
