// The codes of a table by their severity, a line each.
import type { CodeRow } from "../../../../src/model/text/diagnostic.js";

export function bySeverity(table: Readonly<Record<string, CodeRow>>): readonly string[] {
  return Object.entries(table)
    .map(([code, { severity }]) => `${severity} ${code}`)
    .toSorted();
}
