// HTML that can't be broken out of: what stands between the tags is escaped unless it is markup itself (threat 4).
import { cleanHtml } from "../sanitize.js";

/** Text that is HTML already; only `html` makes it. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Piece = string | number | Markup | undefined | readonly Piece[];

/** A template whose values are escaped, attributes included as long as they stand in double quotes; undefined is nothing. */
export function html(texts: TemplateStringsArray, ...values: readonly Piece[]): Markup {
  return new Markup(texts.reduce((all, text, index) => `${all}${rendered(values[index - 1])}${text}`));
}

function rendered(piece: Piece): string {
  if (piece === undefined) return "";
  if (piece instanceof Markup) return piece.text;
  if (typeof piece === "object") return piece.map(rendered).join("");
  return typeof piece === "number" ? String(piece) : cleanHtml(piece);
}

/** Text from outside, kept apart from its neighbours: letters that run from right to left turn nothing but themselves. */
export function outside(text: string): Markup {
  return html`<bdi>${text}</bdi>`;
}

/** A heading of this level. */
export function heading(level: 1 | 2 | 3 | 4, content: Piece, id?: string): Markup {
  const name = id === undefined ? undefined : html` id="${id}"`;
  return html`<h${level}${name}>${content}</h${level}>`;
}

/** A table in a box of its own: where it is too wide, it scrolls in there, and by keyboard, too. */
export function scrolling(label: string, table: Markup): Markup {
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">${table}</div>`;
}
