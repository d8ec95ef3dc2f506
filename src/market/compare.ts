// Compares two prices as decimals, mostly without making any.
import Big from "big.js";

/**
 * -1, 0 or 1, as `left` is less than, equal to or greater than `right`; both decimal text. Reading a decimal as a double never
 * turns the order of two round: where the doubles differ they decide, and where they are one the decimals do.
 */
export function compareTexts(left: string, right: string): -1 | 0 | 1 {
  if (left === right) return 0;
  const [one, two] = [Number(left), Number(right)];
  if (one !== two) return one < two ? -1 : 1;
  return new Big(left).cmp(right);
}
