// Escapes text from outside for Markdown: everything that GitHub or GitLab would interpret becomes an entity.

import { unbrokenFigures } from "../../model/text/money-figures.js";
import { clean } from "../sanitize.js";

/** What both forms write as entities: tags, code, emphasis, links, tables, templates, formulas, references and mentions. */
const MEANT = /[&<>`*_~[\]|\\${}@#^]|:(?!\s|$)|(?<=\bwww)\./gi;
/** Both services look for mentions and references again after rendering: there an entity is no help, a gap nobody sees is. */
const REFERENCE = /[@#:!%$&~](?=[\p{L}\p{N}_"'/{[@#!%*])/gu;
const GAP = "&#8203;";
const ELLIPSIS = "…";

/** How text from outside is shown; each result is one line. */
export interface Outside {
  /** A name, title or value, as code: both services leave mentions, references and links in code alone. */
  readonly name: (text: string, most?: number) => string;
  /** A sentence that holds such texts. */
  readonly words: (text: string, most?: number) => string;
}

/** Characters of Markdown, so that a title of nothing but marks is no longer than a title. */
const MOST_OF_NAME = 320;
const MOST_OF_WORDS = 900;

/** @param redacted takes secrets out of a text, before it is escaped: afterwards they would look different */
export function outsideText(redacted: (text: string) => string = (text) => text): Outside {
  return {
    name: (text, most = MOST_OF_NAME) => `<code>${cut(redacted(text), most, entities) || '""'}</code>`,
    words: (text, most = MOST_OF_WORDS) => cut(redacted(text), most, spaced),
  };
}

function entities(text: string): string {
  return escaped(clean(text));
}

function escaped(text: string): string {
  return text.replace(MEANT, (character) => `&#${character.codePointAt(0)};`);
}

/** Clean text holds no gap of its own. */
function spaced(text: string): string {
  return escaped(unbrokenFigures(clean(text)).replace(REFERENCE, "$&\u200b")).replaceAll("\u200b", GAP);
}

/** The text as `form` writes it; of one that is longer than `most` as much as fits, and an ellipsis. */
function cut(text: string, most: number, form: (text: string) => string): string {
  const characters = [...text.slice(0, most + 2)].slice(0, most);
  const all = form(characters.join(""));
  if (characters.join("") === text && all.length <= most) return all;
  let [fits, over] = [0, characters.length + 1];
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2);
    if (form(characters.slice(0, middle).join("")).length < most) fits = middle;
    else over = middle;
  }
  return `${form(characters.slice(0, fits).join(""))}${ELLIPSIS}`;
}
