// Draws equity over time, with others beside it, and below how far it was below its highest so far.
import type { Curve } from "../../../model/risk/picture.js";
import { html, type Markup, type Piece } from "../markup.js";
import { BASELINE, type Line, lineNames, pixel, polyline } from "../scale.js";
import { type Area, type Plot, plotOf, type Range, timeAxis, valueAxis, widened } from "./plot.js";
import { areaPath, lastPoints, linePoints, rangeOf } from "./thinned.js";
import { figure } from "./ticks.js";

/** A curve with how it is drawn; "" as its name leaves it without one. */
export interface NamedCurve {
  readonly name: string;
  readonly kind: "own" | "held" | "second" | "third" | "other";
  readonly curve: Curve;
}

export interface EquityFigure {
  readonly title: string;
  /** What stands above, in a few words. */
  readonly head: string;
  readonly curves: readonly NamedCurve[];
  /** How far the first one was below its highest. */
  readonly falls: Curve;
  /** The whole time, milliseconds since the epoch. */
  readonly times: Range;
  /** What the picture shows, for those who don't see it. */
  readonly words: string;
  readonly caption: Piece;
  /** Drawn behind everything, within the same axes. */
  readonly behind?: (plot: Plot) => Markup;
}

const WIDTH = 380;
const HEIGHT = 262;
const LEFT = 52;
const EQUITY = { top: 18, bottom: 168 };
const FALL = { top: 196, bottom: 240 };
/** Without names at the ends of lines, and with. */
const [RIGHT, RIGHT_NAMED] = [372, 304];
/** Curves in the back are drawn coarser. */
const COARSE = 3;

export function equityFigure({ title, head, curves, falls, times, words, caption, behind }: EquityFigure): Markup {
  const isNamed = curves.some(({ name }) => name !== "");
  const right = isNamed ? RIGHT_NAMED : RIGHT;
  const plot = plotOf({ left: LEFT, right, ...EQUITY }, times, widened(rangeOf(curves.map(({ curve }) => curve))));
  const lines = curves.map(({ name, kind, curve }): Line => {
    const isOwn = kind === "own" || kind === "second" || kind === "third";
    return { kind, text: name, points: isOwn ? linePoints(curve, plot) : lastPoints(curve, plot, COARSE) };
  });
  // The first one lies over the others.
  const drawn = lines.toReversed().map(polyline);
  return html`<figure><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" class="chart"><title>${title}</title><desc>${words}</desc>
<text class="soft" x="${LEFT}" y="10">${head}</text>
${behind?.(plot)}${valueAxis(plot)}${drawn}
${lineNames(lines, right + 5, EQUITY.top + 8, EQUITY.bottom)}
${fallPart(falls, { left: LEFT, right, ...FALL }, times)}
</svg><figcaption>${caption}</figcaption></figure>`;
}

/** Its values go downwards. */
function fallPart(falls: Curve, { left, right, top, bottom }: Area, times: Range): Markup {
  const [, deepest] = rangeOf([falls]);
  const plot = plotOf({ left, right, top: bottom, bottom: top }, times, [0, deepest]);
  const ends = [0, deepest].map(
    (value) =>
      html`<text class="soft" text-anchor="end" x="${left - 5}" y="${pixel(plot.y(value) + BASELINE)}">${figure(value, deepest < 1000 && value > 0 ? 2 : 0)}</text>`,
  );
  if (deepest <= 0)
    return html`<text class="soft" x="${left}" y="${top - 8}">It never fell below its highest.</text>${timeAxis({ ...plot, bottom })}`;
  return html`<text class="soft" x="${left}" y="${top - 8}">Below its highest so far</text>
<path class="fall" d="${areaPath(falls, plot, 0)}"/>${ends}${timeAxis({ ...plot, bottom })}`;
}
