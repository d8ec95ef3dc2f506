// Quotes and brackets that are never closed: where they were opened is what helps, not where the text ends.
import type { Mark } from "./yaml-problems.js";

/** What may follow a text in quotes. */
const END = /^[ \t]*(?:[,}\]:#]|\r?\n|\r?$)/;

const CLOSES: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

interface Opened {
  readonly offset: number;
  readonly character: string;
}

/**
 * Of a text that can't be read as YAML: the first quote that goes on over its line and doesn't end as a text does, else the first
 * bracket that is open in the end. One pass; never throws.
 */
export function unclosed(text: string): Mark | undefined {
  const brackets: Opened[] = [];
  const comments: Opened[] = [];
  for (let offset = 0; offset < text.length; offset += 1) {
    const character = text[offset] ?? "";
    const before = text[offset - 1] ?? "";
    const opened = { offset, character };
    if (character === "#" && (before === "" || /\s/.test(before))) {
      if (brackets.length > 0) comments.push(opened);
      const end = text.indexOf("\n", offset);
      offset = end < 0 ? text.length : end;
    } else if ((character === '"' || character === "'") && isStart(text, offset)) {
      const end = endOf(text, opened);
      if (end === undefined) return mark(opened, "this quote isn't closed", `Close it with another ${character}.`);
      offset = end;
    } else if (character in CLOSES && isStart(text, offset)) brackets.push(opened);
    else if (character === CLOSES[brackets.at(-1)?.character ?? ""]) brackets.pop();
  }
  const [bracket] = brackets;
  if (bracket === undefined) return undefined;
  const { character } = bracket;
  const hidden = comments.find(({ offset }) => offset > bracket.offset);
  const isOnItsLine = hidden !== undefined && !text.slice(bracket.offset, hidden.offset).includes("\n");
  return isOnItsLine
    ? mark(hidden, `# begins a comment, so the ${character} before it isn't closed`, HASH)
    : mark(bracket, `this ${character} isn't closed`, `Close it with ${CLOSES[character]}.`);
}

/** Whether a value may begin there: first on its line, or behind what values follow. */
function isStart(text: string, offset: number): boolean {
  let at = offset - 1;
  while (text[at] === " " || text[at] === "\t") at -= 1;
  const before = text[at] ?? "\n";
  return "\n{[,".includes(before) || (":-?".includes(before) && at < offset - 1);
}

const HASH = "Put quotes around a text that contains # after a space.";

/** Where the text in quotes ends; undefined if it doesn't, or goes on below and what follows can't follow a text. */
function endOf(text: string, { offset, character }: Opened): number | undefined {
  const line = text.indexOf("\n", offset);
  for (let at = offset + 1; at < text.length; at += 1) {
    if (text[at] === "\\" && character === '"') at += 1;
    else if (text[at] === character && text[at + 1] === character && character === "'") at += 1;
    else if (text[at] === character) {
      const isBelow = line >= 0 && at > line;
      return isBelow && !END.test(text.slice(at + 1, at + 200)) ? undefined : at;
    }
  }
  return undefined;
}

function mark({ offset }: Opened, summary: string, remedy: string): Mark {
  return { code: "config/yaml-syntax", summary, remedy, offset };
}
