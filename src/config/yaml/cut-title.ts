// A title that YAML cuts off: `title: Dip #1` is a bot called "Dip", and nothing about it looks wrong.

/** A line whose value is a title without quotes. */
const TITLE = /^[ \t]*(?:-[ \t]+)?(?:title|titlePrefix|twin):[ \t]+[^\s"'#|>&*!]/;
/** A line that a list of titles follows, an entry of a list without quotes, and a line that ends no list. */
const TITLES = /^[ \t]*(?:-[ \t]+)?(?:previousTitles|protectedTitles):[ \t]*(?:#.*)?\r?$/;
const ENTRY = /^[ \t]*-[ \t]+[^\s"'#|>&*!]/;
const GOES_ON = /^[ \t]*(?:-[ \t]|#|\r?$)/;
/** A comment that begins without a space. */
const COMMENT = /[ \t]#(?=[^\s#])/;

/** Where a # directly before a character begins a comment behind a title: offsets in the text. One pass. */
export function cutTitles(text: string): readonly number[] {
  if (!COMMENT.test(text)) return [];
  const found: number[] = [];
  let offset = 0;
  let isList = false;
  for (const line of text.split("\n")) {
    const first = line.search(/[ \t]#/) + 1;
    // Behind the first # all is comment.
    const isCut = first > 0 && /[^\s#]/.test(line[first + 1] ?? "");
    if (isCut && (TITLE.test(line) || (isList && ENTRY.test(line)))) found.push(offset + first);
    isList = TITLES.test(line) || (isList && GOES_ON.test(line));
    offset += line.length + 1;
  }
  return found;
}
