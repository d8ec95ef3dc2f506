// Pages may leave out a part of what a command prints: a line that is … alone stands for it, and the reader sees that.

/**
 * What is printed now, cut where the page cuts it. A paragraph … stands for the paragraphs in between: as many are kept
 * before and after it as the page has. A line … in a paragraph stands for the rest of that paragraph.
 *
 * @throws Error where more than one paragraph is …
 */
export function abridged(shown: string, printed: string): string {
  const page = shown.trimEnd().split("\n\n");
  const now = printed.trimEnd().split("\n\n");
  const gap = page.indexOf("…");
  if (gap !== page.lastIndexOf("…")) throw new Error(`more than one paragraph is left out:\n${shown}`);
  if (gap < 0)
    return `${now.map((paragraph, index) => cut(page[index] ?? "", paragraph)).join("\n\n")}${tailOf(printed)}`;
  const after = page.slice(gap + 1);
  const before = page.slice(0, gap);
  if (before.length + after.length >= now.length) return printed;
  const first = before.map((paragraph, index) => cut(paragraph, now[index] ?? ""));
  const last = after.map((paragraph, index) => cut(paragraph, now[now.length - after.length + index] ?? ""));
  return `${[...first, "…", ...last].join("\n\n")}${tailOf(printed)}`;
}

function cut(shown: string, printed: string): string {
  const page = shown.split("\n");
  const gap = page.findIndex((line) => line.trim() === "…");
  const now = printed.split("\n");
  return gap < 0 || gap >= now.length ? printed : [...now.slice(0, gap), page[gap]].join("\n");
}

function tailOf(printed: string): string {
  return printed.slice(printed.trimEnd().length);
}
