// What must never stand raw in a text that is shown: asked of the output itself, without the sanitizer's own words.

/** Controls but the line feed, marks of direction, what has no width, line separators, halves of pairs. */
const UNSAFE =
  /(?!\n)\p{Cc}|[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Cs}|[\u{e0000}-\u{e007f}]/gu;

/** All that no font shows: every format character, and what Unicode calls ignorable, but for the selector of emoji. */
const INVISIBLE = /(?!\n|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** A line that GitHub's runner obeys begins with ::, whatever blanks stand before it. */
const LINE_COMMAND = /^\s*::.*/gmu;
/** Azure's agent, and GitHub's older form, obey these anywhere in a line. */
const INLINE_COMMAND = /##(?:vso)?\[.*/giu;

/** Code points that mustn't be there, each once, as `U+202E`. */
export function unsafe(text: string): string[] {
  return codePoints(text, UNSAFE);
}

/** The same by the wider measure. */
export function invisible(text: string): string[] {
  return codePoints(text, INVISIBLE);
}

export function lineCommands(text: string): string[] {
  return text.match(LINE_COMMAND) ?? [];
}

export function inlineCommands(text: string): string[] {
  return [...new Set(text.match(INLINE_COMMAND) ?? [])];
}

function codePoints(text: string, pattern: RegExp): string[] {
  const found = new Set(text.match(pattern) ?? []);
  return [...found].map((one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`);
}
