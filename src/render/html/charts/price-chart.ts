// Draws what one bot did on the price of its pair: where its deals began, averaged and ended.
import type { FillFacts, FillKind, PriceCurve } from "../../../model/risk/picture.js";
import { counted } from "../../../model/text/counted.js";
import { html, type Markup, outside } from "../markup.js";
import { pixel, polyline } from "../scale.js";
import { type Plot, plotOf, type Range, timeAxis, valueAxis, widened } from "./plot.js";
import { linePoints, rangeOf, seen } from "./thinned.js";

export interface PriceFigure {
  readonly bot: string;
  readonly strategy: "LONG" | "SHORT";
  readonly price: PriceCurve;
  /** Those of the bot. */
  readonly fills: readonly FillFacts[];
  readonly times: Range;
}

const WIDTH = 760;
const HEIGHT = 240;
const AREA = { left: 66, right: 752, top: 10, bottom: 216 };
/** Marks of one kind that are nearer to each other than this are one mark. */
const CELL = 5;

export function priceFigure({ bot, strategy, price, fills, times }: PriceFigure): Markup {
  const prices = fills.map((fill) => fill.price);
  const range = rangeOf([price.curve, { times: [], lows: prices, highs: prices, lasts: [] }]);
  const plot = plotOf(AREA, times, widened(range));
  const marks = KINDS.map(({ kind, draw }) => {
    const own = fills.filter((fill) => fill.kind === kind);
    const shown = seen(own, ({ time, price: at }) => [plot.x(time), plot.y(at)], CELL);
    return { kind, draw, count: own.length, shown };
  }).filter(({ count }) => count > 0);
  const words = marks.map(({ kind, count }) => COUNTS[kind](count)).join(", ");
  const has = (kind: FillKind) => marks.some((one) => one.kind === kind);
  const followed = has("entry") && has("exit") ? " A ring around a triangle: the next deal begins where one ends." : "";
  const isThinned = marks.some(({ count, shown }) => shown.length < count);
  const label = `${bot} on ${price.pair}`;
  const keys = marks.map(
    ({ kind }, index) =>
      html`${index === 0 ? "" : ", "}<span class="mark ${kind}">${signOf(kind, strategy)}</span> ${NAMES[kind]}`,
  );
  return html`<figure class="whole"><div class="scroll" role="region" aria-label="${label}" tabindex="0"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" class="chart wide"><title>${label}</title><desc>The price of ${price.pair} between ${price.first} at first and ${price.curve.lasts.at(-1) ?? price.first} at the end, with ${words || "nothing done"}.</desc>
${valueAxis(plot)}${timeAxis(plot)}
${polyline({ kind: "course", points: linePoints(price.curve, plot) })}
${marks.map(({ kind, draw, shown }) => html`<path class="mark ${kind}" d="${shown.map((fill) => draw(...placeOf(fill, plot), strategy)).join("")}"/>`)}
</svg></div><figcaption><b>${outside(bot)}</b>, ${strategy}, on ${outside(price.pair)}: ${words || "no order filled"}. ${keys}.${followed}${isThinned ? " Marks that would cover each other are drawn once." : ""}</figcaption></figure>`;
}

function placeOf({ time, price }: FillFacts, { x, y }: Plot): readonly [x: number, y: number] {
  return [x(time), y(price)];
}

interface Kind {
  readonly kind: FillKind;
  readonly draw: (x: number, y: number, strategy: "LONG" | "SHORT") => string;
}

const cross = (half: number) => (x: number, y: number) =>
  `M${pixel(x - half)},${pixel(y - half)}l${2 * half},${2 * half}m0,${-2 * half}l${-2 * half},${2 * half}`;

/** From the back to the front. Each has a shape of its own, so that colour only helps. */
const KINDS: readonly Kind[] = [
  { kind: "average", draw: (x, y) => `M${pixel(x - 3)},${y}h6M${x},${pixel(y - 3)}v6` },
  {
    kind: "entry",
    draw: (x, y, strategy) =>
      strategy === "LONG" ? `M${x},${pixel(y - 4)}l4,7h-8z` : `M${x},${pixel(y + 4)}l4,-7h-8z`,
  },
  { kind: "exit", draw: (x, y) => `M${pixel(x - 3)},${y}a3,3 0 1,0 6,0a3,3 0 1,0 -6,0` },
  { kind: "stop", draw: cross(3) },
  { kind: "liquidated", draw: cross(5) },
];

const NAMES: Readonly<Record<FillKind, string>> = {
  entry: "a deal begins",
  average: "averages",
  exit: "ends",
  stop: "ends by its stop loss",
  liquidated: "is liquidated",
};

const COUNTS: Readonly<Record<FillKind, (count: number) => string>> = {
  entry: (count) => counted(count, "deal"),
  average: (count) => counted(count, "averaging order"),
  exit: (count) => counted(count, "exit"),
  stop: (count) => counted(count, "stop loss", "stop losses"),
  liquidated: (count) => counted(count, "liquidation"),
};

function signOf(kind: FillKind, strategy: "LONG" | "SHORT"): string {
  if (kind === "entry") return strategy === "LONG" ? "▲" : "▼";
  return { average: "+", exit: "○", stop: "×", liquidated: "×" }[kind];
}
