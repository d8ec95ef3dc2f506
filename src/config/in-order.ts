// Diagnostics with their places, in the order of files, and each told once.
import { byText } from "../model/order.js";
import type { Diagnostic } from "../model/text/diagnostic.js";
import type { ConfigCode } from "./schema/codes.js";
import type { Document } from "./yaml/document.js";

/** What bots are told alike, each at its own place, for one cause that is elsewhere: one line that is missing or wrong. */
const OF_ONE_CAUSE: ReadonlySet<string> = new Set<ConfigCode>([
  "config/access-missing",
  "config/title-outside-prefix",
  "config/incomplete-bot",
  "config/incomplete-indicator",
  "config/price-level-missing",
]);
const NAMED_OTHERS = 3;

/** With positions, in the order of files, lines and columns. */
export function inOrder(diagnostics: readonly Diagnostic[], documents: ReadonlyMap<string, Document>): Diagnostic[] {
  return onceEach(diagnostics.map((diagnostic) => placed(diagnostic, documents)).sort(byPlace));
}

function placed(diagnostic: Diagnostic, documents: ReadonlyMap<string, Document>): Diagnostic {
  const { origin, position } = diagnostic;
  const document = origin === undefined ? undefined : documents.get(origin.file);
  if (position !== undefined || origin === undefined || document === undefined) return diagnostic;
  return { ...diagnostic, position: document.locate(origin.path, origin.key) };
}

/**
 * A problem of one place in two accounts is reported once. A problem of `defaults` for a thousand bots is reported for the
 * first, with the number of the others; so is one that each of them has at its own place for one cause, with some of their names.
 */
function onceEach(sorted: readonly Diagnostic[]): Diagnostic[] {
  const bots = new Map<string, { readonly first: Diagnostic; readonly keys: Set<string> }>();
  for (const diagnostic of sorted) {
    const { code, summary, position, address = "" } = diagnostic;
    const key = address.slice(address.indexOf("/") + 1);
    const general = key === "" ? summary : summary.replace(`bot ${key}`, "bot");
    const place = OF_ONE_CAUSE.has(code) ? [] : [position?.file, position?.line, position?.column];
    const identity = JSON.stringify([code, general, ...place]);
    const known = bots.get(identity);
    if (known === undefined) bots.set(identity, { first: diagnostic, keys: new Set([key]) });
    else known.keys.add(key);
  }
  return [...bots.values()].map(({ first, keys }) => {
    const [, ...others] = keys;
    return others.length === 0
      ? first
      : { ...first, summary: `${first.summary} (and ${othersText(first.code, others)})` };
  });
}

function othersText(code: string, keys: readonly string[]): string {
  const count = `${keys.length} more ${keys.length === 1 ? "bot" : "bots"}`;
  if (!OF_ONE_CAUSE.has(code)) return count;
  return `${count}: ${keys.slice(0, NAMED_OTHERS).join(", ")}${keys.length > NAMED_OTHERS ? ", …" : ""}`;
}

function byPlace(left: Diagnostic, right: Diagnostic): number {
  const [a, b] = [left.position, right.position];
  return (
    byText(a?.file ?? "", b?.file ?? "") ||
    (a?.line ?? 0) - (b?.line ?? 0) ||
    (a?.column ?? 0) - (b?.column ?? 0) ||
    byText(left.code, right.code) ||
    byText(left.summary, right.summary)
  );
}
