// Diagnostics as text: file:line:column, what is wrong, the line itself with a mark under it, and what to do.
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { clean } from "../sanitize.js";
import type { Paint } from "./paint.js";
import { wrapped } from "./wrap.js";

/** Nobody reads on; a file that is broken throughout would print a hundred times its size. JSON has them all. */
const MOST = 1_000;

/** All diagnostics, a blank line between them, ending in a line feed; "" for none. Of too many, the first and how many more. */
export function diagnosticsText(diagnostics: readonly Diagnostic[], colour: Paint): string {
  const shown = diagnostics.slice(0, MOST).map((diagnostic) => `${diagnosticText(diagnostic, colour)}\n`);
  const more = diagnostics.length - shown.length;
  if (more > 0) shown.push(`… and ${more} more; --format json lists every one.\n`);
  return shown.join("\n");
}

function diagnosticText(diagnostic: Diagnostic, colour: Paint): string {
  const { position } = diagnostic;
  const severity = diagnostic.severity === "error" ? colour.bad("error") : colour.change("warning");
  const place = position === undefined ? "" : `${clean(position.file)}:${position.line}:${position.column}: `;
  const subject = diagnostic.address === undefined ? "" : `${clean(diagnostic.address)}: `;
  const head = `${place}${severity}: ${subject}${clean(diagnostic.summary)} ${colour.faint(`[${diagnostic.code}]`)}`;
  const lines = [wrapped(head, colour)];
  if (position !== undefined && position.text.trim() !== "") {
    const gutter = `  ${position.line} | `;
    const before = clean(position.text.slice(0, position.column - 1));
    lines.push(colour.faint(`${gutter}${clean(position.text)}`));
    // A long line is shown in part; a mark under it would point nowhere.
    if (!position.text.startsWith("…") && position.column <= position.text.length + 1) {
      lines.push(colour.faint(`${" ".repeat(gutter.length - 2)}| ${" ".repeat([...before].length)}^`));
    }
  }
  if (diagnostic.remedy !== undefined)
    lines.push(wrapped(`  ${colour.good("fix:")} ${clean(diagnostic.remedy)}`, colour));
  return lines.join("\n");
}
