// Fits a comment's details into the limit: the least important are left out first, and the comment says so.
import { counted } from "../../model/text/counted.js";

/** A folded part of a comment. Its items stand or fall one by one. */
export interface Section {
  /** Says what it holds; escaped. */
  readonly title: string;
  /** What an item is, `bot` for example. */
  readonly noun: string;
  /** Each makes its Markdown, the most important first; of a thousand only those are made that have a chance to fit. */
  readonly items: readonly (() => string)[];
  /** Between two items. */
  readonly gap: "\n" | "\n\n";
  /** The lower, the longer it is kept. */
  readonly rank: number;
}

interface Fitted {
  /** Markdown of the folded parts, in the order given. */
  readonly text: string;
  /** `988 of 1000 bots in "Steps"`, a part each. */
  readonly leftOut: readonly string[];
}

/** What each part costs beside its items: its tags, its title again among what is left out, and the line feeds. */
const FRAME = 140;
/** No part takes more of what is left, as long as others of lower rank have had nothing. */
const FIRST_SHARE = 0.5;

/** @param room characters that all parts may take, and what is said to be left out of them */
export function fitted(sections: readonly Section[], room: number): Fitted {
  const full = sections.filter(({ items }) => items.length > 0);
  const kept = keptOf(full, room - full.reduce((sum, { title }) => sum + FRAME + 2 * title.length, 0));
  return {
    text: full.flatMap((section, index) => folded(section, kept[index] ?? [])).join("\n"),
    leftOut: full.flatMap((section, index) => missing(section, kept[index]?.length ?? 0)),
  };
}

/** Twice in the order of their ranks: first each its share, so that one long part doesn't cost all others; then what is over. */
function keptOf(sections: readonly Section[], room: number): readonly (readonly string[])[] {
  const kept = sections.map((): string[] => []);
  const ranked = sections
    .map((section, index) => ({ section, own: kept[index] ?? [] }))
    .toSorted((left, right) => left.section.rank - right.section.rank);
  let left = room;
  for (const share of [FIRST_SHARE, 1]) {
    for (const { section, own } of ranked) left -= fitting(section, own, left * share);
  }
  return kept;
}

/** Adds to `own` what follows in the section as long as it fits; tells how many characters that took. */
function fitting({ items, gap }: Section, own: string[], most: number): number {
  let length = 0;
  for (const item of items.slice(own.length)) {
    const text = `${item()}${gap}`;
    if (length + text.length > most) break;
    length += text.length;
    own.push(text);
  }
  return length;
}

function folded({ title }: Section, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  return [`<details>\n<summary>${title}</summary>\n\n${items.join("").trimEnd()}\n\n</details>\n`];
}

function missing({ title, noun, items }: Section, count: number): string[] {
  const left = items.length - count;
  if (left === 0) return [];
  return [left === items.length ? `all of “${title}”` : `${left} of ${counted(items.length, noun)} in “${title}”`];
}
