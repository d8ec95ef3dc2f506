// A course of numbers as one line of bars.
import Big from "big.js";

const BARS = "▁▂▃▄▅▆▇█";
/** As many bars as are read at a glance. */
const MOST = 40;

/** One bar for each value, or for each equal share of more than 40 (its last value). Values are canonical decimal text. */
export function sparkline(values: readonly string[], most = MOST): string {
  const shown = sampled(values, most).map((value) => new Big(value));
  const [first] = shown;
  if (first === undefined) return "";
  const low = shown.reduce((least, value) => (value.lt(least) ? value : least), first);
  const high = shown.reduce((greatest, value) => (value.gt(greatest) ? value : greatest), first);
  const range = high.minus(low);
  return shown.map((value) => barOf(value.minus(low), range)).join("");
}

/** Above the lowest by `height` of `range`; the highest alone gets the full bar. */
function barOf(height: Big, range: Big): string {
  const step = range.eq(0)
    ? 0
    : Number(
        height
          .times(BARS.length - 1)
          .div(range)
          .round(0)
          .toFixed(),
      );
  return BARS[step] ?? "";
}

function sampled(values: readonly string[], most: number): readonly string[] {
  if (values.length <= most) return values;
  return Array.from({ length: most }, (_, index) => values[Math.ceil(((index + 1) * values.length) / most) - 1] ?? "0");
}
