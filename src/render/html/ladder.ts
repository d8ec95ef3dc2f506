// A bot's price ladder as a picture: orders with bars for their volume, and beside them how average, take profit and liquidation move fill by fill.
import Big from "big.js";
import type { Ladder } from "../../model/risk/ladder.js";
import type { RungRisk } from "../../model/risk/risk.js";
import { html, type Markup, sum } from "./markup.js";
import { apart, BASELINE, extent, GAP, type Line, lineNames, pixel, polyline, type Scale, scaleOf } from "./scale.js";

const WIDTH = 340;
const TOP = 12;
/** Left to right: prices, bars with their volumes, the course fill by fill, its labels. */
const BARS = { from: 64, to: 140 } as const;
const COURSE = { from: 198, to: 276 } as const;
const LABELS_AT = 281;

export interface Frame {
  readonly y: Scale;
  /** The prices that the picture shows, at both ends. */
  readonly least: Big;
  readonly most: Big;
  readonly bottom: number;
  /** The largest volume of one order. */
  readonly volume: Big;
}

/** One frame for all ladders that are compared. */
export function frameOf(ladders: readonly Ladder[]): Frame {
  const rungs = ladders.flatMap(({ grid }) => grid.rungs);
  const own = rungs.flatMap(({ price, average, takeProfit }) => [price, average, takeProfit]);
  const { least, most } = extent(own);
  // A level farther away than the grid is high would flatten the picture; the text beside it names the level.
  const room = most.minus(least);
  const near = (price: string) => new Big(price).gte(least.minus(room)) && new Big(price).lte(most.plus(room));
  const others = [...rungs.flatMap(liquidationAt), ...ladders.flatMap(levelsOf)].filter(near);
  const all = [...own, ...others];
  const most2 = extent(all);
  const bottom = TOP + (rungs.length > 2 * 12 ? 300 : 220);
  return {
    y: scaleOf(all, bottom, TOP),
    least: most2.least,
    most: most2.most,
    bottom,
    volume: extent(rungs.map(({ volume }) => volume)).most,
  };
}

function liquidationAt({ liquidation, flag }: RungRisk): string[] {
  return liquidation.kind === "price" && flag !== "unreachable" ? [liquidation.price] : [];
}

function levelsOf({ upper, lower, grid }: Ladder): string[] {
  // A limit is a price of the market; beside a first fill of 100 it would mean nothing.
  if (grid.risk.basis.kind === "relative") return [];
  return [upper, lower].filter((level) => level !== null);
}

/** The picture; `name` and `words` are what stands in its place for who can't see it. */
export function ladderPicture(ladder: Ladder, frame: Frame, name: string, words: string): Markup {
  const { rungs } = ladder.grid;
  const height = frame.bottom + 22;
  return html`<svg viewBox="0 0 ${WIDTH} ${height}" role="img" class="ladder"><title>${name}</title><desc>${words}</desc>
<path class="axis" d="M${BARS.from},${TOP - 4}V${frame.bottom + 4}M${COURSE.from},${frame.bottom + 4}H${COURSE.to}"/>
${limits(ladder, frame)}${end(ladder, frame)}${bars(rungs, frame)}${course(rungs, frame)}
<text class="soft" x="${BARS.from}" y="${height - 4}">volume</text>
<text class="soft" x="${COURSE.from}" y="${height - 4}">fills 1–${rungs.length}</text>
</svg>`;
}

function bars(rungs: readonly RungRisk[], { y, bottom, volume }: Frame): Markup[] {
  const thick = pixel(Math.max(1.5, Math.min(8, ((bottom - TOP) / Math.max(1, rungs.length)) * 0.55)));
  const bar = (rung: RungRisk): Markup => {
    const width = pixel(Math.max(1, lengthOf(rung, volume)));
    const kind = rung.flag === "unreachable" ? "never" : "bar";
    return html`<rect class="${kind}" x="${BARS.from}" y="${pixel(y(rung.price) - thick / 2)}" width="${width}" height="${thick}"/>`;
  };
  return [...rungs.map(bar), ...rungLabels(rungs, y, volume)];
}

/** Of a rung's bar. */
function lengthOf(rung: RungRisk, most: Big): number {
  const share = most.gt(0) ? Number(new Big(rung.volume).div(most).toFixed(4)) : 0;
  return share * (BARS.to - BARS.from);
}

