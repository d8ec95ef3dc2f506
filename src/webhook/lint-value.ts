// Checks one value of a webhook's body against its field: as written, and with its placeholders filled in.

import { listed, quoted } from "../config/problem.js";
import { nearest, wordRemedy } from "../config/schema/suggest.js";
import { symbolMeant } from "../config/webhooks/webhook-issues.js";
import { canonicalDecimal } from "../model/text/decimal.js";
import { SYMBOL, type WebhookFieldSpec } from "../model/webhook/webhook.js";
import { ANY_PLACEHOLDER, type Placeholder, placeholder } from "../model/webhook/webhook-placeholders.js";
import { type JsonNode, type ListNode, type TextNode, writtenIn } from "./json.js";
import { finding, type LintFinding, unknownPlaceholder, wrongType } from "./lint-finding.js";

/** @param name of the field as it is called in messages */
export function lintValue(name: string, spec: WebhookFieldSpec, node: JsonNode): LintFinding[] {
  if (spec.kind === "pairs") return lintPairs(name, node);
  if (node.kind === "bare") return lintBare(name, spec, node.name, node.start);
  if (node.kind === "text" && node.value.includes("{{")) return lintFilled(name, spec, node);
  switch (spec.kind) {
    case "boolean":
      return node.kind === "boolean" ? [] : [wrongType(name, node, "true or false, without quotes")];
    case "integer":
      return lintInteger(name, spec, node);
    case "word":
      return node.kind === "text" ? lintWord(name, spec, node) : [wrongType(name, node, "text")];
    case "decimal":
      return lintDecimal(name, spec, node);
  }
}

function lintInteger(name: string, { min = 0 }: WebhookFieldSpec, node: JsonNode): LintFinding[] {
  if (node.kind !== "number" || !/^-?\d+$/.test(node.written))
    return [wrongType(name, node, "a whole number, without quotes")];
  if (Number(node.written) >= min && Number.isSafeInteger(Number(node.written))) return [];
  return [outOfRange(name, node, `at least ${min}`, node.written)];
}

function lintDecimal(name: string, { above }: WebhookFieldSpec, node: JsonNode): LintFinding[] {
  const written = writtenIn(node);
  if (written === undefined) return [wrongType(name, node, 'a decimal in quotes, such as "1.5"')];
  const isPlain = /^-?\d{1,20}(?:\.\d{1,20})?$/.test(written);
  if (!isPlain) return [wrongType(name, node, 'a plain decimal in quotes, such as "1.5"')];
  const found: LintFinding[] = [];
  const amount = Number(canonicalDecimal(written) ?? 0);
  if (amount < 0 || (above !== undefined && amount <= above))
    found.push(outOfRange(name, node, above === undefined ? "0 or greater" : "greater than 0", written));
  if (node.kind === "number") {
    const remedy = `Put quotes around it: "${written}".`;
    found.push(finding("webhook/number-for-text", node, `${name} is written as a number`, remedy));
  }
  return found;
}

function outOfRange(name: string, node: JsonNode, bound: string, written: string): LintFinding {
  return finding("webhook/out-of-range", node, `${name} must be ${bound}; it is ${written}`, "Correct it.");
}

function lintWord(name: string, spec: WebhookFieldSpec, node: TextNode): LintFinding[] {
  const { words = [] } = spec;
  const { value } = node;
  if (words.includes(value)) return [];
  if (spec.name === "strategy" && (value === "buy" || value === "sell")) {
    const summary = `${name} must be long or short, not ${quoted(value)}`;
    return [finding("webhook/order-action", node, summary, `Write ${value === "buy" ? "long" : "short"}.`)];
  }
  const summary = `${name} must be ${listed(words, "or")}, not ${quoted(value)}`;
  return [finding("webhook/unknown-word", node, summary, wordRemedy(words, nearest(value, words)))];
}

/** A placeholder without quotes; none is sure to give a whole number. */
function lintBare(name: string, spec: WebhookFieldSpec, inner: string, offset: number): LintFinding[] {
  const known = placeholder(inner);
  if (known === undefined) return [unknownPlaceholder(inner, offset)];
  if (spec.kind === "integer") return [misfit(name, known, "a whole number", "Write the number itself.", offset)];
  if (spec.kind === "boolean") return [unquoted(name, inner, offset, "Write true or false.")];
  return [unquoted(name, inner, offset, `Put quotes around it: "{{${inner}}}".`), ...unfit(name, spec, known, offset)];
}

function unquoted(name: string, inner: string, offset: number, remedy: string): LintFinding {
  return finding("webhook/unquoted-placeholder", offset, `${name} has {{${inner}}} without quotes`, remedy);
}

function lintFilled(name: string, spec: WebhookFieldSpec, node: TextNode): LintFinding[] {
  const { names, strange } = placeholdersIn(node);
  if (strange.length > 0) return strange;
  if (spec.kind === "integer" || spec.kind === "boolean") {
    const [wanted, remedy] =
      spec.kind === "integer"
        ? ["a number", "Write the number itself, without quotes."]
        : ["true or false", "Write true or false."];
    const summary = `${name} must be ${wanted}, but in quotes a placeholder gives text`;
    return [finding("webhook/quoted-placeholder", node, summary, remedy)];
  }
  const [only = ""] = names;
  const known = placeholder(only);
  if (known !== undefined && node.value === `{{${only}}}`) return unfit(name, spec, known, node.start);
  const remedy = "Make one placeholder the whole value, or write the value.";
  return [finding("webhook/unfit-placeholder", node, `${name} mixes placeholders and text`, remedy)];
}

