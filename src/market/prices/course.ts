// A pair's price over time: the one face that all price sources show.
import type Big from "big.js";

export type Side = "above" | "below";

export interface Course {
  /** Price in the quote asset at a moment (milliseconds since the epoch). */
  at(time: number): Big;
  /**
   * The first moment from `time` to `until` at which the price stands at `level` or beyond it on `side`; undefined where
   * there is none. `at` of that moment stands there, too.
   */
  reaches(time: number, level: Big, side: Side, until: number): number | undefined;
}

export function isAt(price: Big, level: Big, side: Side): boolean {
  return side === "above" ? price.gte(level) : price.lte(level);
}
