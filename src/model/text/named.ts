// Names of many things in a sentence: the first ones, and how many more there are.

/** As many as a reader looks through; JSON has them all. */
const MOST = 28;

/** `a, b, c`, or `a, b, … and 372 more`. */
export function namesText(names: readonly string[], most = MOST, gap = ", "): string {
  const over = names.length - most;
  // One more takes no more room than saying so.
  return over <= 1 ? names.join(gap) : `${names.slice(0, most).join(gap)} … and ${over} more`;
}
