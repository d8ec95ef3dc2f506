// What the two halves of an edit share: the text, the splices collected, the reason why it can't be done, and lists paired up.
import { isDeepStrictEqual } from "node:util";
import { restOfLine } from "./edit-place.js";
import type { Splice } from "./edit-splice.js";

export class Work {
  readonly text: string;
  readonly step: number;
  readonly splices: Splice[] = [];
  /** Anchors of the values that change. */
  readonly anchors = new Set<string>();
  /** The text's own line end. */
  readonly lineEnd: string;
  problem: string | undefined;

  /** @param step by how much the text indents an inner map */
  constructor(text: string, step: number) {
    this.text = text;
    this.step = step;
    this.lineEnd = /\r\n|\n/.exec(text)?.[0] ?? "\n";
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
    else if (rest === undefined) this.refuse("something else stands on the line behind which it belongs");
    else this.put(rest, lines.map((line) => this.lineEnd + line).join(""));
  }

  /** Lines with their ends. */
  ended(lines: readonly string[]): string {
    return lines.map((line) => line + this.lineEnd).join("");
  }

  /** The first reason is the one that is told. */
  refuse(reason: string): void {
    this.problem ??= reason;
  }
}

export function isSame(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(left, right);
}

/** How one list becomes another: what stands in both at either end, and between them items that change their value. */
export interface Paired {
  /** Index of the first item that is taken away, or of the place where items are put in. */
  readonly at: number;
  readonly gone: number;
  readonly added: number;
}

export function pairUp(before: readonly unknown[], after: readonly unknown[]): Paired {
  const least = Math.min(before.length, after.length);
  let head = 0;
  while (head < least && isSame(before[head], after[head])) head += 1;
  let tail = 0;
  while (tail < least - head && isSame(before.at(-1 - tail), after.at(-1 - tail))) tail += 1;
  return { at: least - tail, gone: before.length - least, added: after.length - least };
}
