// Finds places in a YAML text: lines, the colon and marks behind a key, the end of a node's content.
import {
  type Alias,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";

export type Placed = Scalar | YAMLMap | YAMLSeq | Alias;

/** `&anchor` or `!tag`. */
const PROPERTY = /[&!][^\s,[\]{}]*/y;
const REST_OF_LINE = /[ \t]*(#[^\r\n]*)?(?=\r?\n|$)/y;
const SPACES = /[ \t]*/y;
const SPACE_AND_COMMENTS = /(?:\s+(?:#[^\r\n]*)?)*/y;

export function isPlaced(node: unknown): node is Placed {
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node);
}

/** From where to where a node's own source stands, without its anchor and tag. */
export function extent(node: unknown): readonly [start: number, end: number] {
  const range = isPlaced(node) ? node.range : undefined;
  return range === undefined || range === null ? [0, 0] : [range[0], range[1]];
}

export function startOf(node: unknown): number {
  return extent(node)[0];
}

/** Whether nothing is written: `key:`. */
export function isUnwritten(node: unknown): boolean {
  return node === null || node === undefined || (isScalar(node) && node.type === "PLAIN" && node.source === "");
}

export function isBlock(node: unknown): boolean {
  return (isMap(node) || isSeq(node)) && node.flow !== true;
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** The end of the line, before its line feed or carriage return. */
export function lineEnd(text: string, offset: number): number {
  const feed = text.indexOf("\n", offset);
  if (feed < 0) return text.length;
  return text[feed - 1] === "\r" ? feed - 1 : feed;
}

/** The start of the next line, or the end of the text. */
export function nextLine(text: string, offset: number): number {
  const feed = text.indexOf("\n", offset);
  return feed < 0 ? text.length : feed + 1;
}

export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** Behind the colon of a key and the anchor or tag that follows it; undefined where no colon follows. */
export function behindColon(text: string, key: unknown): number | undefined {
  const colon = skip(text, extent(key)[1], SPACES);
  if (text[colon] !== ":") return undefined;
  let end = colon + 1;
  for (;;) {
    const property = skip(text, end, SPACES);
    const after = skip(text, property, PROPERTY);
    if (after === property) return end;
    end = after;
  }
}

/** Where what a pair says ends; a block scalar that keeps its last lines ends at the start of a line. */
export function pairEnd(text: string, { key, value }: Pair<unknown, unknown>): number {
  return isUnwritten(value) ? (behindColon(text, key) ?? extent(key)[1]) : contentEnd(text, value);
}

/** Where what a node says ends, without blank lines and comments after it. */
export function contentEnd(text: string, node: unknown): number {
  if ((isMap(node) || isSeq(node)) && node.flow !== true) {
    const last = node.items.at(-1);
    return isPair(last) ? pairEnd(text, last) : contentEnd(text, last);
  }
  const [start, end] = extent(node);
  if (!isBlockScalar(node)) return end;
  const keeps = text.slice(start, lineEnd(text, start)).replace(/#.*/, "").includes("+");
  return keeps ? end : start + text.slice(start, end).trimEnd().length;
}

export function isBlockScalar(node: unknown): boolean {
  return isScalar(node) && (node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED");
}

/** The end of the line on which content ends, its comment included; undefined when something else follows there. */
export function restOfLine(text: string, end: number): number | undefined {
  REST_OF_LINE.lastIndex = end;
  const found = REST_OF_LINE.exec(text);
  if (found === null) return undefined;
  const lineAfter = end + found[0].length;
  if (found[1] === undefined) return lineAfter;
  return withContinued(text, lineAfter, columnOf(text, lineAfter - found[1].length));
}

/** Where the line after an entry that ends here begins; undefined when something else follows on the same line. */
export function behindEntry(text: string, end: number): number | undefined {
  if (text[end - 1] === "\n") return end;
  const rest = restOfLine(text, end);
  return rest === undefined ? undefined : nextLine(text, rest);
}

/** A comment behind a value may go on in the next lines, in the same column. */
function withContinued(text: string, end: number, column: number): number {
  let last = end;
  for (;;) {
    const next = nextLine(text, last);
    const isComment = next > last && text.slice(next, next + column).trim() === "" && text[next + column] === "#";
    if (!isComment || columnOf(text, next + column) !== column || column === 0) return last;
    last = lineEnd(text, next + column);
  }
}

/** The next character that is neither space nor comment. */
export function skipComments(text: string, offset: number): number {
  return skip(text, offset, SPACE_AND_COMMENTS);
}

/** An item of a flow collection: from its first character (anchor and tag included), and the comma behind it. */
export interface FlowItem {
  readonly start: number;
  readonly end: number;
  readonly comma: number | undefined;
}

export function flowItems(text: string, node: YAMLMap | YAMLSeq): readonly FlowItem[] {
  let next = startOf(node) + 1;
  return node.items.map((item) => {
    const start = skipComments(text, next);
    const end = isPair(item) ? pairEnd(text, item) : extent(item)[1];
    const comma = skipComments(text, end);
    const hasComma = text[comma] === ",";
    next = hasComma ? comma + 1 : end;
    return { start, end, comma: hasComma ? comma : undefined };
  });
}

function skip(text: string, offset: number, pattern: RegExp): number {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : offset;
}

/** A pair's key as text. */
export function nameOf({ key }: Pair): string {
  return String(isPlaced(key) && "value" in key ? key.value : key);
}
