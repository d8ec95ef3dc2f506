// Tables of text: columns as wide as they have to be, numbers at the right, nothing but spaces between; folded where a terminal is narrower.
import { clean } from "../sanitize.js";
import type { Paint } from "./paint.js";

export interface Column {
  readonly head: string;
  readonly align?: "left" | "right";
}

/** Columns by their heads, as in `BOT | PAIR | PROFIT>`: one that ends in `>` holds figures and stands at the right. */
export function columns(heads: string): readonly Column[] {
  return heads.split("|").map((part) => {
    const head = part.trim();
    return head.endsWith(">") ? { head: head.slice(0, -1), align: "right" } : { head };
  });
}

/** A cell: its text, which may hold anything, and how it is painted; null is unknown. */
export type Cell = string | null | { readonly text: string; readonly paint: (text: string) => string };

/** A figure by its sign: gains are good, losses bad; null is unknown. */
export function signed(value: string | null, colour: Paint): Cell {
  return value === null ? null : { text: value, paint: signPaint(value, colour) };
}

export function signPaint(value: string, colour: Paint): (text: string) => string {
  if (value.startsWith("-")) return colour.bad;
  return value === "0" ? (text) => text : colour.good;
}

/** Longer cells are cut, so that one hostile title can't push the rest of every row away. */
const WIDEST = 48;

/** Where a row goes on, on a terminal that is narrower than it. */
const INDENT = "    ";
const BETWEEN = "  ";

/**
 * Ending in a line feed; the heads alone where there are no rows, and no line of them where no column has one. What doesn't fit on
 * a terminal stands on a second line of each row, under heads of its own.
 */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  { bold, terminal = Number.POSITIVE_INFINITY }: Pick<Paint, "bold" | "terminal">,
  widest = WIDEST,
): string {
  // A head may name an asset, which is a part of a live bot's pair.
  const named = columns.map(({ head }) => clean(head));
  const texts = rows.map((row) => columns.map((_, index) => shorten(clean(textOf(row[index])), widest)));
  const widths = named.map((text, index) => Math.max(width(text), ...texts.map((cells) => width(cells[index] ?? ""))));
  const lines = folded(widths, terminal);
  const laidOut = (cells: readonly string[], paint: (column: number) => (text: string) => string) =>
    lines.map((shown, index) => `${index === 0 ? "" : INDENT}${line(shown, columns, widths, cells, paint)}`.trimEnd());
  const heads = named.every((head) => head === "") ? [] : laidOut(named, () => bold);
  const body = texts.flatMap((cells, index) => laidOut(cells, (column) => paintOf(rows[index]?.[column])));
  return [...heads, ...body].map((text) => `${text}\n`).join("");
}

/** Which columns stand on each line: as many as it takes, at least one. */
function folded(widths: readonly number[], terminal: number): readonly (readonly number[])[] {
  const lines: number[][] = [[]];
  let taken = 0;
  for (const [column, own] of widths.entries()) {
    const last = lines.at(-1) ?? [];
    const isFull = last.length > 0 && taken + BETWEEN.length + own > terminal;
    if (isFull) lines.push([column]);
    else last.push(column);
    if (isFull) taken = INDENT.length + own;
    else taken += (last.length === 1 ? 0 : BETWEEN.length) + own;
  }
  return lines;
}

function line(
  shown: readonly number[],
  columns: readonly Column[],
  widths: readonly number[],
  cells: readonly string[],
  paint: (column: number) => (text: string) => string,
): string {
  const padded = shown.map((column) => {
    const text = cells[column] ?? "";
    const space = " ".repeat(Math.max(0, (widths[column] ?? 0) - width(text)));
    const painted = text === "" ? "" : paint(column)(text);
    if (columns[column]?.align === "right") return `${space}${painted}`;
    return column === shown.at(-1) ? painted : `${painted}${space}`;
  });
  return padded.join(BETWEEN);
}

function textOf(cell: Cell = ""): string {
  return typeof cell === "string" ? cell : (cell?.text ?? "?");
}

function paintOf(cell: Cell = null): (text: string) => string {
  return cell === null || typeof cell === "string" ? (text) => text : cell.paint;
}

function shorten(text: string, widest: number): string {
  if (width(text) <= widest) return text;
  let short = "";
  let taken = 0;
  for (const character of text) {
    taken += width(character);
    if (taken >= widest) break;
    short += character;
  }
  return `${short}…`;
}

/** Marks that stand over the character before them, and what chooses its form. */
const NOTHING = /\p{M}/gu;
/** What terminals draw in two columns: emoji, and the scripts of East Asia with their full-width forms. */
const TWO =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/gu;

/** Columns that a clean text takes on a terminal. */
export function width(text: string): number {
  const plain = text.replace(NOTHING, "");
  return [...plain].length + (plain.match(TWO)?.length ?? 0);
}
