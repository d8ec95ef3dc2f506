// Judges the pairs of a webhook's body: exchange symbols, without an exchange before them or .P behind (risk-maths, 11).

import { quoted } from "../config/problem.js";
import { symbolMeant } from "../config/webhooks/webhook-issues.js";
import { SYMBOL } from "../model/webhook/webhook.js";
import { ANY_PLACEHOLDER, placeholder } from "../model/webhook/webhook-placeholders.js";
import type { JsonNode, ListNode, TextNode } from "./json.js";
import { at, type LintFinding, unknownPlaceholder, wrongType } from "./lint-finding.js";

export function lintPairs(name: string, node: JsonNode): LintFinding[] {
  if (node.kind !== "list") return [wrongType(name, node, 'a list of symbols: ["BTCUSDT"]')];
  if (node.items.length === 0) return [at(node, "webhook/no-pairs", `${name} is empty`, 'Name the pair: ["BTCUSDT"].')];
  return [...twice(node), ...node.items.flatMap(lintItem)];
}

function lintItem(item: JsonNode): LintFinding[] {
  if (item.kind === "bare") return [unquotedPair(item.name, item.start)];
  if (item.kind !== "text") return [wrongType("an item of pairs", item, "a symbol in quotes")];
  return lintSymbol(item);
}

function twice({ items }: ListNode): LintFinding[] {
  const seen = new Set<string>();
  return items.flatMap((item) => {
    if (item.kind !== "text") return [];
    const isTwice = seen.has(item.value);
    seen.add(item.value);
    return isTwice
      ? [at(item, "webhook/pair-twice", `pairs names ${quoted(item.value)} twice`, "Name each pair once.")]
      : [];
  });
}

function unquotedPair(inner: string, offset: number): LintFinding {
  if (placeholder(inner) === undefined) return unknownPlaceholder(inner, offset);
  const whole = `{{${inner}}}`;
  return {
    code: "webhook/unquoted-placeholder",
    summary: `pairs has ${whole} without quotes`,
    remedy: `Put quotes around it: "${whole}".`,
    offset,
  };
}

function lintSymbol(node: TextNode): LintFinding[] {
  const { value } = node;
  const names = [...value.matchAll(ANY_PLACEHOLDER)].map(([, inner = ""]) => inner);
  const strange = names.filter((inner) => placeholder(inner) === undefined);
  if (strange.length > 0) return strange.map((inner) => unknownPlaceholder(inner, node.start));
  if (names.includes("exchange") || /^[A-Za-z0-9_]+:/.test(value))
    return [at(node, "webhook/exchange-prefix", `${quoted(value)} begins with an exchange`, symbolRemedy(value))];
  if (value.endsWith(".P") || value.endsWith(".p"))
    return [at(node, "webhook/perpetual-symbol", `${quoted(value)} ends in .P`, symbolRemedy(value))];
  if (value === "{{ticker}}")
    return [
      at(
        node,
        "webhook/ticker-placeholder",
        "{{ticker}} gives BTCUSDT.P on a perpetual contract",
        'Write the symbol, or "{{syminfo.basecurrency}}{{syminfo.currency}}".',
      ),
    ];
  if (names.length > 0) {
    const filled = value.replace(ANY_PLACEHOLDER, (_, inner: string) => placeholder(inner)?.samples[0] ?? "");
    if (SYMBOL.test(filled) && names.every((inner) => placeholder(inner)?.kind === "symbol")) return [];
    return [
      at(
        node,
        "webhook/unfit-placeholder",
        `${quoted(value)} comes to ${quoted(filled)}, which is no symbol`,
        symbolRemedy(""),
      ),
    ];
  }
  if (SYMBOL.test(value)) return [];
  return [at(node, "webhook/pair-form", `${quoted(value)} is no symbol such as BTCUSDT`, symbolRemedy(value))];
}

function symbolRemedy(written: string): string {
  const symbol = written.includes("{{") ? undefined : symbolMeant(written);
  return symbol === undefined ? "Write base and quote together, in capitals: BTCUSDT." : `Write ${symbol}.`;
}
