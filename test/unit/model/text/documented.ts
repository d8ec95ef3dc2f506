// What docs/reference/diagnostics.md says of a code: how serious it is, and its words.
import { readFileSync } from "node:fs";
import type { CodeRow } from "../../../../src/model/text/diagnostic.js";
import { plain } from "../../../docs/generated.js";

const PAGE = readFileSync("docs/reference/diagnostics.md", "utf8");

/** The codes of a table that the page doesn't have word for word: an error stops a plan, a warning doesn't. */
export function undocumented(table: Readonly<Record<string, CodeRow>>): readonly string[] {
  return Object.entries(table)
    .filter(([code, { severity, title, help }]) => {
      return !PAGE.includes(`### ${code}\n\n**${severity}**: ${plain(title)}. ${plain(help)}\n`);
    })
    .map(([code]) => code);
}
