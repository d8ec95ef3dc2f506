// The second half of an edit: descends to the values that differ, writes them, and adds missing keys and items.

import { isAlias, isMap, isScalar, isSeq, type YAMLMap, type YAMLSeq } from "yaml";
import { isRecord } from "../model/record.js";
import {
  behindColon,
  columnOf,
  contentEnd,
  extent,
  flowItems,
  isBlock,
  isBlockScalar,
  isPlaced,
  isUnwritten,
  lineEnd,
  lineStart,
  nextLine,
  pairEnd,
  restOfLine,
  startOf,
} from "./edit-place.js";
import {
  blockLines,
  doubleQuoted,
  entryLines,
  inlineOf,
  itemText,
  singleQuoted,
  WIDTH,
  yamlFlow,
  yamlKey,
} from "./edit-text.js";
import { isSame, pairUp, Refusal, type Work } from "./edit-work.js";

/** Collects what makes `after` of `before`, which holds no key and no item too many. */
export function fill(work: Work, node: unknown, owner: Owner, before: unknown, after: unknown): void {
  if (isSame(before, after)) return;
  const areMaps = isRecord(before) && isRecord(after);
  const areLists = Array.isArray(before) && Array.isArray(after);
  // A list is written out in the alias's place; a map would be too much of a change for a key in it.
  if (isAlias(node) && areMaps)
    throw new Refusal(
      `the value is an alias (*${node.source}), so changing it would change the other places that use it`,
    );
  if (isPlaced(node) && !isAlias(node) && node.anchor !== undefined) work.anchors.add(node.anchor);
  const isReplaced = isEmptyFlow(work.text, node) && !isFlow(owner);
  if (isMap(node) && areMaps && !isReplaced) fillMap(work, node, before, after);
  else if (isSeq(node) && areLists && !isReplaced) fillList(work, node, before, after);
  else setValue(work, node, owner, after);
}

function fillMap(
  work: Work,
  node: YAMLMap,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): void {
  const inFlow = !isBlock(node);
  for (const { key, value } of node.items) {
    const name = isScalar(key) ? String(key.value) : "";
    fill(work, value, { kind: "key", key, isFlow: inFlow }, before[name], after[name]);
  }
  const missing = Object.entries(after).filter(([name]) => !Object.hasOwn(before, name));
  if (missing.length === 0) return;
  if (inFlow) {
    const entries = missing.map(([name, value]) => `${yamlKey(name, "flow")}: ${yamlFlow(value)}`);
    putFlow(work, node, node.items.length, entries);
    return;
  }
  const last = node.items.at(-1);
  const column = columnOf(work.text, startOf(node));
  const lines = missing.flatMap(([name, value]) => entryText(work, name, value, column, last?.value));
  work.putLines(last === undefined ? undefined : behindComments(work.text, pairEnd(work.text, last), column), lines);
}

/** The end of the comments that stand below an entry and further in than its key: they are about what is in it. */
function behindComments(text: string, end: number, column: number): number {
  let last = end;
  for (let at = text[end - 1] === "\n" ? end : nextLine(text, end); at < text.length; at = nextLine(text, at)) {
    const line = text.slice(at, lineEnd(text, at));
    const margin = line.length - line.trimStart().length;
    if (line.trim() === "") continue;
    if (!line.startsWith("#", margin) || margin <= column) break;
    last = at + line.length;
  }
  return last;
}

/** An entry is written like the one before it: a bot on one line among bots on one line. */
function entryText(work: Work, name: string, value: unknown, column: number, sibling: unknown): readonly string[] {
  const key = yamlKey(name);
  const line = `${" ".repeat(column)}${key}: `;
  const isLikely = isRecord(value) && isMap(sibling) && sibling.flow === true && sibling.items.length > 0;
  const flow = isLikely ? yamlFlow(value) : "";
  if (isLikely && line.length + flow.length <= WIDTH) return [line + flow];
  return entryLines(key, value, column, work.step);
}

function fillList(work: Work, node: YAMLSeq, before: readonly unknown[], after: readonly unknown[]): void {
  const { at, added } = pairUp(before, after);
  const inFlow = !isBlock(node);
  for (const [index, item] of node.items.entries()) {
    fill(work, item, { kind: "item", isFlow: inFlow }, before[index], after[index < at ? index : index + added]);
  }
  const items = after.slice(at, at + added);
  if (items.length === 0) return;
  if (inFlow) {
    putFlow(work, node, at, items.map(yamlFlow));
    return;
  }
  const { text } = work;
  const margin = " ".repeat(columnOf(text, startOf(node)));
  const lines = items.map((item) => `${margin}- ${itemText(item)}`);
  if (at > 0) {
    work.putLines(contentEnd(text, node.items[at - 1]), lines);
    return;
  }
  work.put(lineStart(text, startOf(node)), work.ended(lines));
}

function putFlow(work: Work, node: YAMLMap | YAMLSeq, at: number, entries: readonly string[]): void {
  const { text } = work;
  const items = flowItems(text, node);
  const before = items[at - 1];
  if (before === undefined) {
    const next = items[0];
    if (next !== undefined) {
      work.put(next.start, `${entries.join(", ")}, `);
      return;
    }
    const pad = isMap(node) ? " " : "";
    const isPlain = isEmptyFlow(text, node);
    const [start, end] = extent(node);
    work.replace([start + 1, isPlain ? end - 1 : start + 1], pad + entries.join(", ") + pad);
    return;
  }
  const isLast = at === items.length;
  const behind = before.comma === undefined ? before.end : before.comma + 1;
  const rest = restOfLine(text, behind);
  const startsLine = text.slice(lineStart(text, before.start), before.start).trim() === "";
  if (isLast && rest !== undefined && startsLine) {
    const margin = work.lineEnd + " ".repeat(columnOf(text, before.start));
    if (before.comma === undefined) work.put(before.end, ",");
    const tail = before.comma === undefined ? "" : ",";
    work.put(rest, entries.map((entry) => margin + entry).join(",") + tail);
    return;
  }
  if (isLast && before.comma !== undefined) work.put(behind, ` ${entries.join(", ")}`);
  else work.put(before.end, entries.map((entry) => `, ${entry}`).join(""));
}

/** What a value belongs to. */
type Owner =
  | { readonly kind: "file" }
  | { readonly kind: "key"; readonly key: unknown; readonly isFlow: boolean }
  | { readonly kind: "item"; readonly isFlow: boolean };

/** Collects what writes a value where another stands, or none. */
function setValue(work: Work, node: unknown, owner: Owner, after: unknown): void {
  if (isPlaced(node) && node.tag !== undefined)
    throw new Refusal("the value has a tag (!!name), which determines how it is read");
  if (isBlock(node)) throw new Refusal("the value is a map or list inside a list; rewrite it by hand");
  const inline = owner.kind === "file" ? undefined : inlineText(work, node, owner, after);
  if (owner.kind === "file") setFile(work, node, after);
  else if (inline !== undefined) setInline(work, node, owner, inline);
  else if (owner.kind === "key") setBelow(work, node, owner.key, after);
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
    // Text that was quoted stays quoted.
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
  if (owner.kind !== "key") throw new Refusal("an empty list item can't be filled in where it is");
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
function isFlow(owner: Owner): boolean {
  return owner.kind !== "file" && owner.isFlow;
}

/** `{}` or `[]`, without a comment in it. */
function isEmptyFlow(text: string, node: unknown): boolean {
  if (!(isMap(node) || isSeq(node)) || node.items.length > 0) return false;
  const [start, end] = extent(node);
  return text.slice(start + 1, end - 1).trim() === "";
}
