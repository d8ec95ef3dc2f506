// Long lines on a terminal: broken between words, what goes on stands below the words it belongs to.
import { stripVTControlCharacters } from "node:util";
import type { Paint } from "./paint.js";
import { width } from "./table.js";

/** A mark before the words: `deny  `, `!`, `fix:`. */
const LEAD = /^ *(?:\S+ {2,}|[!?~+≠•-]{1,2} |fix: |waived )?/u;

/**
 * Space between words. A figure and its unit stay together, and so do the thousands of a figure. No line of ours begins with what
 * a CI's runner takes for a command (threat 4): a title may hold it. It is tried at the first space alone: a title may have any
 * number of them (threat 8).
 */
const GAP = /(?<!\s)(?!(?<=\d) \d{3}(?:\D|$))\s+(?!\s|::|%|×)/gu;

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
const INDENT = /^((?:\u001b\[\d+m)*) */u;

/** Each line within the width, unless a single word is longer. Painted words count as they are seen. */
export function wrapped(text: string, { width: most }: Pick<Paint, "width">): string {
  return text
    .split("\n")
    .map((line) => (seen(line) <= most ? line : broken(line, most)))
    .join("\n");
}

function broken(line: string, most: number): string {
  const plain = stripVTControlCharacters(line);
  const indent = /^ */.exec(plain)?.[0] ?? "";
  const lead = LEAD.exec(plain)?.[0].length ?? 0;
  const hanging = " ".repeat(lead > indent.length && lead <= most / 2 ? lead : indent.length + 2);
  // The colour of a whole line begins before its indent.
  const [first = "", ...words] = line
    .replace(INDENT, "$1")
    .replace(GAP, (gap) => gap.replaceAll(" ", "\n"))
    .split("\n");
  const lines = [`${indent}${first}`];
  let taken = seen(`${indent}${first}`);
  for (const word of words) {
    const more = seen(word);
    const isFull = taken + 1 + more > most;
    if (isFull) lines.push(`${hanging}${word}`);
    else lines[lines.length - 1] += ` ${word}`;
    taken = more + (isFull ? hanging.length : taken + 1);
  }
  return lines.join("\n");
}

function seen(line: string): number {
  return width(stripVTControlCharacters(line));
}
