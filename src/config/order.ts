// Gives diagnostics their positions, puts them in order, and says once what many bots inherit.
import { byText } from "../model/order.js";
import type { Diagnostic } from "../model/text/diagnostic.js";
import type { Document } from "./yaml/document.js";

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
 * What two accounts say of one place is said once; what a place in `defaults` does to a thousand bots is said of the
 * first, with the number of the others.
 */
function onceEach(sorted: readonly Diagnostic[]): Diagnostic[] {
  const bots = new Map<string, { readonly first: Diagnostic; readonly keys: Set<string> }>();
  for (const diagnostic of sorted) {
    const { code, summary, position, address = "" } = diagnostic;
    const key = address.slice(address.indexOf("/") + 1);
    const said = key === "" ? summary : summary.replace(`bot ${key}`, "bot");
    const identity = JSON.stringify([code, said, position?.file, position?.line, position?.column]);
    const known = bots.get(identity);
    if (known === undefined) bots.set(identity, { first: diagnostic, keys: new Set([key]) });
    else known.keys.add(key);
  }
  return [...bots.values()].map(({ first, keys }) => {
    const others = keys.size - 1;
    if (others === 0) return first;
    return { ...first, summary: `${first.summary} (and ${others} more ${others === 1 ? "bot" : "bots"})` };
  });
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
