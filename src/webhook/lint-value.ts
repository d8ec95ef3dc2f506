// Judges one value of a webhook's body against its field: as it stands, and with its placeholders filled in.

import { listed, quoted } from "../config/problem.js";
import { nearest } from "../config/schema/suggest.js";
import { canonicalDecimal } from "../model/text/decimal.js";
import type { WebhookFieldSpec } from "../model/webhook/webhook.js";
import { ANY_PLACEHOLDER, type Placeholder, placeholder } from "../model/webhook/webhook-placeholders.js";
import type { JsonNode, TextNode } from "./json.js";
import { at, type LintFinding, unknownPlaceholder, wrongType } from "./lint-finding.js";
import { lintPairs } from "./lint-pairs.js";

/** @param name of the field as it is called in messages */
export function lintValue(name: string, spec: WebhookFieldSpec, node: JsonNode): LintFinding[] {
  if (spec.kind === "pairs") return lintPairs(name, node);
  if (node.kind === "bare") return lintBare(name, spec, node.name, node.start);
  if (node.kind === "text" && node.value.includes("{{")) return lintFilled(name, spec, node);
  const plain = node.kind === "text" ? node.value : undefined;
  switch (spec.kind) {
    case "boolean":
      return node.kind === "boolean" ? [] : [wrongType(name, node, "true or false, without quotes")];
    case "integer":
      return lintInteger(name, spec, node);
    case "word":
      return plain === undefined ? [wrongType(name, node, "text")] : lintWord(name, spec, plain, node.start);
    case "decimal":
      return lintDecimal(name, spec, node);
  }
}

function lintInteger(name: string, { min = 0 }: WebhookFieldSpec, node: JsonNode): LintFinding[] {
  if (node.kind !== "number" || !/^-?\d+$/.test(node.written))
    return [wrongType(name, node, "a whole number, without quotes")];
  if (Number(node.written) >= min && Number.isSafeInteger(Number(node.written))) return [];
  return [at(node, "webhook/out-of-range", `${name} must be at least ${min}; it is ${node.written}`, "Correct it.")];
}

function lintDecimal(name: string, spec: WebhookFieldSpec, node: JsonNode): LintFinding[] {
  const written = node.kind === "text" ? node.value : node.kind === "number" ? node.written : undefined;
  if (written === undefined) return [wrongType(name, node, 'a decimal in quotes, such as "1.5"')];
  const isPlain = /^-?\d{1,20}(?:\.\d{1,20})?$/.test(written);
  if (!isPlain) return [wrongType(name, node, 'a plain decimal in quotes, such as "1.5"')];
  const found: LintFinding[] = [];
  const amount = Number(canonicalDecimal(written) ?? 0);
  if (amount < 0 || (spec.above !== undefined && amount <= spec.above)) {
    const bound = spec.above === undefined ? "0 or greater" : "greater than 0";
    found.push(at(node, "webhook/out-of-range", `${name} must be ${bound}; it is ${written}`, "Correct it."));
  }
  if (node.kind === "number")
    found.push(
      at(node, "webhook/number-for-text", `${name} is written as a number`, `Put quotes around it: "${written}".`),
    );
  return found;
}

function lintWord(name: string, { words = [] }: WebhookFieldSpec, value: string, offset: number): LintFinding[] {
  if (words.includes(value)) return [];
  const isSide = value === "buy" || value === "sell";
  if (isSide)
    return [
      {
        code: "webhook/order-action",
        summary: `${name} must be long or short, not ${quoted(value)}`,
        remedy: `Write ${value === "buy" ? "long" : "short"}.`,
        offset,
      },
    ];
  const meant = nearest(value, words);
  return [
    {
      code: "webhook/unknown-word",
      summary: `${name} must be ${listed(words, "or")}, not ${quoted(value)}`,
      remedy: meant === undefined ? `Write ${listed(words, "or")}.` : `Did you mean ${meant}?`,
      offset,
    },
  ];
}

