// The one sink for text from outside: what could move a cursor, hide, reorder or command is made visible (threat 4).

/** Controls, format marks (bidi, zero width, tags), line separators, lone surrogates, and all that no font shows, but for the selector of emoji. */
const UNSAFE = /(?!\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A CI runner reads a line that begins with `::`, and `##[`, `##vso[` or `##teamcity[` anywhere, as a command. */
const COMMAND = /^(\s*):(?=:)|##(?=\[|vso\[|teamcity\[)/gi;

/** One line of text that is safe on a terminal and in a CI log. Clean text is returned as it is; the result is a fixed point. */
export function clean(text: string): string {
  return text
    .replace(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
    .replace(COMMAND, (_, space: string | undefined) => (space === undefined ? "#\\u{23}" : `${space}\\u{3a}`));
}

/** The same for text of several lines: line feeds stay, every line is cleaned by itself. */
export function cleanLines(text: string): string {
  return text.split("\n").map(clean).join("\n");
}

/** Only within strings: JSON itself has no such sign. */
const INLINE_COMMAND = /##(?=\[|vso\[|teamcity\[)/gi;

/** JSON text in which nothing unsafe stands raw: inside its strings the escapes mean the same. */
export function cleanJson(json: string): string {
  return json
    .split("\n")
    .map((line) => line.replace(UNSAFE, escapeUnits).replace(INLINE_COMMAND, "#\\u0023"))
    .join("\n");
}

function escapeUnits(characters: string): string {
  return Array.from({ length: characters.length }, (_, index) => characters.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
    .join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};

/** For HTML, between tags and in quoted attributes: what can't be seen is made visible, then what a browser would obey is escaped. */
export function cleanHtml(text: string): string {
  return entities(clean(text));
}

/** What markup would obey, as entities. */
export function entities(text: string, obeyed = /[&<>"'`]/g): string {
  return text.replace(obeyed, (character) => ENTITIES[character] ?? "");
}
