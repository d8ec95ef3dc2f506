// Reads the plain YAML that configurations nearly always are, fast; what isn't plain it leaves to the yaml package.
import { once } from "../../model/text/once.js";
import { DEEPEST, MapBuilder } from "./builder.js";
import { BLOCK_KEY, BLOCK_SCALAR, Cursor, REST, scalarOf } from "./cursor.js";
import { readFlow } from "./flow.js";

/** What a file may hold (source.ts); a text from elsewhere may be longer. */
const LONGEST = 1024 * 1024;
/** Anything but line ends, printable ASCII and visible characters: tabs, controls, marks of direction or byte order. */
const unusual = once(() => /[^\r\n -~\p{L}\p{M}\p{N}\p{P}\p{S}]|\r(?!\n)/u);
/** Most files hold none of this, and what Unicode knows of the rest takes a while to look up. */
const BEYOND_ASCII = /[^\r\n -~]|\r(?!\n)/;
const ENTRY = new RegExp(`( *)${BLOCK_KEY}:(?: +${BLOCK_SCALAR})?${REST}`, "y");
const ITEM = new RegExp(`( *)- +${BLOCK_SCALAR}${REST}`, "y");
const BLANK = / *(?:#.*)?(?:\r?\n|$)/y;
const BEFORE_FLOW = new RegExp(`( *)(?:${BLOCK_KEY}: +)?(?=[{[])`, "y");
const FLOW_ITEM = /( *)- +(?=[{[])/y;
const LINE_END = new RegExp(REST, "y");

interface OpenMap {
  readonly indent: number;
  readonly map: MapBuilder;
}

interface OpenList {
  readonly indent: number;
  readonly items: unknown[];
}

/**
 * The map that a text holds, when every line of it is plain: block maps, lists of scalars, flow collections, scalars
 * that stand on one line and need no escapes, comments. undefined says nothing about the text: it may be refused, or
 * be YAML all the same. Takes linear time, never throws.
 */
export function readPlain(text: string): Readonly<Record<string, unknown>> | undefined {
  const isUsual = !BEYOND_ASCII.test(text) || !unusual().test(text);
  return text.length > LONGEST || !isUsual ? undefined : new PlainReader(text).read();
}

class PlainReader {
  readonly #cursor: Cursor;
  /** The maps that the line before stands in, from outside in. */
  readonly #outer: OpenMap[] = [];
  #inner: OpenMap = { indent: 0, map: new MapBuilder() };
  /** The key of the line before, when nothing stood after it. */
  #awaiting: string | undefined;
  /** The list that the line before is an item of. */
  #list: OpenList | undefined;

  constructor(text: string) {
    this.#cursor = new Cursor(text);
  }

  read(): Readonly<Record<string, unknown>> | undefined {
    const root = this.#inner.map.value;
    while (!this.#cursor.isAtEnd) if (!this.#line()) return undefined;
    // What a file without content is, the package shall say.
    return Object.keys(root).length === 0 ? undefined : root;
  }

  /** Reads a line, or the lines of a flow collection; false when it isn't plain. */
  #line(): boolean {
    const cursor = this.#cursor;
    const entry = cursor.take(ENTRY);
    if (entry !== null) return this.#entry(entry);
    if (cursor.take(BLANK) !== null) return true;
    const item = cursor.take(ITEM);
    if (item !== null) return this.#item(item);
    const flowItem = cursor.take(FLOW_ITEM);
    if (flowItem !== null) return this.#flowItem(flowItem);
    const flow = cursor.take(BEFORE_FLOW);
    return flow !== null && this.#flow(flow);
  }

  #entry([, spaces = "", key = "", plain, double, single]: RegExpExecArray): boolean {
    if (!this.#enter(spaces.length)) return false;
    const isEmpty = plain === undefined && double === undefined && single === undefined;
    const value = isEmpty ? null : scalarOf(plain, double, single);
    if (isEmpty) this.#awaiting = key;
    return value !== undefined && this.#inner.map.add(key, value);
  }

  #item([, spaces = "", plain, double, single]: RegExpExecArray): boolean {
    return this.#push(spaces.length, scalarOf(plain, double, single));
  }

  /** An item that is a flow collection, on its line or on several. */
  #flowItem([, spaces = ""]: RegExpExecArray): boolean {
    const value = readFlow(this.#cursor, spaces.length, this.#outer.length + 2);
    return this.#cursor.take(LINE_END) !== null && this.#push(spaces.length, value);
  }

  #push(indent: number, value: unknown): boolean {
    if (this.#awaiting !== undefined && indent >= this.#inner.indent) {
      this.#list = { indent, items: [] };
      this.#inner.map.fill(this.#awaiting, this.#list.items);
      this.#awaiting = undefined;
    }
    if (value === undefined || this.#list?.indent !== indent) return false;
    this.#list.items.push(value);
    return true;
  }

  #flow([, spaces = "", key]: RegExpExecArray): boolean {
    if (key !== undefined && !this.#enter(spaces.length)) return false;
    const { indent, map } = this.#inner;
    const owner = key ?? (spaces.length > indent ? this.#awaiting : undefined);
    const value = readFlow(this.#cursor, indent, this.#outer.length + 1);
    if (owner === undefined || value === undefined || this.#cursor.take(LINE_END) === null) return false;
    this.#awaiting = undefined;
    if (key !== undefined) return map.add(key, value);
    map.fill(owner, value);
    return true;
  }

  /** Goes to the map that an entry with this indentation belongs to, which may be a new one; false when there is none. */
  #enter(indent: number): boolean {
    if (this.#awaiting !== undefined && indent > this.#inner.indent) {
      const map = new MapBuilder();
      this.#inner.map.fill(this.#awaiting, map.value);
      this.#outer.push(this.#inner);
      this.#inner = { indent, map };
    }
    this.#awaiting = undefined;
    this.#list = undefined;
    while (indent < this.#inner.indent) this.#inner = this.#outer.pop() ?? this.#inner;
    return indent === this.#inner.indent && this.#outer.length < DEEPEST;
  }
}
