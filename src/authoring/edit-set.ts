// Writes one value in the place of another: behind its key, below it, or as the whole of a file.
import { isMap, isScalar, isSeq } from "yaml";
import {
  behindColon,
  columnOf,
  contentEnd,
  extent,
  isBlock,
  isBlockScalar,
  isPlaced,
  isUnwritten,
  lineEnd,
  lineStart,
  startOf,
} from "./edit-place.js";
import { blockLines, doubleQuoted, inlineOf, itemText, singleQuoted, yamlFlow } from "./edit-text.js";
import type { Work } from "./edit-work.js";

/** What a value belongs to. */
export type Owner =
  | { readonly kind: "file" }
  | { readonly kind: "key"; readonly key: unknown; readonly isFlow: boolean }
  | { readonly kind: "item"; readonly isFlow: boolean };

/** Collects what writes a value where another stands, or none. */
export function setValue(work: Work, node: unknown, owner: Owner, after: unknown): void {
  if (isPlaced(node) && node.tag !== undefined) {
    work.refuse("the value has a tag (!!name), which says how it is to be read");
    return;
  }
  if (isBlock(node)) {
    work.refuse("the value is a map or list inside a list; rewrite it by hand");
    return;
  }
  if (owner.kind === "file") {
    setFile(work, node, after);
    return;
  }
  const inline = inlineText(work, node, owner, after);
  if (inline !== undefined) {
    setInline(work, node, owner, inline);
    return;
  }
  if (owner.kind === "key") setBelow(work, node, owner.key, after);
}

function setFile(work: Work, node: unknown, after: unknown): void {
  const { text, lineEnd: lineFeed } = work;
  const lines = blockLines(after, 0, work.step).join(lineFeed);
  if (!isUnwritten(node)) {
    work.replace(extent(node), lines);
    return;
  }
  const gap = text === "" || text.endsWith("\n") ? "" : lineFeed;
  work.put(text.length, gap + lines + lineFeed);
}

/** What stands on the key's own line; undefined for what needs lines of its own. */
function inlineText(work: Work, node: unknown, owner: Owner, after: unknown): string | undefined {
  if (typeof after === "string" && isScalar(node)) {
    // Whoever puts quotes around text shall find them there.
    if (node.type === "QUOTE_DOUBLE") return doubleQuoted(after);
    if (node.type === "QUOTE_SINGLE") return singleQuoted(after) ?? doubleQuoted(after);
  }
  if (isFlow(owner)) return yamlFlow(after);
  if (owner.kind === "item") return itemText(after);
  const written = isUnwritten(node) ? undefined : startOf(node);
  const at = written ?? (owner.kind === "key" ? startOf(owner.key) : 0);
  return inlineOf(after, columnOf(work.text, at));
}

function setInline(work: Work, node: unknown, owner: Owner, inline: string): void {
  const { text } = work;
  if (!isUnwritten(node)) {
    const [start] = extent(node);
    const end = contentEnd(text, node);
    const tail = text[end - 1] === "\n" ? work.lineEnd : "";
    const header = isBlockScalar(node) ? text.slice(start, lineEnd(text, start)) : "";
    const comment = header.indexOf(" #");
    if (comment < 0) {
      work.replace([start, end], inline + tail);
    } else {
      work.replace([start, start + comment], inline);
      work.replace([start + header.length, end], tail);
    }
    return;
  }
  if (owner.kind !== "key") {
    work.refuse("an item that is empty can't be filled in its place");
    return;
  }
  const colon = behindColon(text, owner.key);
  if (colon !== undefined) work.put(colon, ` ${inline}`);
  else work.put(extent(owner.key)[1], `: ${inline}`);
}

/** A map, or a long list, on lines of its own below its key. */
function setBelow(work: Work, node: unknown, key: unknown, after: unknown): void {
  const { text } = work;
  const end = isUnwritten(node) ? behindColon(text, key) : contentEnd(text, node);
  const lines = blockLines(after, columnOf(text, startOf(key)) + work.step, work.step);
  if (end !== undefined && !isUnwritten(node)) {
    const [start] = extent(node);
    const spaces = /[ \t]*$/.exec(text.slice(lineStart(text, start), start))?.[0].length ?? 0;
    // A block scalar may end at the start of a line, which the key still needs for itself.
    work.replace([start - spaces, text[end - 1] === "\n" ? lineEnd(text, end - 1) : end]);
  }
  work.putLines(end, lines);
}

/** Whether a value stands inside { } or [ ]. */
export function isFlow(owner: Owner): boolean {
  return owner.kind !== "file" && owner.isFlow;
}

/** `{}` or `[]`, without a comment in it. */
export function isEmptyFlow(text: string, node: unknown): boolean {
  if (!(isMap(node) || isSeq(node)) || node.items.length > 0) return false;
  const [start, end] = extent(node);
  return text.slice(start + 1, end - 1).trim() === "";
}
