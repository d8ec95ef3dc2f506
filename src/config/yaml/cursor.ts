// A place in a text that moves on pattern by pattern, and the scalars that are plain enough to be read that way.
import { plainScalar } from "./scalar.js";

/** The parts that patterns are made of. None of them can match one text in two ways, so none takes quadratic time. */
export const KEY = String.raw`([A-Za-z0-9_][\w.-]{0,99})`;
/** A key in a block map, which may hold references. */
export const BLOCK_KEY = String.raw`((?:[A-Za-z0-9_]|\$\{[\w.-]{1,60}\})(?:[\w.-]|\$\{[\w.-]{1,60}\}){0,99})`;
/** What a plain scalar may begin with; the text as a whole was searched for unusual characters before. */
const FIRST = String.raw`(?:[A-Za-z0-9$_/(\u0080-\uFFFF]|-(?=\d))`;
const plain = (inner: string) => String.raw`(${FIRST}${inner}*(?:(?: +(?=${inner})|:(?=[\w/]))${inner}*)*)`;
const QUOTED = String.raw`"([^"\\\r\n]*)"|'([^'\r\n]*)'`;
/** Three groups: plain text, text in double quotes, text in single quotes. */
export const BLOCK_SCALAR = `(?:${plain(String.raw`[^\s:#]`)}|${QUOTED})`;
export const FLOW_SCALAR = `(?:${plain(String.raw`[^\s:#,[\]{}"'&*!|>%@?\x60]`)}|${QUOTED})`;
/** The rest of a line: nothing, or a comment. */
export const REST = String.raw`(?: +#.*| *)(?:\r?\n|$)`;

/** The value of the three groups of a scalar; undefined when it has none, or a doubtful one. */
export function scalarOf(plain?: string, double?: string, single?: string): unknown {
  return plain === undefined ? (double ?? single) : plainScalar(plain);
}

export class Cursor {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get isAtEnd(): boolean {
    return this.at === this.text.length;
  }

  /** Moves over what a sticky pattern matches here; null, and nothing moves, when it doesn't match. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match !== null) this.at = pattern.lastIndex;
    return match;
  }

  /** Moves over one character, when it is this one. */
  skip(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }
}
