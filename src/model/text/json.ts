// Reads JSON that others wrote, within bounds.

/** Deeper than anything botform reads or writes. */
const DEEPEST = 64;
/** Characters to a value, on average: fewer than in anything that has names for its values. */
const DENSEST = 8;
/** Up to here, even the worst text is parsed in a blink, and looking for it would take longer. */
const LARGE = 1_000_000;

/**
 * The value; undefined for what isn't JSON, or is large and nested too deeply, or made of far too many values (threat 8).
 * Never throws: the messages of JSON.parse carry the text it failed on (threat 6).
 */
export function parseJson(text: string): unknown {
  if (text.length > LARGE && isBeyond({ depth: DEEPEST, values: text.length / DENSEST }, text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);
const COMMA = ",".charCodeAt(0);
const [LIST, LIST_END, MAP, MAP_END] = [..."[]{}"].map((bracket) => bracket.charCodeAt(0));

/**
 * Whether more brackets than `depth` are open at once, or there are more opening brackets and commas than `values`. Looks at each
 * character once at most, and at none after the answer is known.
 */
export function isBeyond(
  most: { readonly depth: number; readonly values: number },
  text: { readonly length: number; charCodeAt(index: number): number },
): boolean {
  let [depth, values] = [0, 0];
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isQuoted) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isQuoted = false;
    } else if (code === QUOTE) isQuoted = true;
    else if (code === LIST_END || code === MAP_END) depth -= 1;
    else if (code === COMMA || code === LIST || code === MAP) {
      values += 1;
      if (code !== COMMA) depth += 1;
      if (depth > most.depth || values > most.values) return true;
    }
  }
  return false;
}