/** As many as have room; the first order and the last are the ones that matter most. */
function rungLabels(rungs: readonly RungRisk[], y: Scale, volume: Big): Markup[] {
  const [first, last] = [rungs[0], rungs.at(-1)];
  const byWeight = [first, last, ...rungs.slice(1, -1)].filter((rung) => rung !== undefined);
  const labels = byWeight.map((rung) => ({ y: y(rung.price), text: String(rung.number), kind: "" }));
  const kept = new Set(apart(labels, GAP).map(({ text }) => Number(text)));
  return rungs
    .filter(({ number }) => kept.has(number))
    .map((rung) => {
      const at = pixel(y(rung.price) + BASELINE);
      return html`<text class="soft" text-anchor="end" x="${BARS.from - 5}" y="${at}">${shortPrice(rung.price)}</text><text x="${pixel(BARS.from + lengthOf(rung, volume) + 4)}" y="${at}">${shortAmount(rung.volume)}</text>`;
    });
}

/** As many digits as have room; the table has all. */
function shortPrice(text: string): string {
  const value = new Big(text);
  if (value.gte(100_000)) return value.gte(1e9) ? value.toExponential(4) : value.toFixed(0);
  return value.lt("0.0001") && value.gt(0) ? value.toExponential(3) : value.prec(6).toFixed();
}

/** From a thousand on without cents. */
function shortAmount(text: string): string {
  const value = new Big(text);
  if (value.gte(1e6)) return value.gte(1e12) ? value.toExponential(1) : `${sum(value.div(1e6).toFixed(1))}M`;
  return sum(value.gte(1000) ? value.toFixed(0) : text);
}

/** Of a longer line every point would touch its neighbours. */
const MOST_DOTS = 12;

interface Course {
  readonly kind: "tp" | "avg" | "liq" | "prices";
  readonly text: string;
  readonly of: (rung: RungRisk) => string | null;
}

const COURSES: readonly Course[] = [
  { kind: "prices", text: "", of: ({ price }) => price },
  { kind: "tp", text: "take profit", of: ({ takeProfit }) => takeProfit },
  { kind: "avg", text: "average", of: ({ average }) => average },
  { kind: "liq", text: "liquidation", of: (rung) => liquidationAt(rung)[0] ?? null },
];

function course(rungs: readonly RungRisk[], frame: Frame): Markup[] {
  const step = rungs.length > 1 ? (COURSE.to - COURSE.from) / (rungs.length - 1) : 0;
  const lines = COURSES.map((one) => ({
    ...one,
    points: rungs.flatMap((rung, index): [number, number][] => {
      const value = one.of(rung);
      return value === null || !isWithin(value, frame) ? [] : [[pixel(COURSE.from + index * step), frame.y(value)]];
    }),
  }));
  const dots = ({ kind, points }: Line) =>
    points.map(([x, y]) => html`<circle class="dot ${kind}" cx="${x}" cy="${y}" r="1.7"/>`);
  return [
    ...lines.map((line) => html`${polyline(line)}${line.points.length <= MOST_DOTS ? dots(line) : undefined}`),
    ...lineNames(lines, LABELS_AT, TOP + 4, frame.bottom),
  ];
}

function isWithin(price: string, { least, most }: Frame): boolean {
  return new Big(price).gte(least) && new Big(price).lte(most);
}

/** The price limits, across the whole picture; their names stand at the far left end of the course, above the line or below it. */
function limits(ladder: Ladder, frame: Frame): Markup[] {
  if (ladder.grid.risk.basis.kind === "relative") return [];
  const named: readonly (readonly [string | null, string, number])[] = [
    [ladder.upper, "upper limit", -3],
    [ladder.lower, "lower limit", 9],
  ];
  return named.flatMap(([level, text, by]) => {
    if (level === null || !isWithin(level, frame)) return [];
    const y = frame.y(level);
    // Where the picture ends above the line, its name stands below it.
    const at = pixel(y + by < TOP ? y + 10 : Math.min(frame.bottom, y + by));
    return [
      html`<path class="level" d="M${BARS.from},${y}H${COURSE.to}"/><text class="soft" x="${BARS.to + 4}" y="${at}">${text}</text>`,
    ];
  });
}

/** Where a deal ends that doesn't live to its last order. */
function end({ grid }: Ladder, frame: Frame): Markup | undefined {
  const { liquidation } = grid.risk;
  if (liquidation.kind !== "inside" || !isWithin(liquidation.price, frame)) return undefined;
  return html`<path class="end" d="M${BARS.from},${frame.y(liquidation.price)}H${COURSE.to}"/>`;
}
