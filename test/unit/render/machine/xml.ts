// A strict reader of XML 1.0 without DTD, comments and CDATA: what isn't well-formed is thrown out.

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

/** XML 1.0, section 2.2; the pairs of higher characters are read whole. */
const NO_CHARACTER = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const TAG = /<(\/?)([a-z-]+)((?: [a-z]+="[^"<]*")*)(\/?)>/y;

export function readXml(source: string): Element {
  const bad = NO_CHARACTER.exec(source);
  if (bad !== null) throw new Error(`no character of XML: U+${bad[0].codePointAt(0)?.toString(16)}`);
  if (!source.startsWith(DECLARATION)) throw new Error("no declaration");
  let at = DECLARATION.length;

  function tag(): RegExpExecArray {
    TAG.lastIndex = at;
    const found = TAG.exec(source);
    if (found === null) throw new Error(`no tag at ${at}: ${source.slice(at, at + 40)}`);
    at = TAG.lastIndex;
    return found;
  }

  function element(): Element {
    const [, closes, name = "", attributes = "", isEmpty] = tag();
    if (closes !== "") throw new Error(`nothing to close: ${name}`);
    const made = { name, attributes: attributesOf(attributes) };
    if (isEmpty !== "") return { ...made, children: [], text: "" };
    const children: Element[] = [];
    let text = "";
    for (;;) {
      const next = source.indexOf("<", at);
      if (next < 0) throw new Error(`${name} isn't closed`);
      text += decoded(source.slice(at, next));
      at = next;
      if (source[at + 1] !== "/") children.push(element());
      else {
        const [, , closed] = tag();
        if (closed !== name) throw new Error(`${closed} closes ${name}`);
        return { ...made, children, text };
      }
    }
  }

  const root = element();
  if (source.slice(at) !== "\n") throw new Error("more than one root");
  return root;
}

function attributesOf(source: string): Record<string, string> {
  const found = [...source.matchAll(/([a-z]+)="([^"]*)"/g)].map(
    ([, key = "", value = ""]) => [key, decoded(value)] as const,
  );
  if (new Set(found.map(([key]) => key)).size < found.length) throw new Error(`an attribute appears twice: ${source}`);
  return Object.fromEntries(found);
}

function decoded(text: string): string {
  if (/]]>/.test(text)) throw new Error("]]> in text");
  return text.replace(/&([^;]*);?/g, (whole, name: string) => {
    const entity = ENTITIES[name];
    if (entity === undefined || !whole.endsWith(";")) throw new Error(`no entity: ${whole}`);
    return entity;
  });
}
