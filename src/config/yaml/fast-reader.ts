// Reads the plain YAML that configurations nearly always are, 20 times as fast as the yaml package; what isn't plain it leaves
// to the package. Its contract: what it takes, the package takes too, as the same value; it takes linear time and never throws.
import { once } from "../../model/text/once.js";
import { MOST_KEYS } from "./compose.js";
import { plainScalar } from "./scalar.js";
import { isForbiddenKey } from "./value.js";

/** What a file may hold (source.ts); a text from elsewhere may be longer. */
const LONGEST = 1024 * 1024;
/** Levels of maps and lists: half of what is accepted, and far more than a configuration needs. */
const DEEPEST = 16;
/** Anything but line ends, printable ASCII and visible characters: tabs, controls, marks of direction or byte order. */
const unusual = once(() => /[^\r\n -~\p{L}\p{M}\p{N}\p{P}\p{S}]|\r(?!\n)/u);
/** Most files hold none of this, and what Unicode knows of the rest takes a while to look up. */
const BEYOND_ASCII = /[^\r\n -~]|\r(?!\n)/;

// The parts that patterns are made of. None of them can match one text in two ways, so none takes quadratic time.
/** What a plain scalar may begin with; the text as a whole was searched for unusual characters before. */
const FIRST = String.raw`(?:[A-Za-z0-9$_/(\u0080-\uFFFF]|-(?=\d))`;
const plain = (inner: string) => String.raw`(${FIRST}${inner}*(?:(?: +(?=${inner})|:(?=[\w/]))${inner}*)*)`;
const QUOTED = String.raw`"([^"\\\r\n]*)"|'([^'\r\n]*)'`;
/** Three groups: plain text, text in double quotes, text in single quotes. */
const BLOCK_SCALAR = `(?:${plain(String.raw`[^\s:#]`)}|${QUOTED})`;
const FLOW_SCALAR = `(?:${plain(String.raw`[^\s:#,[\]{}"'&*!|>%@?\x60]`)}|${QUOTED})`;
/** A key in a block map, which may hold references. */
const BLOCK_KEY = String.raw`((?:[A-Za-z0-9_]|\$\{[\w.-]{1,60}\})(?:[\w.-]|\$\{[\w.-]{1,60}\}){0,99})`;
/** The rest of a line: nothing, or a comment. */
const REST = String.raw`(?: +#.*| *)(?:\r?\n|$)`;

const ENTRY = new RegExp(`( *)${BLOCK_KEY}:(?: +${BLOCK_SCALAR})?${REST}`, "y");
const ITEM = new RegExp(`( *)- +${BLOCK_SCALAR}${REST}`, "y");
const BLANK = / *(?:#.*)?(?:\r?\n|$)/y;
const BEFORE_FLOW = new RegExp(`( *)(?:${BLOCK_KEY}: +)?(?=[{[])`, "y");
const FLOW_ITEM = /( *)- +(?=[{[])/y;
const LINE_END = new RegExp(REST, "y");
const FLOW_NAME = /([A-Za-z0-9_][\w.-]{0,99}): +/y;
const FLOW_VALUE = new RegExp(FLOW_SCALAR, "y");
/** Spaces, and where a line ends a comment and the lines after it that say nothing. */
const GAP = /(?:(?: +#.*| *)\r?\n)* */y;

/** A map that is being read, with its limits; beyond them the package decides (threat 1). */
class OpenMap {
  readonly indent: number;
  readonly value: Record<string, unknown> = {};
  private keys = 0;

  constructor(indent: number) {
    this.indent = indent;
  }

  /** false, and nothing is added, if the key is refused or there are too many. */
  add(key: string, value: unknown): boolean {
    this.keys += 1;
    if (this.keys >= MOST_KEYS || isForbiddenKey(key) || Object.hasOwn(this.value, key)) return false;
    this.value[key] = value;
    return true;
  }
}

interface OpenList {
  readonly indent: number;
  readonly items: unknown[];
}

/**
 * The map that a text holds, when every line of it is plain: block maps, lists of scalars, flow collections, scalars
 * that stand on one line and need no escapes, comments. undefined says nothing about the text: it may be refused, or
 * be YAML all the same.
 */
export function readPlain(text: string): Readonly<Record<string, unknown>> | undefined {
  const isUsual = !BEYOND_ASCII.test(text) || !unusual().test(text);
  return text.length > LONGEST || !isUsual ? undefined : new FastReader(text).read();
}

/** Private by TypeScript alone: in a process this short `#` costs a third of the reading. Its methods give false or undefined for what isn't plain: then the whole text isn't. */
class FastReader {
  private readonly text: string;
  private at = 0;
  /** The maps that the line before stands in, from outside in. */
  private readonly outer: OpenMap[] = [];
  private inner = new OpenMap(0);
  /** The key of the line before, when nothing stood after it. */
  private awaiting: string | undefined;
  /** The list that the line before is an item of. */
  private list: OpenList | undefined;

  constructor(text: string) {
    this.text = text;
  }

  read(): Readonly<Record<string, unknown>> | undefined {
    const root = this.inner.value;
    while (this.at < this.text.length) if (!this.line()) return undefined;
    // A file without content is left to the package.
    return Object.keys(root).length === 0 ? undefined : root;
  }

  /** Reads a line, or the lines of a flow collection. */
  private line(): boolean {
    const entry = this.take(ENTRY);
    if (entry !== null) return this.entry(entry);
    if (this.take(BLANK) !== null) return true;
    const item = this.take(ITEM);
    if (item !== null) return this.push((item[1] ?? "").length, scalarOf(item[2], item[3], item[4]));
    const flowItem = this.take(FLOW_ITEM);
    if (flowItem !== null) return this.flowItem((flowItem[1] ?? "").length);
    const flow = this.take(BEFORE_FLOW);
    return flow !== null && this.flowEntry(flow);
  }

  private entry([, spaces = "", key = "", plain, double, single]: RegExpExecArray): boolean {
    if (!this.enter(spaces.length)) return false;
    const isEmpty = plain === undefined && double === undefined && single === undefined;
    const value = isEmpty ? null : scalarOf(plain, double, single);
    if (isEmpty) this.awaiting = key;
    return value !== undefined && this.inner.add(key, value);
  }

  /** An item that is a flow collection, on its line or on several. */
  private flowItem(indent: number): boolean {
    const value = this.flow(indent, this.outer.length + 2);
    return this.take(LINE_END) !== null && this.push(indent, value);
  }

  private push(indent: number, value: unknown): boolean {
    if (this.awaiting !== undefined && indent >= this.inner.indent) {
      this.list = { indent, items: [] };
      this.inner.value[this.awaiting] = this.list.items;
      this.awaiting = undefined;
    }
    if (value === undefined || this.list?.indent !== indent) return false;
    this.list.items.push(value);
    return true;
  }

  /** A flow collection behind its key, or alone on the lines below it. */
  private flowEntry([, spaces = "", key]: RegExpExecArray): boolean {
    if (key !== undefined && !this.enter(spaces.length)) return false;
    const map = this.inner;
    const owner = key ?? (spaces.length > map.indent ? this.awaiting : undefined);
    const value = this.flow(map.indent, this.outer.length + 1);
    if (owner === undefined || value === undefined || this.take(LINE_END) === null) return false;
    this.awaiting = undefined;
    if (key !== undefined) return map.add(key, value);
    map.value[owner] = value;
    return true;
  }

  /** Goes to the map that an entry with this indentation belongs to, which may be a new one; false when there is none. */
  private enter(indent: number): boolean {
    if (this.awaiting !== undefined && indent > this.inner.indent) {
      const map = new OpenMap(indent);
      this.inner.value[this.awaiting] = map.value;
      this.outer.push(this.inner);
      this.inner = map;
    }
    this.awaiting = undefined;
    this.list = undefined;
    while (indent < this.inner.indent) this.inner = this.outer.pop() ?? this.inner;
    return indent === this.inner.indent && this.outer.length < DEEPEST;
  }

  /**
   * The flow collection that begins here.
   *
   * @param indent that of the map it belongs to: its further lines must be indented more
   * @param level how many collections it stands in
   */
  private flow(indent: number, level: number): unknown {
    if (level >= DEEPEST) return undefined;
    if (this.skip("{")) return this.flowMap(indent, level + 1);
    return this.skip("[") ? this.flowList(indent, level + 1) : undefined;
  }

  private flowMap(indent: number, level: number): unknown {
    const map = new OpenMap(indent);
    while (this.crossGap(indent)) {
      if (this.skip("}")) return map.value;
      const key = this.take(FLOW_NAME)?.[1];
      if (key === undefined) return undefined;
      const value = this.flowValue(indent, level);
      if (value === undefined || !map.add(key, value) || !this.crossGap(indent)) return undefined;
      if (!this.skip(",")) return this.skip("}") ? map.value : undefined;
    }
    return undefined;
  }

  private flowList(indent: number, level: number): unknown {
    const items: unknown[] = [];
    while (this.crossGap(indent)) {
      if (this.skip("]")) return items;
      const item = this.flowValue(indent, level);
      if (item === undefined || !this.crossGap(indent)) return undefined;
      items.push(item);
      if (!this.skip(",")) return this.skip("]") ? items : undefined;
    }
    return undefined;
  }

  private flowValue(indent: number, level: number): unknown {
    const scalar = this.take(FLOW_VALUE);
    return scalar === null ? this.flow(indent, level) : scalarOf(scalar[1], scalar[2], scalar[3]);
  }

  /** Moves to what comes next; false when that stands on a line that isn't indented enough. */
  private crossGap(indent: number): boolean {
    const gap = this.take(GAP)?.[0] ?? "";
    const lineEnd = gap.lastIndexOf("\n");
    return lineEnd === -1 || gap.length - lineEnd - 1 > indent;
  }

  /** Moves over what a sticky pattern matches here; null, and nothing moves, when it doesn't match. */
  private take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match !== null) this.at = pattern.lastIndex;
    return match;
  }

  private skip(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }
}

/** The value of the three groups of a scalar; undefined when it has none, or a doubtful one. */
function scalarOf(plain?: string, double?: string, single?: string): unknown {
  return plain === undefined ? (double ?? single) : plainScalar(plain);
}
