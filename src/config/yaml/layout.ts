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

/** Each character can be read in one way alone, so that a line takes linear time, whatever it holds (threat 1). */
const KEY = /^(?:(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')[ \t]*|(?=[^\s"'#{}[\],&*!|>?-]|-\S)(?:[^\n{[]|\$\{)+?):(?=\s|$)/;
const DASHES = /^-(?:[ \t]+|$)/;
/** What may stand behind a key whose value is on the lines below. */
const EMPTY = /^(?:[ \t]+[&!]\S*)*[ \t]*(?:#.*)?$/;
const TEXT_BELOW = /(?:^|[ \t])[|>][-+\d]*[ \t]*(?:#.*)?$/;

/** Of a text that isn't YAML: the first line that doesn't fit those around it; undefined if that isn't what is wrong. One pass. */
export function misplaced(text: string): Mark | undefined {
  return new Layout(linesOf(text)).firstWrong();
}

/** The blocks that are open at a line, from the outermost in. */
class Layout {
  readonly #lines: readonly Line[];
  readonly #blocks: Block[] = [];
  #at = 0;
  /** The outermost block that this line ended, and the columns of all that the line before it ended. */
  #closed: Block | undefined;
  #columnsClosed: readonly number[] = [];
  #columnsClosedBefore: readonly number[] = [];

  constructor(lines: readonly Line[]) {
    this.#lines = lines;
  }

  firstWrong(): Mark | undefined {
    let within = 0;
    let textBelow: number | undefined;
    for (const [index, line] of this.#lines.entries()) {
      if (textBelow !== undefined && line.column > textBelow) continue;
      textBelow = undefined;
      const depth = within;
      within = Math.max(0, within + brackets(line.text));
      if (depth > 0) continue;
      this.#at = index;
      const wrong = strangeSpace(line) ?? this.#read(line);
      if (wrong !== undefined) return wrong;
      if (TEXT_BELOW.test(line.text)) textBelow = this.#blocks.at(-1)?.column ?? -1;
    }
    return undefined;
  }

  get #next(): Line | undefined {
    return this.#lines[this.#at + 1];
  }

  /** Its dashes, its key and its value, each at its column. */
  #read(line: Line): Mark | undefined {
    this.#closed = undefined;
    [this.#columnsClosedBefore, this.#columnsClosed] = [this.#columnsClosed, []];
    let { column, text: rest } = line;
    for (let dash = DASHES.exec(rest); dash !== null; dash = DASHES.exec(rest)) {
      const wrong = this.#place({ line, column, value: "" }, true);
      if (wrong !== undefined) return wrong;
      column += dash[0].length;
      rest = rest.slice(dash[0].length);
    }
    const key = KEY.exec(rest)?.[0];
    const value = key === undefined ? rest : rest.slice(key.length);
    const isItem = column > line.column;
    const wrong =
      key !== undefined
        ? this.#place({ line, column, value }, false)
        : isItem
          ? undefined
          : this.#withoutKey({ line, column, value });
    const top = this.#blocks.at(-1);
    if (top !== undefined) top.isOpen = EMPTY.test(value);
    return wrong;
  }

  /** Finds the block of a key or a dash, or what is wrong with its column. */
  #place(entry: Entry, isList: boolean): Mark | undefined {
    const { line, column } = entry;
    this.#leave(column, isList);
    const block = this.#blocks.at(-1);
    if (block === undefined ? this.#closed === undefined : mayBegin(block, column, isList)) {
      if (block !== undefined) block.isOpen = false;
      this.#blocks.push({ column, isList, first: line, count: 1, isOpen: true });
      return undefined;
    }
    if (block?.column !== column)
      return this.#closed === undefined ? this.#tooDeep(entry) : this.#between(entry, this.#closed);
    if (block.isList !== isList) return this.#mixed(line, block);
    block.count += 1;
    block.isOpen = true;
    return undefined;
  }

  /** Ends the blocks that a line at this column doesn't belong to. */
  #leave(column: number, isList: boolean): void {
    for (let block = this.#blocks.at(-1); block !== undefined; block = this.#blocks.at(-1)) {
      const isBehindList = block.isList && !isList && block.column === column && this.#blocks.at(-2)?.column === column;
      if (block.column <= column && !isBehindList) return;
      this.#closed = this.#blocks.pop();
      this.#columnsClosed = [...this.#columnsClosed, block.column];
    }
  }

  /** Less deep than the block that it ended, and in no column of those around it. */
  #between({ line, column, value }: Entry, closed: Block): Mark {
    const [block, next] = [this.#blocks.at(-1), this.#next];
    const isFirstWrong = closed.count === 1 && (next?.column === column || block === undefined);
    if (isFirstWrong) return deeper(closed.first, closed.column - column, "the lines below it");
    const isNearer = this.#isFirstOf(block) && column - block.column < closed.column - column;
    if (isNearer) return less(block.first, column - block.column, "the lines below it");
    const hasKeysBelow =
      EMPTY.test(value) && next !== undefined && next.column > column && next.column <= closed.column;
    const outer = block?.column ?? 0;
    return hasKeysBelow
      ? deeper(line, column - outer, "the keys that it belongs to")
      : less(line, closed.column - column);
  }

  /** Deeper than a key that has its value already. */
  #tooDeep({ line, column }: Entry): Mark {
    const [block, before] = [this.#blocks.at(-1), this.#lines[this.#at - 1]];
    if (this.#columnsClosedBefore.includes(column) && before !== undefined) return less(before, column - before.column);
    if (before !== undefined && /:[ \t]+(?:\{\}|\[\])[ \t]*$/.test(before.text))
      return mark(before, "this key has an empty value, and keys below it", "Remove the brackets behind it.");
    const next = this.#next;
    if (this.#isFirstOf(block) && next?.column === column && KEY.test(next.text))
      return less(block.first, column - block.column, "the lines below it");
    return deeper(line, column - (block?.column ?? 0), "the key above it, which has a value already");
  }

  /** Whether only one line of this inner block has been read: then it may be that one that is out of place. */
  #isFirstOf(block: Block | undefined): block is Block {
    return block !== undefined && block.count === 1 && this.#blocks.length > 1;
  }

  #mixed(line: Line, block: Block): Mark {
    if (!block.isList) return mark(line, "a dash begins this line, but not the lines above it", "Remove the dash.");
    const next = this.#next;
    return block.count === 1 && next !== undefined && !DASHES.test(next.text)
      ? mark(block.first, "a dash begins this line, but not the lines below it", "Remove the dash.")
      : mark(line, NO_DASH, DASH);
  }

  /** A line that is neither a key nor an item: a value below its key, or a key whose colon is missing. */
  #withoutKey({ line, column, value }: Entry): Mark | undefined {
    const [block, next] = [this.#blocks.at(-1), this.#next];
    if (block !== undefined && column > block.column) {
      const isAbove =
        next !== undefined && (next.column === column || (next.column > column && /^[\w.-]+$/.test(value)));
      return block.isOpen && isAbove && KEY.test(next.text) ? noColon(line) : undefined;
    }
    this.#leave(column, false);
    return this.#blocks.at(-1)?.isList === true ? mark(line, NO_DASH, DASH) : noColon(line);
  }
}

/** A key or a dash of a line. */
interface Entry {
  readonly line: Line;
  readonly column: number;
  /** What stands behind it. */
  readonly value: string;
}

function strangeSpace(line: Line): Mark | undefined {
  if (/^\u00a0|^[^"'#]*:\u00a0/.test(line.text)) return mark(line, "a no-break space stands in this line", NO_BREAK);
  return line.text.startsWith("\t") ? mark(line, "a tab is used for indentation", "Indent with spaces.") : undefined;
}

/** Whether a block may begin there as the value of this one's last key. */
function mayBegin(block: Block, column: number, isList: boolean): boolean {
  if (!block.isOpen) return false;
  // A list may begin in the column of its key.
  return block.column < column || (isList && !block.isList && block.column === column);
}

const NO_BREAK = "Put a plain space in its place: it looks the same, and comes with text that was copied from a page.";
const DASH = "Write a dash and a space before it, or indent it like the keys of the item above it.";

const NO_DASH = "this line belongs to a list, but doesn't begin with a dash";

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
    /(?<=^|[\s[{,:])(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|(?:^|\s)#.*|\$\{[^{}]*\}|[{}[\]]/g,
  )) {
    if (found === "{" || found === "[") count += 1;
    if (found === "}" || found === "]") count -= 1;
  }
  return count;
}
