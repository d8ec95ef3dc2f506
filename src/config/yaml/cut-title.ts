// A title that YAML cuts off: `title: Dip #1` is a bot called "Dip", and nothing about it looks wrong.

/** A line whose value is a title without quotes. */
const TITLE = /^[ \t]*(?:-[ \t]+)?(?:title|twin):[ \t]+[^\s"'#|>&*!]/;

/** Where a # directly before a character begins a comment behind a title: offsets in the text. One pass. */
export function cutTitles(text: string): readonly number[] {
  const found: number[] = [];
  const comment = /[ \t]#/g;
  while (comment.exec(text) !== null) {
    const hash = comment.lastIndex - 1;
    const before = text.slice(text.lastIndexOf("\n", hash) + 1, hash - 1);
    if (/[^\s#]/.test(text[hash + 1] ?? "") && TITLE.test(before)) found.push(hash);
    // The rest of the line is a comment, or text in quotes.
    const end = text.indexOf("\n", hash);
    if (end < 0) break;
    comment.lastIndex = end;
  }
  return found;
}
