// Turns an offset in a file's text into line, column and the line itself, with secrets hidden.
import type { Position } from "../../model/text/diagnostic.js";
import { maskLines, maskValues } from "./mask.js";

/** A longer line is shown as the part around the column, marked with "…" where it was cut. */
const LONGEST_LINE = 240;
const BEFORE_COLUMN = 80;

/** The lines of one file; found and masked when first asked for. */
export class Lines {
  readonly #file: string;
  readonly #text: string;
  readonly #secrets: ReadonlySet<string>;
  #shown: readonly string[] | undefined;
  #starts: readonly number[] = [];
  /** Lines without known secrets: many problems may stand in one long line. */
  readonly #clean = new Map<number, string>();

  /** @param secrets values that must not be shown, wherever they stand */
  constructor(file: string, text: string, secrets: ReadonlySet<string> = new Set()) {
    this.#file = file;
    this.#text = text;
    this.#secrets = secrets;
  }

  /** The position of an offset (UTF-16 units from 0); beyond the end it is the end. */
  at(offset: number): Position {
    const shown = this.#shown ?? this.#split();
    const inside = Math.max(0, Math.min(offset, this.#text.length));
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= inside) low = middle;
      else high = middle - 1;
    }
    const column = inside - (this.#starts[low] ?? 0) + 1;
    const text = this.#clean.get(low) ?? maskValues(shown[low] ?? "", this.#secrets);
    this.#clean.set(low, text);
    return { file: this.#file, line: low + 1, column, text: clipped(text, column) };
  }

  #split(): readonly string[] {
    const lines = this.#text.split("\n");
    let start = 0;
    this.#starts = lines.map((line) => {
      const here = start;
      start += line.length + 1;
      return here;
    });
    this.#shown = maskLines(lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line)));
    return this.#shown;
  }
}

/** The first position of a file, for problems that concern all of it. */
export function startOf(file: string): Position {
  return { file, line: 1, column: 1, text: "" };
}

function clipped(line: string, column: number): string {
  if (line.length <= LONGEST_LINE) return line;
  if (column < LONGEST_LINE) return `${line.slice(0, LONGEST_LINE)}…`;
  const from = Math.min(column - 1, line.length) - BEFORE_COLUMN;
  const end = from + LONGEST_LINE;
  return `…${line.slice(from, end)}${end < line.length ? "…" : ""}`;
}
