// Reads JSON as an alert's message holds it: with {{placeholders}} in strings or in the place of values, and with positions.

interface At {
  /** Offset of the first character. */
  readonly start: number;
}

export interface TextNode extends At {
  readonly kind: "text";
  /** As a reader gets it, placeholders left as they stand. */
  readonly value: string;
}

export interface ListNode extends At {
  readonly kind: "list";
  readonly items: readonly JsonNode[];
}

export interface Member {
  readonly key: string;
  readonly keyStart: number;
  readonly value: JsonNode;
}

export interface MapNode extends At {
  readonly kind: "map";
  readonly members: readonly Member[];
}

export type JsonNode =
  | TextNode
  /** As it is written. */
  | (At & { readonly kind: "number"; readonly written: string })
  | (At & { readonly kind: "boolean" | "null"; readonly value: boolean | null })
  /** A placeholder without quotes around it. */
  | (At & { readonly kind: "bare"; readonly name: string })
  | ListNode
  | MapNode;

/** What isn't JSON, and where; `rest` is what stands after a whole value. */
type JsonReading =
  | { readonly node: JsonNode; readonly rest: number | undefined }
  | { readonly offset: number; readonly wanted: string };

/** The value of a key, the first where it stands twice. */
export function valueAt({ members }: MapNode, key: string): JsonNode | undefined {
  return members.find((member) => member.key === key)?.value;
}

/** What a text or number says, as it is written. */
export function writtenIn(node: JsonNode | undefined): string | undefined {
  return node?.kind === "text" ? node.value : node?.kind === "number" ? node.written : undefined;
}

/** Deeper is no command. */
const DEEPEST = 16;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const BARE = /\{\{([^{}]*)\}\}/y;
const SPACE = /[ \t\r\n]*/y;
/** What may follow a backslash. */
const ESCAPE = /["\\/bfnrt]|u[\da-fA-F]{4}/y;

class Wrong extends Error {
  readonly offset: number;
  readonly wanted: string;

  constructor(offset: number, wanted: string) {
    super(wanted);
    this.offset = offset;
    this.wanted = wanted;
  }
}

/** Never throws; takes linear time. */
export function readMessage(text: string): JsonReading {
  try {
    const reader = new Reader(text);
    const node = reader.value(0);
    return { node, rest: reader.rest() };
  } catch (error) {
    if (error instanceof Wrong) return { offset: error.offset, wanted: error.wanted };
    throw error;
  }
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): JsonNode {
    this.#take(SPACE);
    if (depth > DEEPEST) throw new Wrong(this.#at, `no more than ${DEEPEST} levels`);
    const start = this.#at;
    const bare = this.#take(BARE);
    if (bare !== undefined) return { kind: "bare", name: bare.slice(2, -2), start };
    const first = this.#text[start];
    if (first === "{") return this.#map(depth);
    if (first === "[") return this.#list(depth);
    if (first === '"') return this.#string();
    const number = this.#take(NUMBER);
    if (number !== undefined) return { kind: "number", written: number, start };
    const word = this.#take(WORD);
    if (word === undefined) throw new Wrong(start, first === "'" ? 'double quotes (")' : "a value");
    return word === "null" ? { kind: "null", value: null, start } : { kind: "boolean", value: word === "true", start };
  }

  /** Where something else stands after the value. */
  rest(): number | undefined {
    this.#take(SPACE);
    return this.#at < this.#text.length ? this.#at : undefined;
  }

  #map(depth: number): MapNode {
    const start = this.#at;
    const members: Member[] = [];
    this.#at += 1;
    if (this.#skip("}")) return { kind: "map", members, start };
    do {
      this.#take(SPACE);
      const keyStart = this.#at;
      if (this.#text[keyStart] !== '"')
        throw new Wrong(keyStart, this.#text[keyStart] === "}" ? "no comma before }" : "a key in double quotes");
      const key = this.#string().value;
      this.#need(":");
      members.push({ key, keyStart, value: this.value(depth + 1) });
    } while (this.#skip(","));
    this.#need("}", ", or }");
    return { kind: "map", members, start };
  }

  #list(depth: number): ListNode {
    const start = this.#at;
    const items: JsonNode[] = [];
    this.#at += 1;
    if (this.#skip("]")) return { kind: "list", items, start };
    do items.push(this.value(depth + 1));
    while (this.#skip(","));
    this.#need("]", ", or ]");
    return { kind: "list", items, start };
  }

  #string(): TextNode {
    const start = this.#at;
    let value = "";
    this.#at += 1;
    for (;;) {
      // Quotes within a placeholder, as in {{plot("Title")}}, are gone before anybody reads the JSON.
      const bare = this.#take(BARE);
      if (bare !== undefined) {
        value += bare;
        continue;
      }
      const character = this.#text[this.#at];
      if (character === undefined || character === "\n") throw new Wrong(start, "closing quotes on the same line");
      if (character < " ") throw new Wrong(this.#at, "no control character within text");
      this.#at += 1;
      if (character === '"') return { kind: "text", value, start };
      value += character === "\\" ? this.#escape() : character;
    }
  }

  #escape(): string {
    const at = this.#at - 1;
    const found = this.#take(ESCAPE);
    if (found === undefined) throw new Wrong(at, "a valid JSON escape");
    return String(JSON.parse(`"\\${found}"`));
  }

  #need(character: string, wanted = character): void {
    if (!this.#skip(character)) throw new Wrong(this.#at, wanted);
  }

  #skip(character: string): boolean {
    this.#take(SPACE);
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at = pattern.lastIndex;
    return found;
  }
}
