// The canonical form of a configuration file: keys in their order, white space tidy; values, quotes and comments as they were.
import { isMap } from "yaml";
import { compose } from "../config/yaml/compose.js";
import { parseDocument, readAny } from "../config/yaml/document.js";
import type { Source } from "../config/yaml/source.js";
import type { Diagnostic } from "../model/text/diagnostic.js";
import { commentTexts, isSame, lineEndOf, type Part, partsOf } from "./edit-work.js";
import { orderedFile } from "./format-map.js";
import { FILE } from "./format-order.js";

export type Formatted =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "invalid"; readonly diagnostics: readonly Diagnostic[] }
  /** What came out didn't mean the same: a fault of ours, and the file must stay as it is. */
  | { readonly kind: "fault" };

/** Formatting what it gives gives the same again. Never throws for its input. */
export function formatText(source: Source): Formatted {
  const { value, diagnostics } = parseDocument(source);
  if (diagnostics.length > 0) return { kind: "invalid", diagnostics };
  const tidy = tidySpace(source.text);
  const { root } = compose(tidy);
  const text = isMap(root) ? tidySpace(orderedFile(tidy, root, FILE)) : tidy;
  const again = readAny(text);
  const before = [...commentTexts(source.text)].sort();
  const isFaithful =
    again.marks.length === 0 && isSame(again.value, value) && isSame([...commentTexts(text)].sort(), before);
  return isFaithful ? { kind: "text", text } : { kind: "fault" };
}

/** No tabs, no space at the ends of lines, one blank line at most, one line end at the end. Text in quotes, in several lines or in blocks stays as it is. */
function tidySpace(text: string): string {
  const parts = partsOf(text);
  let result = "";
  let blanks = 0;
  let isAtStart = true;
  for (const [index, { text: source, kind }] of parts.entries()) {
    const isLast = parts[index + 1] === undefined || parts[index + 1]?.kind === "newline";
    if (kind === "space" && isLast) continue;
    if (kind === "newline") {
      blanks = isAtStart ? blanks + 1 : 0;
      isAtStart = true;
      // The file's first line is something, and so is every second one.
      if (result !== "" && blanks < 2) result += source;
      continue;
    }
    result += kind === "comment" ? source.trimEnd() : kind === "space" ? source.replaceAll("\t", " ") : source;
    isAtStart = kind === "content" && source.endsWith("\n");
    blanks = 0;
  }
  return ended(result, parts.at(-1), lineEndOf(text));
}

function ended(text: string, last: Part | undefined, lineEnd: string): string {
  // A block scalar at the end may own the blank lines there.
  if (last?.kind === "content" && last.text.endsWith("\n")) return text;
  const trimmed = text.replace(/(?:\r?\n)+$/, "");
  return trimmed === "" ? "" : trimmed + lineEnd;
}
