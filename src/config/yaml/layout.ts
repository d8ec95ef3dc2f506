// The line that breaks a file's layout: one mistake of indentation makes the yaml package blame every line below it.
import { counted } from "../../model/text/counted.js";
import type { ConfigCode } from "../schema/codes.js";
import type { Mark } from "./yaml-problems.js";

/** A line with content. */
interface Line {
  readonly offset: number;
  /** Spaces before it. */
  readonly column: number;
  /** Without its indentation. */
  readonly text: string;
}

/** A map or a list in block style, while its lines are read. */
interface Block {
  readonly column: number;
  readonly isList: boolean;
  readonly first: Line;
  count: number;
  /** Whether its last key or dash still waits for a value. */
  isOpen: boolean;
}

const KEY = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?=[^\s"'#{}[\],&*!|>?-]|-\S)(?:[^\n{[]|\$\{)+?)[ \t]*:(?=\s|$)/;
const DASHES = /^-(?:[ \t]+|$)/;
/** What may stand behind a key whose value is on the lines below. */
const EMPTY = /^(?:[ \t]*[&!][^\s]*)*[ \t]*(?:#.*)?$/;
const TEXT_BELOW = /(?:^|[ \t])[|>][-+\d]*[ \t]*(?:#.*)?$/;

/** Of a text that isn't YAML: the first line that doesn't fit those around it; undefined if that isn't what is wrong. One pass. */
export function misplaced(text: string): Mark | undefined {
  const lines = linesOf(text);
  const blocks: Block[] = [];
  let closed: Block | undefined;
  let closedBefore: Block | undefined;
  let within = 0;
  let textBelow: number | undefined;
  for (const [index, line] of lines.entries()) {
    if (textBelow !== undefined && line.column > textBelow) continue;
    textBelow = undefined;
    const depth = within;
    within = Math.max(0, within + brackets(line.text));
    if (depth > 0) continue;
    if (/^\u00a0|^[^"'#]*:\u00a0/.test(line.text)) return mark(line, "a no-break space stands in this line", NO_BREAK);
    if (line.text.startsWith("\t")) return mark(line, "a tab is used for indentation", "Indent with spaces.");
    closedBefore = closed;
    closed = undefined;
    const next = lines[index + 1];
    let { column, text: rest } = line;
    for (let dash = DASHES.exec(rest); dash !== null; dash = DASHES.exec(rest)) {
      const wrong = place(column, true);
      if (wrong !== undefined) return wrong;
      column += dash[0].length;
      rest = rest.slice(dash[0].length);
    }
    const key = KEY.exec(rest)?.[0];
    const value = key === undefined ? rest : rest.slice(key.length);
    if (key === undefined) {
      const wrong = column === line.column ? withoutKey() : undefined;
      if (wrong !== undefined) return wrong;
    } else {
      const wrong = place(column, false);
      if (wrong !== undefined) return wrong;
    }
    const top = blocks.at(-1);
    if (top !== undefined) top.isOpen = EMPTY.test(value);
    if (TEXT_BELOW.test(value)) textBelow = top?.column ?? -1;

    /** Finds the block of a key or a dash at `at`, or what is wrong with its column. */
    function place(at: number, isList: boolean): Mark | undefined {
      leave(at, isList);
      const block = blocks.at(-1);
      const isNew = block === undefined || (block.column < at && block.isOpen) || isListOfItsKey(block, at, isList);
      if (isNew && (block !== undefined || closed === undefined)) {
        if (block !== undefined) block.isOpen = false;
        blocks.push({ column: at, isList, first: line, count: 1, isOpen: true });
        return undefined;
      }
      if (block?.column === at) {
        if (block.isList !== isList) return mixed(block);
        block.count += 1;
        block.isOpen = true;
        return undefined;
      }
      return outOfLine(at, block);
    }

    /** Ends the blocks that a line at `at` doesn't belong to. */
    function leave(at: number, isList: boolean): void {
      for (let block = blocks.at(-1); block !== undefined; block = blocks.at(-1)) {
        const isBehindList = block.isList && !isList && block.column === at && blocks.at(-2)?.column === at;
        if (block.column <= at && !isBehindList) return;
        closed = blocks.pop();
      }
    }

    function outOfLine(at: number, block: Block | undefined): Mark {
      const outer = block?.column ?? 0;
      if (closed !== undefined) {
        const isFirstWrong = closed.count === 1 && next?.column === at;
        const isOutermost = block === undefined && closed.count === 1;
        if (isFirstWrong || isOutermost) return deeper(closed.first, closed.column - at, "the lines below it");
        const isNearer = block !== undefined && block.count === 1 && at - block.column < closed.column - at;
        if (isNearer && blocks.length > 1) return less(block.first, at - block.column, "the lines below it");
        const hasKeysBelow =
          EMPTY.test(value) && next !== undefined && next.column > at && next.column <= closed.column;
        return hasKeysBelow ? deeper(line, at - outer, "the keys that it belongs to") : less(line, closed.column - at);
      }
      const before = lines[index - 1];
      if (closedBefore?.column === at && before !== undefined) return less(before, at - before.column);
      if (before !== undefined && /:[ \t]+(?:\{\}|\[\])[ \t]*$/.test(before.text))
        return mark(before, "this key has an empty value, and keys below it", "Remove the brackets behind it.");
      // The first key of a block, above others that are indented farther.
      if (block !== undefined && blocks.length > 1 && block.count === 1 && next?.column === at && KEY.test(next.text))
        return less(block.first, at - block.column, "the lines below it");
      return deeper(line, at - outer, "the key above it, which has a value already");
    }

    function mixed(block: Block): Mark {
      if (!block.isList) return mark(line, "a dash begins this line, but not the lines above it", "Remove the dash.");
      return block.count === 1 && next !== undefined && !DASHES.test(next.text)
        ? mark(block.first, "a dash begins this line, but not the lines below it", "Remove the dash.")
        : mark(line, "this line belongs to a list, but doesn't begin with a dash", DASH);
    }

    /** A line that is neither a key nor an item: a value below its key, or a key whose colon is missing. */
    function withoutKey(): Mark | undefined {
      const block = blocks.at(-1);
      if (block !== undefined && column > block.column) {
        const isBelow =
          next !== undefined && (next.column === column || (next.column > column && /^[\w.-]+$/.test(rest)));
        const isKey = block.isOpen && isBelow && KEY.test(next.text);
        block.isOpen = false;
        return isKey ? noColon(line) : undefined;
      }
      leave(column, false);
      if (blocks.at(-1)?.isList === true)
        return mark(line, "this line belongs to a list, but doesn't begin with a dash", DASH);
      return noColon(line);
    }
  }
  return undefined;
}

const NO_BREAK = "Put a plain space in its place: it looks the same, and comes with text that was copied from a page.";
const DASH = "Write a dash and a space before it, or indent it like the keys of the item above it.";

/** A list may begin in the column of the key that it is the value of. */
function isListOfItsKey(block: Block, at: number, isList: boolean): boolean {
  return isList && !block.isList && block.isOpen && block.column === at;
}

/** Undefined for a text that no key begins. */
function noColon(line: Line): Mark | undefined {
  const [found, colon, equals] = /^[\w.-]+(?:(:)\S|[ \t]*(=)|[ \t]+\S|[ \t]*[;,]?$)/.exec(line.text) ?? [];
  if (found === undefined) return undefined;
  const summary =
    colon !== undefined
      ? "the space after the colon is missing"
      : equals !== undefined
        ? "a key is followed by = instead of a colon"
        : "a key isn't followed by a colon";
  return mark(line, summary, "Write `key: value`, or `key:` above keys that belong to it.", "config/yaml-syntax");
}

function deeper(line: Line, columns: number, than: string): Mark {
  const more = counted(columns, "space");
  return mark(line, `this line is indented by ${more} more than ${than}`, `Remove ${more} ${LINE_UP}`);
}

function less(line: Line, columns: number, than = "the lines around it"): Mark {
  const fewer = counted(columns, "space");
  return mark(line, `this line is indented by ${fewer} less than ${than}`, `Add ${fewer} ${LINE_UP}`);
}

const LINE_UP = "at its beginning, so that the keys begin in one column.";

function mark(line: Line, summary: string, remedy: string, code: ConfigCode = "config/yaml-indent"): Mark {
  return { code, summary, remedy, offset: line.offset };
}

/** The lines that aren't empty or a comment. */
function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    const column = /^ */.exec(line)?.[0].length ?? 0;
    const content = line.slice(column);
    if (!/^[ \t]*(?:#|$)|^---|^%/.test(content)) lines.push({ offset: index + column, column, text: content });
  }
  return lines;
}

/** How many more brackets a line opens than it closes; those inside quotes and behind # don't count. */
function brackets(text: string): number {
  let count = 0;
  for (const [found] of text.matchAll(
    /(?<=^|[\s[{,:])(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|(?:^|\s)#.*|\$\{[^}]*\}|[{}[\]]/g,
  )) {
    if (found === "{" || found === "[") count += 1;
    if (found === "}" || found === "]") count -= 1;
  }
  return count;
}
