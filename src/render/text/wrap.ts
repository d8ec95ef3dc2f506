// Long lines on a terminal: broken between words, what goes on stands below the words it belongs to.
import { stripVTControlCharacters } from "node:util";
import type { Paint } from "./paint.js";
import { width } from "./table.js";

/** A mark before the words: `deny  `, `!`, `fix:`. */
const LEAD = /^ *(?:\S+ {2,}|[!?~+≠•-]{1,2} |fix: |next: |waived )?/u;

/**
 * Space between words. A figure and its unit stay together, and so do the thousands of a figure. No line of ours begins with what
 * a CI's runner takes for a command (threat 4): a title may hold it. It is tried at the first space alone: a title may have any
 * number of them (threat 8).
 */
const GAP = /(?<!\s)(?!(?<=\d) \d{3}(?:\D|$))\s+(?!\s|::|%|×)/gu;

/** A word of a command; the sentence's own punctuation after it is none of it. Lengths have bounds: a title may hold anything (threat 8). */
const WORD = String.raw`(?:'[^']{0,200}'|"[^"]{0,200}"|[^\s'"]{0,200}[^\s.,;:)'"])`;

/** Commands that come with a second word, which is none of the sentence's. */
const PARENTS =
  "bots|breaker|deals|drift(?= (?:un)?acknowledge)|emulator|explain|fleet(?= (?:serve|status|worker|push|revisions))|help|history|hold|lock|policy|rollout|service|state|webhook";

/**
 * What somebody may type: a command or an option, with what it is given. After its name, and what follows an option, only words that
 * no sentence goes on with count: with a capital, a digit, a sign or quotes.
 */
const TYPED = new RegExp(
  String.raw`(?:\bbotform (?:(?:${PARENTS}) )?${WORD}|(?<=\s)--[a-z][\w-]*(?: (?!-)${WORD})?)(?: --?[a-z]${WORD}?(?: (?!-)${WORD})?| (?:last\b|(?=\S{0,200}(?:[A-Z\d/=#'"]|\.\w))${WORD}))*`,
  "g",
);

/** Stands for a space within a command; nothing that is printed has it. */
const KEPT = "\u0000";

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
const INDENT = /^((?:\u001b\[\d+m)*) */u;

/** Each line within the width, unless a single word, or a command to type, is longer. Painted words count as they are seen. */
export function wrapped(text: string, { width: most }: Pick<Paint, "width">): string {
  return text
    .split("\n")
    .map((line) => (seen(line) <= most ? line : broken(line, most)))
    .join("\n");
}

/** The same on a terminal; elsewhere lines are looked for by what is in them. */
export function wrappedOnTerminal(text: string, { terminal }: Pick<Paint, "terminal">): string {
  return terminal === undefined ? text : wrapped(text, { width: terminal });
}

function broken(line: string, most: number): string {
  const plain = stripVTControlCharacters(line);
  const indent = /^ */.exec(plain)?.[0] ?? "";
  const lead = LEAD.exec(plain)?.[0].length ?? 0;
  const hanging = " ".repeat(lead > indent.length && lead <= most / 2 ? lead : indent.length + 2);
  // The colour of a whole line begins before its indent.
  const [first = "", ...words] = line
    .replace(INDENT, "$1")
    .replace(TYPED, (typed) => typed.replaceAll(" ", KEPT))
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
  return lines.join("\n").replaceAll(KEPT, " ");
}

function seen(line: string): number {
  return width(stripVTControlCharacters(line));
}
