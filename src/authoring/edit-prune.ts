// The first half of an edit: removes the keys and items that shall not stay; in block style whole lines.

import { isAlias, isMap, isSeq, type Pair, type YAMLMap, type YAMLSeq } from "yaml";
import { isRecord } from "../model/record.js";
import {
  behindEntry,
  contentEnd,
  extent,
  type FlowItem,
  flowItems,
  isBlock,
  isPlaced,
  lineEnd,
  lineStart,
  nameOf,
  pairEnd,
  skipComments,
  startOf,
} from "./edit-place.js";
import { isSame, pairUp, Refusal, type Work } from "./edit-work.js";

const DASH = /^ *- +(?:[&!]\S* +)*$/;
const COMPACT_MAP = /^[ -]*- +$/;

/** Collects what takes away of `before` what `after` has no place for; gives the value that is left. */
export function prune(work: Work, node: unknown, before: unknown, after: unknown): unknown {
  if (isSame(before, after) || isAlias(node)) return before;
  if (isPlaced(node) && !isAlias(node) && node.anchor !== undefined) work.anchors.add(node.anchor);
  if (isMap(node) && isRecord(before)) return pruneMap(work, node, before, isRecord(after) ? after : {});
  if (isSeq(node) && Array.isArray(before)) return pruneList(work, node, before, Array.isArray(after) ? after : []);
  return before;
}

function pruneMap(
  work: Work,
  node: YAMLMap,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): unknown {
  const goes = (pair: Pair) => !Object.hasOwn(after, nameOf(pair));
  const left: Record<string, unknown> = {};
  for (const pair of node.items) {
    const name = nameOf(pair);
    if (!goes(pair)) left[name] = prune(work, pair.value, before[name], after[name]);
  }
  const isEmptied = node.items.length > 0 && Object.keys(left).length === 0;
  const gone = node.items.map(goes);
  if (!isBlock(node)) takeFlowItems(work, node, gone);
  else for (const [index, pair] of node.items.entries()) if (goes(pair)) takeEntry(work, pair, node.items[index + 1]);
  return isEmptied && isBlock(node) ? null : left;
}

function pruneList(work: Work, node: YAMLSeq, before: readonly unknown[], after: readonly unknown[]): unknown {
  const { at, gone: count } = pairUp(before, after);
  const goes = (index: number) => index >= at && index < at + count;
  const left = before.flatMap((item, index) => {
    if (goes(index)) return [];
    return [prune(work, node.items[index], item, after[index < at ? index : index - count])];
  });
  if (!isBlock(node)) {
    const gone = node.items.map((_, index) => goes(index));
    takeFlowItems(work, node, gone);
    return left;
  }
  for (const [index, item] of node.items.entries()) if (goes(index)) takeItem(work, item);
  return node.items.length > 0 && left.length === 0 ? null : left;
}

function takeEntry(work: Work, pair: Pair, next: Pair | undefined): void {
  const { text } = work;
  const start = startOf(pair.key);
  const end = pairEnd(text, pair);
  const before = text.slice(lineStart(text, start), start);
  if (before.trim() === "") {
    takeLines(work, start, end);
    return;
  }
  // The first key of a map that begins behind a dash: the next one takes its place.
  const until = startOf(next?.key);
  const isPlain = next !== undefined && !text.slice(end, until).includes("#");
  if (!COMPACT_MAP.test(before) || !isPlain)
    throw new Refusal(
      "a key that isn't at the start of its line can't be removed without rewriting the text around it",
    );
  work.replace([start, until]);
}

function takeItem(work: Work, item: unknown): void {
  const start = startOf(item);
  if (!DASH.test(work.text.slice(lineStart(work.text, start), start)))
    throw new Refusal("an item of a list inside a list can't be removed without rewriting the text around it");
  takeLines(work, start, contentEnd(work.text, item));
}

function takeLines(work: Work, start: number, end: number): void {
  const { text } = work;
  const first = lineStart(text, start);
  const after = behindEntry(text, end);
  if (after === undefined) throw new Refusal("there is something else on the line to be removed");
  // Where the last line has no end, the one before shall have none.
  const isLastWithoutEnd = after === text.length && !text.endsWith("\n") && first > 0;
  work.replace([isLastWithoutEnd ? lineEnd(text, first - 1) : first, after]);
}

function takeFlowItems(work: Work, node: YAMLMap | YAMLSeq, gone: readonly boolean[]): void {
  if (!gone.includes(true)) return;
  const { text } = work;
  const items = flowItems(text, node);
  const [start, end] = extent(node);
  const lastKept = gone.lastIndexOf(false);
  const last = items.at(-1);
  const from = items[lastKept]?.end ?? start + 1;
  const until = lastKept < 0 ? end - 1 : (last?.end ?? end);
  const isTogether = lastKept < gone.length - 1 && !text.slice(from, until).includes("#");
  if (isTogether) work.replace([from, until]);
  for (const [index, item] of items.entries()) {
    if (gone[index] && (index < lastKept || !isTogether)) takeFlowItem(work, item);
  }
}

function takeFlowItem(work: Work, { start, end, comma }: FlowItem): void {
  const { text } = work;
  const after = comma === undefined ? end : comma + 1;
  const next = skipComments(text, after);
  const between = text.slice(after, next);
  const isOnOneLine = !/[\n#]/.test(text.slice(end, next));
  const first = lineStart(text, start);
  if (isOnOneLine) work.replace([start, next]);
  else if (text.slice(first, start).trim() === "" && /^[ \t]*\r?\n/.test(between))
    work.replace([first, text.indexOf("\n", after) + 1]);
  else work.replace([start, after]);
}
