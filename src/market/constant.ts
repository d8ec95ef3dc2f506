// Decimals that stand in settings and rules: read once, since a replay reads each of them many thousand times.
import Big from "big.js";

const KNOWN = new Map<string, Big>();
/** Far more than the settings of all bots have; then all are forgotten. */
const MOST = 10_000;

/** @param text of a setting or a rule, never of a price or an amount */
export function constant(text: string): Big {
  const known = KNOWN.get(text);
  if (known !== undefined) return known;
  if (KNOWN.size >= MOST) KNOWN.clear();
  const value = new Big(text);
  KNOWN.set(text, value);
  return value;
}
