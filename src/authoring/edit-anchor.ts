// Hands an anchor on to the first alias that uses it, so that the value it stands at can change alone.
import { type Alias, isAlias, isMap, isScalar, isSeq, visit } from "yaml";
import { compose } from "../config/yaml/compose.js";
import { readAny } from "../config/yaml/document.js";
import { extent, isBlock, isBlockScalar, type Placed } from "./edit-place.js";
import { spliced } from "./edit-splice.js";
import { isSame } from "./edit-work.js";

/** The same values, the anchor at its first alias; undefined where the anchored value doesn't stand on one line. */
export function handedOn(text: string, anchor: string): string | undefined {
  const { root } = compose(text);
  const place = root === undefined ? undefined : placeOf(root, anchor);
  if (place === undefined) return undefined;
  const { node, alias } = place;
  const [start, end] = extent(node);
  const source = text.slice(start, end);
  const mark = markBefore(text, start, anchor);
  if (isBlock(node) || isBlockScalar(node) || source === "" || source.includes("\n") || mark === undefined) {
    return undefined;
  }
  const [aliasStart, aliasEnd] = extent(alias);
  const result = spliced(text, [
    { start: mark, end: start, text: "" },
    { start: aliasStart, end: aliasEnd, text: `&${anchor} ${source}` },
  ]);
  // What is plain in one place may need quotes in the other.
  const [before, after] = [readAny(text), readAny(result ?? "")];
  return after.marks.length === 0 && isSame(before.value, after.value) ? result : undefined;
}

interface Place {
  readonly node: Placed;
  readonly alias: Alias;
}

/** The anchored value and the first alias behind it. */
function placeOf(root: unknown, anchor: string): Place | undefined {
  if (!(isMap(root) || isSeq(root))) return undefined;
  let node: Placed | undefined;
  let alias: Alias | undefined;
  visit(root, {
    Node: (_, one) => {
      if (isAlias(one)) {
        if (one.source === anchor && node !== undefined) alias ??= one;
      } else if ((isScalar(one) || isMap(one) || isSeq(one)) && one.anchor === anchor && alias === undefined) {
        node = one;
      }
    },
  });
  return node === undefined || alias === undefined ? undefined : { node, alias };
}

/** Where `&anchor` begins, if nothing but spaces stands between it and the value. */
function markBefore(text: string, start: number, anchor: string): number | undefined {
  const mark = text.lastIndexOf(`&${anchor}`, start);
  return mark >= 0 && text.slice(mark + anchor.length + 1, start).trim() === "" ? mark : undefined;
}
