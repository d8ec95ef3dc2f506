// The one sink for text from outside: what could move a cursor, hide, reorder or command is made visible (threat 4).

/** C0, DEL, C1, soft hyphen, bidi and zero-width marks, line separators, BOM, lone surrogates, tag characters. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is this file's job
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\udb40[\udc00-\udc7f]/g;

/** A CI runner reads a line that begins with `::`, and `##[` or `##vso[` anywhere, as a command. */
const COMMAND = /^(\s*):(?=:)|##(?=\[|vso\[)/gi;

/** One line of text that is safe on a terminal and in a CI log. Clean text is returned as it is; the result is a fixed point. */
export function clean(text: string): string {
  return text
    .replace(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
    .replace(COMMAND, (match, space: string | undefined) =>
      match.startsWith("##") ? "#\\u{23}" : `${space ?? ""}\\u{3a}`,
    );
}

/** The same for text of several lines: line feeds stay, every line is cleaned by itself. */
export function cleanLines(text: string): string {
  return text.split("\n").map(clean).join("\n");
}

/** JSON text in which nothing unsafe stands raw: inside its strings the escapes mean the same. */
export function cleanJson(json: string): string {
  return json
    .split("\n")
    .map((line) => line.replace(UNSAFE, escapeUnits))
    .join("\n");
}

function escapeUnits(characters: string): string {
  return Array.from({ length: characters.length }, (_, index) => characters.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
    .join("");
}
