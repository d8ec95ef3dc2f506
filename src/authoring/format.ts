// The canonical form of a configuration file: keys in their order, white space tidy; values, quotes and comments as they were.
import { isMap } from "yaml";
import { compose } from "../config/yaml/compose.js";
import { parseDocument, readAny } from "../config/yaml/document.js";
import type { Source } from "../config/yaml/source.js";
import type { Diagnostic } from "../model/text/diagnostic.js";
import { commentTexts } from "./edit-splice.js";
import { isSame } from "./edit-work.js";
import { orderedFile } from "./format-map.js";
import { FILE } from "./format-order.js";
import { tidySpace } from "./format-space.js";

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