/** A placeholder without quotes: right where a number is wanted, and it gives one. */
function lintBare(name: string, spec: WebhookFieldSpec, inner: string, offset: number): LintFinding[] {
  const whole = `{{${inner}}}`;
  const known = placeholder(inner);
  if (known === undefined) return [unknownPlaceholder(inner, offset)];
  if (spec.kind !== "integer")
    return [
      {
        code: "webhook/unquoted-placeholder",
        summary: `${name} has ${whole} without quotes`,
        remedy: spec.kind === "boolean" ? "Write true or false." : `Put quotes around it: "${whole}".`,
        offset,
      },
      ...unfit(name, spec, known, offset),
    ];
  return known.kind === "number" && known.samples.every((sample) => /^\d+$/.test(sample))
    ? []
    : [unfitFinding(name, known, "a whole number", "Write the number itself.", offset)];
}

function lintFilled(name: string, spec: WebhookFieldSpec, node: TextNode): LintFinding[] {
  const names = [...node.value.matchAll(ANY_PLACEHOLDER)].map(([, inner = ""]) => inner);
  const strange = names.filter((inner) => placeholder(inner) === undefined);
  if (strange.length > 0) return strange.map((inner) => unknownPlaceholder(inner, node.start));
  const [only, ...others] = names;
  const known = only === undefined ? undefined : placeholder(only);
  const isWhole = known !== undefined && others.length === 0 && node.value === `{{${only}}}`;
  if (spec.kind === "integer" || spec.kind === "boolean")
    return [
      at(
        node,
        "webhook/quoted-placeholder",
        `${name} must be ${spec.kind === "integer" ? "a number" : "true or false"}, and in quotes a placeholder gives text`,
        spec.kind === "integer" ? "Write the number itself, without quotes." : "Write true or false.",
      ),
    ];
  if (isWhole) return unfit(name, spec, known, node.start);
  return [
    at(
      node,
      "webhook/unfit-placeholder",
      `${name} mixes placeholders and text`,
      "Let one placeholder be the whole value, or write the value.",
    ),
  ];
}

/** What a placeholder's values are to the field. */
function unfit(name: string, spec: WebhookFieldSpec, known: Placeholder, offset: number): LintFinding[] {
  const whole = `{{${known.name}}}`;
  if (spec.kind === "word") {
    if (spec.name === "strategy" && known.kind === "side")
      return [
        {
          code: "webhook/order-action",
          summary: `${whole} gives buy or sell, and ${name} wants long or short`,
          remedy: "Write long or short, or use {{strategy.market_position}}.",
          offset,
        },
      ];
    if (spec.name === "strategy" && known.kind === "position")
      return [
        {
          code: "webhook/may-be-flat",
          summary: `${whole} gives flat where a strategy leaves the market`,
          remedy: "Write long or short, or let the alert fire on entries only.",
          offset,
        },
      ];
    return [unfitFinding(name, known, listed(spec.words ?? [], "or"), "Write the word itself.", offset)];
  }
  if (known.kind === "price")
    return [
      {
        code: "webhook/absolute-price",
        summary: `${whole} gives a price, and ${name} is ${meaningOf(spec)}`,
        remedy: "Write the number itself, or a series of an indicator that gives it: {{plot_0}}.",
        offset,
      },
    ];
  if (known.kind === "base")
    return [
      {
        code: "webhook/base-quantity",
        summary: `${whole} gives an amount of the base asset, and ${name} is ${meaningOf(spec)}`,
        remedy: "Write the number itself, or a series of an indicator that gives it: {{plot_0}}.",
        offset,
      },
    ];
  if (known.kind === "number" || known.kind === "text") return [];
  return [unfitFinding(name, known, "a decimal", "Write the number itself.", offset)];
}

/** What a field is, within a sentence. */
function meaningOf({ about }: WebhookFieldSpec): string {
  return `${about.charAt(0).toLowerCase()}${about.slice(1).replace(/\.$/, "")}`;
}

function unfitFinding(name: string, known: Placeholder, wanted: string, remedy: string, offset: number): LintFinding {
  return {
    code: "webhook/unfit-placeholder",
    summary: `{{${known.name}}} gives ${known.samples.join(" or ")}, and ${name} wants ${wanted}`,
    remedy,
    offset,
  };
}
