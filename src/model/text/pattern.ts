// Patterns in which * stands for any text: the one place that reads them.

/** Whether a text fits a pattern in which * stands for any text; capitals matter. In work that grows with the text, however many stars there are (threat 8). */
export function fits(pattern: string, text: string): boolean {
  return fitting(pattern)(text);
}

/** The same for many texts: the pattern is read once. */
export function fitting(pattern: string): (text: string) => boolean {
  const [first = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return (text) => pattern === text;
  const last = rest.pop() ?? "";
  return (text) => {
    if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
    // Each part at its first place: if any way fits, this one does, in one pass over the text.
    const end = text.length - last.length;
    let at = first.length;
    for (const part of rest) {
      const found = text.indexOf(part, at);
      if (found < 0 || found + part.length > end) return false;
      at = found + part.length;
    }
    return true;
  };
}
