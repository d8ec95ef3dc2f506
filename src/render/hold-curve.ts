// The same money in the pairs instead of the bots, in equal parts, bought at the start and held.
import type { Curve, PriceCurve } from "../model/risk/picture.js";

/** Equity over time from `balance` on. A pair whose prices begin later is worth its part until then. */
export function holdCurve(prices: readonly PriceCurve[], balance: number): Curve {
  const times = [...new Set(prices.flatMap(({ curve }) => curve.times))].toSorted((left, right) => left - right);
  const places = prices.map(() => 0);
  const growths = prices.map(() => 1);
  const lasts = times.map((time) => {
    for (const [index, { curve, first }] of prices.entries()) {
      let place = places[index] ?? 0;
      while ((curve.times[place] ?? Number.POSITIVE_INFINITY) <= time) {
        growths[index] = (curve.lasts[place] ?? first) / first;
        place += 1;
      }
      places[index] = place;
    }
    return (balance * growths.reduce((sum, growth) => sum + growth, 0)) / growths.length;
  });
  return { times, lows: lasts, highs: lasts, lasts };
}
