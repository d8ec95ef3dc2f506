// Comma-separated values after RFC 4180; a spreadsheet takes no text from outside for a formula.
import { clean } from "../sanitize.js";

/** A number is canonical decimal text or null; a text may hold anything. */
export type CsvValue = { readonly number: string | null } | { readonly text: string };

/** Rows end in CR LF, the last one too. */
export function csv(heads: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  const lines = [heads.map((text) => field(text)), ...rows.map((row) => row.map(valueText))];
  return lines.map((cells) => `${cells.join(",")}\r\n`).join("");
}

function valueText(value: CsvValue): string {
  return "number" in value ? (value.number ?? "") : field(harmless(clean(value.text)));
}

/** A spreadsheet computes what begins like this; with an apostrophe before it, it is text. */
function harmless(text: string): string {
  return /^\s*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text;
}

function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
