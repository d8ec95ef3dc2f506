// The shared part of both halves of an edit: the text and its splices, made all at once without losing a comment.
import { isDeepStrictEqual } from "node:util";
import { CST, Lexer } from "yaml";
import { restOfLine } from "./edit-place.js";

/** The characters from `start` to `end` become `text`. */
interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export class Work {
  readonly text: string;
  readonly step: number;
  readonly splices: Splice[] = [];
  /** Anchors of the values that change. */
  readonly anchors = new Set<string>();
  /** The text's own line end. */
  readonly lineEnd: string;

  /** @param step by how much the text indents an inner map */
  constructor(text: string, step: number) {
    this.text = text;
    this.step = step;
    this.lineEnd = lineEndOf(text);
  }

  put(offset: number, text: string): void {
    this.splices.push({ start: offset, end: offset, text });
  }

  replace([start, end]: readonly [number, number], text = ""): void {
    this.splices.push({ start, end, text });
  }

  /** Puts whole lines behind what ends here. */
  putLines(end: number | undefined, lines: readonly string[]): void {
    const rest = end === undefined ? undefined : restOfLine(this.text, end);
    if (end !== undefined && this.text[end - 1] === "\n") this.put(end, this.ended(lines));
    else if (rest === undefined) throw new Refusal("there is something else on the line after which it belongs");
    else this.put(rest, lines.map((line) => this.lineEnd + line).join(""));
  }

  /** Lines with their ends. */
  ended(lines: readonly string[]): string {
    return lines.map((line) => line + this.lineEnd).join("");
  }
}

/** Why an edit can't be made: one sentence, which editYaml gives out. */
export class Refusal extends Error {}

/** The line end that a text uses. */
export function lineEndOf(text: string): string {
  return /\r\n|\n/.exec(text)?.[0] ?? "\n";
}

export function isSame(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(left, right);
}

/**
 * How one list becomes another: what stands in both at either end, and between them items that change their value. `at` is
 * the index of the first item that is taken away, or of the place where items are put in.
 */
export function pairUp(before: readonly unknown[], after: readonly unknown[]) {
  const least = Math.min(before.length, after.length);
  let head = 0;
  while (head < least && isSame(before[head], after[head])) head += 1;
  let tail = 0;
  while (tail < least - head && isSame(before.at(-1 - tail), after.at(-1 - tail))) tail += 1;
  return { at: least - tail, gone: before.length - least, added: after.length - least };
}

/**
 * The text with all splices made; those at one place in the order given. undefined when one changes what another
 * takes away, or when a comment outside of them would be another afterwards.
 */
export function spliced(text: string, splices: readonly Splice[]): string | undefined {
  const sorted = splices
    .map((splice, order) => ({ ...splice, order, isInsertion: splice.start === splice.end }))
    .toSorted((a, b) => a.start - b.start || Number(b.isInsertion) - Number(a.isInsertion) || a.order - b.order);
  let result = "";
  let done = 0;
  for (const { start, end, text: replacement } of sorted) {
    // Two neighbours may both take the line end between them; what is put somewhere must have its place.
    if (start < done && replacement !== "") return undefined;
    result += text.slice(done, Math.max(done, start)) + replacement;
    done = Math.max(done, end);
  }
  result += text.slice(done);
  const kept = comments(text).filter(({ start }) => !splices.some((one) => one.start <= start && start < one.end));
  return isSame(kept.map(textOf), commentTexts(result)) ? result : undefined;
}

/** All comments of a YAML text in their order, without the space at their ends. */
export function commentTexts(text: string): readonly string[] {
  return comments(text).map(textOf);
}

function comments(text: string): readonly Part[] {
  return partsOf(text).filter(({ kind }) => kind === "comment");
}

function textOf({ text }: Part): string {
  return text.trimEnd();
}

/** What the lexer adds between the parts of the text. */
const SYNTHETIC: ReadonlySet<string> = new Set([CST.DOCUMENT, CST.FLOW_END, CST.SCALAR]);

export interface Part {
  readonly start: number;
  readonly text: string;
  readonly kind: "space" | "comment" | "newline" | "content";
}

/** A text in its parts. */
export function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let start = 0;
  let isScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    const type = CST.tokenType(lexeme);
    // A line of a block scalar may look like a comment.
    const isBetween = !isScalar && (type === "space" || type === "comment" || type === "newline");
    isScalar = lexeme === CST.SCALAR;
    if (SYNTHETIC.has(lexeme)) continue;
    parts.push({ start, text: lexeme, kind: isBetween ? type : "content" });
    start += lexeme.length;
  }
  return parts;
}
