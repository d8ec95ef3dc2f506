// Decimal text in one canonical form: no exponent, no sign for zero, no needless zeros.
import Big from "big.js";

/** A longer text is no number that anybody wrote; hostile ones may have a million digits. */
const LONGEST_TEXT = 100;
/** The largest count of significant digits botform accepts or keeps; more is a sign of a mistake, never of a price. */
const MOST_DIGITS = 30;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const ALREADY_CANONICAL = /^(?:0|[1-9]\d{0,14})(?:\.\d{0,11}[1-9])?$/;

/**
 * The canonical decimal text of a number as written or received ("1.20", 1.2 and "1.2" all give "1.2"),
 * or undefined when the text is no finite decimal or holds more digits than any price or volume has.
 */
export function canonicalDecimal(raw: string | number): string | undefined {
  const text = typeof raw === "number" ? String(raw) : raw.trim();
  if (text.length > LONGEST_TEXT) return undefined;
  if (ALREADY_CANONICAL.test(text)) return text;
  if (!DECIMAL.test(text)) return undefined;
  const value = new Big(text.replace(/^\+/, ""));
  if (value.c.length > MOST_DIGITS || Math.abs(value.e) > MOST_DIGITS) return undefined;
  return value.eq(0) ? "0" : value.toFixed();
}

/** -1, 0 or 1, as `left` is less than, equal to or greater than `right`; both canonical decimal text. */
export function compareDecimals(left: string, right: string): -1 | 0 | 1 {
  return new Big(left).cmp(new Big(right));
}

/** Whether canonical decimal text names a whole number. */
export function isWhole(decimal: string): boolean {
  return !decimal.includes(".");
}
