// Sorts a map's entries into their canonical order as slices of text, each with the comments above and behind it.
import { isMap, type Pair, type YAMLMap } from "yaml";
import {
  behindColon,
  behindEntry,
  columnOf,
  extent,
  flowItems,
  isBlock,
  lineStart,
  nextLine,
  pairEnd,
  restOfLine,
  startOf,
} from "./edit-place.js";
import { orderOf, type Shape, shapeOf } from "./format-order.js";

const MODELINE = /^\s*#\s*yaml-language-server:/;
const BLANK = /^[ \t]*\r?\n?$/;
const COMMENT = /^[ \t]*#/;

interface Span {
  readonly start: number;
  readonly end: number;
}

interface MapEntry {
  /** Blank lines above it. */
  gap: string;
  /** Comments above it. */
  readonly lead: string;
  readonly body: string;
}

/** The text of a file whose root is this map. */
export function orderedFile(text: string, root: YAMLMap, shape: Shape): string {
  const [start, end] = extent(root);
  return isBlock(root)
    ? orderedBlock(text, root, shape, { start: 0, end: text.length }, true)
    : text.slice(0, start) + orderedFlow(text, root, shape) + text.slice(end);
}

/** @param span the whole lines that hold the map and the comments around its entries */
function orderedBlock(text: string, node: YAMLMap, shape: Shape, span: Span, isFile = false): string {
  const places = placesOf(text, node, span);
  if (places === undefined) return text.slice(span.start, span.end);
  const head = headEnd(text, { start: span.start, end: places[0]?.key ?? span.end }, isFile);
  const entries = node.items.map((pair, index): MapEntry => {
    const { key, end } = places[index] ?? { key: span.end, end: span.end };
    const lead = text.slice(places[index - 1]?.end ?? head, key);
    const gap = /^(?:[ \t]*\r?\n)*/.exec(lead)?.[0] ?? "";
    return {
      gap,
      lead: lead.slice(gap.length),
      body: orderedEntry(text, pair, shapeOf(pair, shape), { start: key, end }),
    };
  });
  const order = places.some(({ keepsLines }) => keepsLines) ? [...entries.keys()] : orderOf(node.items, shape);
  const sorted = order.flatMap((index) => entries[index] ?? []);
  const [before, now] = [entries[0], sorted[0]];
  // Which one is the first changes: the blank lines between are between the others now.
  if (before !== undefined && now !== undefined) [before.gap, now.gap] = [now.gap, before.gap];
  const body = sorted.map((entry) => entry.gap + entry.lead + entry.body).join("");
  return text.slice(span.start, head) + body + text.slice(places.at(-1)?.end ?? head, span.end);
}

interface EntryPlace {
  /** The start of the key's line. */
  readonly key: number;
  /** Behind its value's lines, and comments there that are indented like the value. */
  readonly end: number;
  /** Whether it ends in a block scalar to which blank lines below would belong. */
  readonly keepsLines: boolean;
}

/** undefined where an entry doesn't stand on lines of its own. */
function placesOf(text: string, node: YAMLMap, span: Span): readonly EntryPlace[] | undefined {
  const places: EntryPlace[] = [];
  for (const [index, pair] of node.items.entries()) {
    const key = lineStart(text, startOf(pair.key));
    const content = pairEnd(text, pair);
    const end = behindEntry(text, content);
    const isOwn = /^ *$/.test(text.slice(key, startOf(pair.key)));
    if (end === undefined || !isOwn || behindColon(text, pair.key) === undefined) return undefined;
    const next = node.items[index + 1];
    const limit = next === undefined ? span.end : lineStart(text, startOf(next.key));
    const column = columnOf(text, startOf(pair.key));
    places.push({
      key,
      end: tailEnd(text, { start: end, end: limit }, column),
      keepsLines: text[content - 1] === "\n",
    });
  }
  return places;
}

/** The end of the comments that are indented further than this column, and so belong to what stands above them. */
function tailEnd(text: string, { start, end }: Span, column: number): number {
  let last = start;
  for (let line = start; line < end; line = nextLine(text, line)) {
    const source = text.slice(line, nextLine(text, line));
    if (BLANK.test(source)) continue;
    if (!COMMENT.test(source) || source.indexOf("#") <= column) break;
    last = nextLine(text, line);
  }
  return last;
}

/**
 * The end of what stays above the first entry, whichever that is: markers, and in a file the comment at its top, which
 * ends with a blank line or, where there is none, at the first key.
 */
function headEnd(text: string, { start, end }: Span, isFile: boolean): number {
  let head = start;
  let hasBlank = false;
  for (let line = start; line < end; line = nextLine(text, line)) {
    const source = text.slice(line, nextLine(text, line));
    const isBlank = BLANK.test(source);
    const isFixed = isBlank || MODELINE.test(source);
    hasBlank ||= isBlank;
    if (isFile ? isFixed || !COMMENT.test(source) : !isBlank && !COMMENT.test(source)) head = nextLine(text, line);
  }
  return isFile && !hasBlank ? end : head;
}

function orderedEntry(text: string, pair: Pair, shape: Shape, { start, end }: Span): string {
  const { key, value } = pair;
  if (!isMap(value)) return text.slice(start, end);
  if (!isBlock(value)) {
    const [from, until] = extent(value);
    return text.slice(start, from) + orderedFlow(text, value, shape) + text.slice(until, end);
  }
  const rest = restOfLine(text, behindColon(text, key) ?? start);
  if (rest === undefined) return text.slice(start, end);
  const inner = nextLine(text, rest);
  return text.slice(start, inner) + orderedBlock(text, value, shape, { start: inner, end });
}

/** A map in braces; the entries change places, and what stands between them stays. One over several lines keeps its order. */
function orderedFlow(text: string, node: YAMLMap, shape: Shape): string {
  const [start, end] = extent(node);
  const items = flowItems(text, node);
  const order = /\n/.test(text.slice(start, end)) ? [...items.keys()] : orderOf(node.items, shape);
  const texts = items.map((item, index) => {
    const pair = node.items[index];
    const value = pair?.value;
    if (pair === undefined || !isMap(value)) return text.slice(item.start, item.end);
    const [from, until] = extent(value);
    return text.slice(item.start, from) + orderedFlow(text, value, shapeOf(pair, shape)) + text.slice(until, item.end);
  });
  let result = "";
  let done = start;
  for (const [slot, item] of items.entries()) {
    result += text.slice(done, item.start) + (texts[order[slot] ?? slot] ?? "");
    done = item.end;
  }
  return result + text.slice(done, end);
}
