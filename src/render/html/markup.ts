// Builds HTML that can't be broken out of: everything between the tags is escaped unless it is markup itself (threat 4).

import { amount, percent, unbrokenFigures } from "../../model/text/money-figures.js";
import type { Next } from "../next.js";
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

/** A flag with its value, and the name of a command. */
const TYPED = /(--[a-z][a-z-]*(?: [A-Z0-9][\w.=-]{0,30})?|\bbotform [a-z]+)/;

/** A sentence from outside: what is to be typed isn't broken, nor is a figure from its unit. */
export function words(text: string): Markup {
  const parts = text.split(TYPED).map((part, index) => {
    return index % 2 === 1 ? html`<span class="typed">${part}</span>` : unbrokenFigures(part);
  });
  return html`<bdi>${parts}</bdi>`;
}

/** What to type next, each on one line, which scrolls by itself where it is too long. */
export function nextBlock({ lead, command, lines }: Next): Markup {
  const all = [{ lead, line: command }, ...lines];
  return html`${all.map((one) => html`<p class="small">${outside(one.lead)}</p><pre role="region" aria-label="${one.lead}" tabindex="0">${one.line}</pre>`)}`;
}

/** A heading of this level. */
export function heading(level: 1 | 2 | 3 | 4, content: Piece, id?: string): Markup {
  const name = id === undefined ? undefined : html` id="${id}"`;
  return html`<h${level}${name}>${content}</h${level}>`;
}

/** A column's head, and of what kind its cells are: `n` for figures, the others as the style has them. */
export type Column = readonly [head: string, kind?: "n" | "old" | "words"];

interface TableForm {
  readonly label: string;
  readonly caption?: Piece;
  /** On a narrow screen each row stands as a card, its cells under their names. */
  readonly isStacked?: boolean;
  /** No wider than it has to be; on a narrow screen a third column stands below the second. */
  readonly isSmall?: boolean;
}

/** A table in a box of its own, in which it scrolls, by keyboard, too, where a single word is too wide. A row's first cell is its head; the last of too few spans the rest. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly Piece[])[],
  { label, caption = label, isStacked = false, isSmall = false }: TableForm,
): Markup {
  const kindOf = (index: number) => classed(columns[index]?.[1]);
  const isThree = isSmall && columns.length > 2;
  // Laid out otherwise than as a table, it is none any more for some readers unless it says so.
  const role = (name: string) => (isStacked || isThree ? html` role="${name}"` : undefined);
  const heads = columns.map(
    ([head, kind]) =>
      html`<th scope="col"${role("columnheader")}${kind === "n" ? classed(kind) : undefined}>${head}</th>`,
  );
  const body = rows.map(([head, ...cells]) => {
    const span = columns.length - cells.length;
    const others = cells.map((cell, index) => {
      const wide = span > 1 && index === cells.length - 1 ? html` colspan="${span}"` : undefined;
      const [column, kind] = columns[index + 1] ?? [];
      // What is in words needs no name beside it.
      const isNamed = (isStacked || (isThree && index > 0)) && wide === undefined && kind !== "words";
      const name = isNamed ? html` data-name="${column} "` : undefined;
      return html`<td${role("cell")}${wide ?? kindOf(index + 1)}${name}>${cell}</td>`;
    });
    return html`<tr${role("row")}><th scope="row"${role("rowheader")}${kindOf(0)}>${head}</th>${others}</tr>`;
  });
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table${role("table")}${isStacked ? classed("stack") : isSmall ? classed(isThree ? "small three" : "small") : undefined}><caption><span>${caption}</span></caption><thead${role("rowgroup")}><tr${role("row")}>${heads}</tr></thead><tbody${role("rowgroup")}>${body}</tbody></table></div>`;
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

/** Stays on one line. */
export function unbroken(text: string): string {
  return text.replaceAll(" ", "\u00a0");
}

/** `412 → 1 180`, or the one figure where both read alike; without `before` nothing is compared. */
export function moved(before: string | undefined, after: string, form: (text: string) => string = sum): Markup {
  const [old, now] = [before === undefined ? undefined : form(before), form(after)];
  if (old === undefined || old === now) return html`${now}`;
  return html`<span class="old">${old}</span> <span class="arrow">→</span> ${now}`;
}
