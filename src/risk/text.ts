// A finished figure as text: the one place where the arithmetic is rounded.
import type Big from "big.js";

/** More than any exchange books, and short enough to be carried in a plan. */
const PLACES = 12;

/** Canonical decimal text, half up to 12 places. */
export function textOf(value: Big): string {
  const rounded = value.round(PLACES);
  return rounded.eq(0) ? "0" : rounded.toFixed();
}