/** The names in the placeholders, and those that no placeholder has. */
function placeholdersIn(node: TextNode) {
  const names = [...node.value.matchAll(ANY_PLACEHOLDER)].map(([, inner = ""]) => inner);
  const strange = names.filter((inner) => placeholder(inner) === undefined);
  return { names, strange: strange.map((inner) => unknownPlaceholder(inner, node)) };
}

const ITSELF = "Write the number itself, or the series of an indicator that gives it: {{plot_0}}.";

/** What a placeholder's values are to the field. */
function unfit(name: string, spec: WebhookFieldSpec, known: Placeholder, offset: number): LintFinding[] {
  const whole = `{{${known.name}}}`;
  if (spec.kind === "word") {
    if (spec.name === "strategy" && known.kind === "side") {
      const summary = `${whole} gives buy or sell, but ${name} needs long or short`;
      const remedy = "Write long or short, or use {{strategy.market_position}}.";
      return [finding("webhook/order-action", offset, summary, remedy)];
    }
    if (spec.name === "strategy" && known.kind === "position") {
      const remedy = "Write long or short, or fire the alert on entries only.";
      return [finding("webhook/may-be-flat", offset, `${whole} gives flat when a strategy leaves the market`, remedy)];
    }
    return [misfit(name, known, listed(spec.words ?? [], "or"), "Write the word itself.", offset)];
  }
  const meaning = `${spec.about.charAt(0).toLowerCase()}${spec.about.slice(1).replace(/\.$/, "")}`;
  if (known.kind === "price")
    return [finding("webhook/absolute-price", offset, `${whole} gives a price, but ${name} is ${meaning}`, ITSELF)];
  if (known.kind === "base") {
    const summary = `${whole} gives an amount of the base asset, but ${name} is ${meaning}`;
    return [finding("webhook/base-quantity", offset, summary, ITSELF)];
  }
  if (known.kind === "number" || known.kind === "text") return [];
  return [misfit(name, known, "a decimal", "Write the number itself.", offset)];
}

function misfit(name: string, known: Placeholder, wanted: string, remedy: string, offset: number): LintFinding {
  const summary = `{{${known.name}}} gives ${known.samples.join(" or ")}, but ${name} needs ${wanted}`;
  return finding("webhook/unfit-placeholder", offset, summary, remedy);
}

/** Exchange symbols (S-42), without an exchange before them or .P behind, as charting platforms write them. */
function lintPairs(name: string, node: JsonNode): LintFinding[] {
  if (node.kind !== "list") return [wrongType(name, node, 'a list of symbols: ["BTCUSDT"]')];
  if (node.items.length === 0)
    return [finding("webhook/no-pairs", node, `${name} is empty`, 'Name the pair: ["BTCUSDT"].')];
  return [...twice(node), ...node.items.flatMap(lintItem)];
}

function twice({ items }: ListNode): LintFinding[] {
  const seen = new Set<string>();
  return items.flatMap((item) => {
    if (item.kind !== "text" || seen.size < seen.add(item.value).size) return [];
    return [finding("webhook/pair-twice", item, `pairs names ${quoted(item.value)} twice`, "Name each pair once.")];
  });
}

function lintItem(item: JsonNode): LintFinding[] {
  if (item.kind === "text") return lintSymbol(item);
  if (item.kind !== "bare") return [wrongType("an item of pairs", item, "a symbol in quotes")];
  if (placeholder(item.name) === undefined) return [unknownPlaceholder(item.name, item)];
  return [unquoted("pairs", item.name, item.start, `Put quotes around it: "{{${item.name}}}".`)];
}

function lintSymbol(node: TextNode): LintFinding[] {
  const { value } = node;
  const { names, strange } = placeholdersIn(node);
  if (strange.length > 0) return strange;
  const symbol = value.includes("{{") ? undefined : symbolMeant(value);
  const remedy = symbol === undefined ? "Write base and quote together, in capitals: BTCUSDT." : `Write ${symbol}.`;
  if (names.includes("exchange") || /^[A-Za-z0-9_]+:/.test(value))
    return [finding("webhook/exchange-prefix", node, `${quoted(value)} begins with an exchange`, remedy)];
  if (/\.p$/i.test(value)) return [finding("webhook/perpetual-symbol", node, `${quoted(value)} ends in .P`, remedy)];
  if (value === "{{ticker}}") {
    const better = 'Write the symbol, or "{{syminfo.basecurrency}}{{syminfo.currency}}".';
    const summary = "{{ticker}} gives BTCUSDT.P on a perpetual contract";
    return [finding("webhook/ticker-placeholder", node, summary, better)];
  }
  const filled = value.replace(ANY_PLACEHOLDER, (_, inner: string) => placeholder(inner)?.samples[0] ?? "");
  if (SYMBOL.test(filled) && names.every((inner) => placeholder(inner)?.kind === "symbol")) return [];
  const comesTo = `${quoted(value)} becomes ${quoted(filled)}, which is not a symbol`;
  if (names.length > 0) return [finding("webhook/unfit-placeholder", node, comesTo, remedy)];
  return [finding("webhook/pair-form", node, `${quoted(value)} is not a symbol such as BTCUSDT`, remedy)];
}
