// Draws what a bot of each variant has made so far, the variants of an experiment over each other.
import type { VariantCurve } from "../../../model/results.js";
import type { Curve } from "../../../model/risk/picture.js";
import { html, type Markup, outside } from "../markup.js";
import { type Line, lineNames, polyline } from "../scale.js";
import { plotOf, timeAxis, valueAxis, widened } from "./plot.js";
import { lastPoints, rangeOf } from "./thinned.js";

/** Of an experiment in one asset. */
interface VariantFigure {
  readonly experiment: string;
  readonly asset: string;
  readonly control: string | undefined;
  readonly curves: readonly VariantCurve[];
}

const WIDTH = 380;
const HEIGHT = 226;
const AREA = { left: 52, right: 296, top: 18, bottom: 204 };
/** Letters that have room beside a line, and names that have room below each other. */
const MOST_LETTERS = 13;
const MOST_DRAWN = 12;

/** Each differs in pattern as well as in colour. */
const KINDS = ["own", "second", "third"] as const;

/** Nothing where none of them has points. */
export function variantFigure({ experiment, asset, control, curves }: VariantFigure): Markup | undefined {
  const known = curves.filter(({ points }) => points !== null && points.length > 0);
  const drawn = known.slice(0, MOST_DRAWN).map((one) => ({ one, curve: curveOf(one) }));
  const times = drawn.flatMap(({ curve }) => [curve.times[0] ?? 0, curve.times.at(-1) ?? 0]);
  if (drawn.length === 0) return undefined;
  const range = rangeOf(drawn.map(({ curve }) => curve));
  const plot = plotOf(AREA, [Math.min(...times), Math.max(...times)], widened(range));
  const treated = drawn.filter(({ one }) => one.variant !== control);
  const lines = drawn.map(({ one, curve }): Line => {
    const kind = one.variant === control ? "held" : (KINDS[treated.findIndex((other) => other.one === one)] ?? "other");
    return { kind, text: short(one.variant), points: lastPoints(curve, plot, 1) };
  });
  const ends = drawn.map(({ one, curve }) => `${one.variant} ${(curve.lasts.at(-1) ?? 0).toFixed(2)}`).join(", ");
  const missing = curves.filter((one) => drawn.every((other) => other.one !== one)).map(({ variant }) => variant);
  const caption = html`What one bot has made so far, by the mean of the variant's bots each day.${control === undefined ? undefined : html` Dashed grey: ${outside(control)}, which the others are compared with.`} Deals that still run aren't in it.${missing.length === 0 ? undefined : html` <b class="warn">Not drawn:</b> ${outside(missing.join(", "))}.`}`;
  return html`<figure><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" class="chart"><title>Net of a bot of each variant of ${experiment} over time, ${asset}</title><desc>What one bot has made at the end of its time, in ${asset}: ${ends}.</desc>
<text class="soft" x="${AREA.left}" y="10">Net of a bot so far, ${asset}</text>
${valueAxis(plot)}${lines.toReversed().map(polyline)}
${lineNames(lines, AREA.right + 5, AREA.top + 8, AREA.bottom)}${timeAxis(plot)}
</svg><figcaption>${caption}</figcaption></figure>`;
}

function curveOf({ points }: VariantCurve): Curve {
  const lasts = (points ?? []).map(({ net }) => Number(net));
  return { times: (points ?? []).map(({ at }) => at), lows: lasts, highs: lasts, lasts };
}

function short(name: string): string {
  return name.length <= MOST_LETTERS ? name : `${name.slice(0, MOST_LETTERS - 1)}…`;
}
