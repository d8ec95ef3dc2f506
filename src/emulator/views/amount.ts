// Amounts as they are shown: plain decimal text with at most 8 places.
import type Big from "big.js";

const PLACES = 8;

export function moneyOf(value: Big): Big {
  return value.round(PLACES);
}

/** Plain decimal text; never "-0". */
export function money(value: Big): string {
  const shown = value.round(PLACES);
  return shown.eq(0) ? "0" : shown.toFixed();
}
