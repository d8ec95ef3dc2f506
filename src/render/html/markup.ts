// Builds HTML that can't be broken out of: everything between the tags is escaped unless it is markup itself (threat 4).
import { cleanHtml } from "../sanitize.js";
import { amount, percent } from "../text/money-figures.js";

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

/** A column's head, and of what kind its cells are: `n` for figures, the others as the style has them. */
export type Column = readonly [head: string, kind?: "n" | "old" | "words"];

/** A table in a box of its own: where it is too wide, it scrolls in there, and by keyboard, too. A row's first cell is its head. */
export function table(
  columns: readonly Column[],
  rows: readonly (Markup | readonly Piece[])[],
  {
    label,
    caption = label,
    isWide = false,
  }: { readonly label: string; readonly caption?: string; readonly isWide?: boolean },
): Markup {
  const kindOf = (index: number) => classed(columns[index]?.[1]);
  const heads = columns.map(
    ([head, kind]) => html`<th scope="col"${kind === "n" ? classed(kind) : undefined}>${head}</th>`,
  );
  const body = rows.map((row) => {
    if (row instanceof Markup) return row;
    const [head, ...cells] = row;
    const others = cells.map((cell, index) => html`<td${kindOf(index + 1)}>${cell}</td>`);
    return html`<tr><th scope="row"${kindOf(0)}>${head}</th>${others}</tr>`;
  });
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table${isWide ? classed("wide") : undefined}><caption><span>${caption}</span></caption><thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table></div>`;
}

function classed(kind: string | undefined): Markup | undefined {
  return kind === undefined ? undefined : html` class="${kind}"`;
}

/** An amount of money whose groups of digits stay together. */
export function sum(text: string): string {
  return unbroken(amount(text));
}

/** A fraction in percent. */
export function share(fraction: string): string {
  return unbroken(percent(fraction));
}

function unbroken(text: string): string {
  return text.replaceAll(" ", "\u00a0");
}

/** `412 → 1 180`, or the one figure where both read alike; without `before` nothing is compared. */
export function moved(before: string | undefined, after: string, form: (text: string) => string = sum): Markup {
  const [old, now] = [before === undefined ? undefined : form(before), form(after)];
  if (old === undefined || old === now) return html`${now}`;
  return html`<span class="old">${old}</span> <span class="arrow">→</span> ${now}`;
}

/** `+768`, `−12` or `±0`. */
export function difference(by: Big): string {
  if (amount(by.toFixed()) === "0") return "±0";
  return `${by.lt(0) ? "−" : "+"}${sum(by.abs().toFixed())}`;
}

/** In words of the style: more at risk is never painted as good. */
export function direction(by: Big): "warn" | "good" | "soft" {
  if (by.eq(0)) return "soft";
  return by.gt(0) ? "warn" : "good";
}
