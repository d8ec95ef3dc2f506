// Draws what a shock does to an account: margin and equity as a picture, and as a table.
import type { ShockRisk } from "../../model/risk/risk.js";
import type { QuoteMoney } from "../money-facts.js";
import { move } from "../text/money-figures.js";
import { html, type Markup, moved, sum, table } from "./markup.js";
import { apart, BASELINE, GAP, lineNames, pixel, polyline, scaleOf } from "./scale.js";

const WIDTH = 380;
const [LEFT, RIGHT, TOP, BOTTOM, HEIGHT] = [52, 318, 14, 190, 212];

interface Course {
  readonly kind: "avg" | "tp";
  readonly text: string;
  readonly of: (shock: ShockRisk) => string;
}

/** Nothing where no move costs anything. */
export function shockFigure({ after: { quote }, shocks: after, shocksBefore: before }: QuoteMoney): Markup | undefined {
  if (after.length === 0 || after.every(({ margin, loss }) => margin === "0" && loss === "0")) return undefined;
  const hasEquity = [...after, ...(before ?? [])].every(({ equity }) => equity !== null);
  const lines: readonly Course[] = [
    { kind: "avg", text: "margin", of: ({ margin }) => margin },
    hasEquity
      ? { kind: "tp", text: "equity", of: ({ equity }) => equity ?? "0" }
      : { kind: "tp", text: "loss", of: ({ loss }) => loss },
  ];
  const dashes = before === undefined ? "" : " Dashed: now.";
  return html`<div class="pair"><figure>${picture(before, after, lines, quote)}<figcaption>All prices move at once while every bot that is on is in a deal: the margin tied up, and ${hasEquity ? "the equity" : "the loss (the balance is unknown)"}, in ${quote}.${dashes} × marks a liquidation.</figcaption></figure>
${shockTable(before, after, quote, hasEquity)}</div>`;
}

function picture(
  before: readonly ShockRisk[] | undefined,
  after: readonly ShockRisk[],
  lines: readonly Course[],
  quote: string,
): Markup {
  const all = [...after, ...(before ?? [])];
  const y = scaleOf(["0", ...all.flatMap((shock) => lines.map(({ of }) => of(shock)))], BOTTOM, TOP);
  const x = (index: number) => pixel(LEFT + (index * (RIGHT - LEFT)) / Math.max(1, after.length - 1));
  const points = (shocks: readonly ShockRisk[], { of }: Course) =>
    shocks.map((shock, index) => [x(index), y(of(shock))] as const);
  const drawn = lines.map((line) => ({ ...line, points: points(after, line) }));
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" class="shock"><title>Price shock, ${quote}</title><desc>${after.map((shock) => wordsOf(shock, lines)).join(" ")}</desc>
<path class="axis" d="M${LEFT},${TOP}V${BOTTOM}M${LEFT},${y("0")}H${RIGHT}"/>
${heights(all, lines, y)}
${before === undefined ? undefined : lines.map((line) => polyline({ kind: `faint ${line.kind}`, points: points(before, line) }))}
${drawn.map(polyline)}
${after.map((shock, index) => (ends(shock) === "" ? undefined : html`<path class="end" d="M${x(index) - 3},${BOTTOM - 8}l6,6m0,-6l-6,6"/>`))}
${after.map((shock, index) => html`<text class="soft" text-anchor="middle" x="${x(index)}" y="${HEIGHT - 6}">${move(shock.move).replace(" %", "")}</text>`)}
<text class="soft" text-anchor="end" x="${WIDTH - 2}" y="${HEIGHT - 6}">%</text>
${lineNames(drawn, RIGHT + 7, TOP, BOTTOM)}
</svg>`;
}

/** The least, the greatest and nothing, at the left. */
function heights(all: readonly ShockRisk[], lines: readonly Course[], y: (value: string) => number): Markup[] {
  const values = ["0", ...all.flatMap((shock) => lines.map(({ of }) => of(shock)))];
  const sorted = values.toSorted((left, right) => y(right) - y(left));
  const labels = [sorted[0] ?? "0", sorted.at(-1) ?? "0", "0"].map((text) => ({ y: y(text), text, kind: "" }));
  return apart(labels, GAP).map(
    ({ y: at, text }) =>
      html`<text class="soft" text-anchor="end" x="${LEFT - 5}" y="${pixel(at + BASELINE)}">${sum(whole(text))}</text>`,
  );
}

function whole(value: string): string {
  return value.replace(/\..*$/, "") === "-0" ? "0" : value.replace(/\..*$/, "");
}

function wordsOf(shock: ShockRisk, lines: readonly Course[]): string {
  const figures = lines.map(({ text, of }) => `${text} ${sum(of(shock))}`).join(", ");
  const end = ends(shock);
  return `${move(shock.move)}: ${figures}${end === "" ? "" : `, ${end}`}.`;
}

function ends({ liquidated, isCrossLiquidated }: ShockRisk): string {
  return [
    ...(liquidated > 0 ? [`${liquidated} isolated liquidated`] : []),
    ...(isCrossLiquidated === true ? ["all cross positions liquidated"] : []),
  ].join(", ");
}

function shockTable(
  before: readonly ShockRisk[] | undefined,
  after: readonly ShockRisk[],
  quote: string,
  hasEquity: boolean,
): Markup {
  const rows = after.map((shock) => {
    const old = before?.find(({ move: by }) => by === shock.move);
    const end = ends(shock);
    const rest = (one: ShockRisk) => (hasEquity ? (one.equity ?? "0") : one.loss);
    const liquidated = shock.isCrossLiquidated === null ? "cross: unknown" : "–";
    return [
      move(shock.move),
      moved(old?.margin, shock.margin),
      moved(old === undefined ? undefined : rest(old), rest(shock)),
      end === "" ? liquidated : html`<b class="bad">${end}</b>`,
    ];
  });
  const columns = [
    ["Move", "n"],
    ["Margin", "n"],
    [hasEquity ? "Equity" : "Loss", "n"],
    ["Liquidated", "words"],
  ] as const;
  return table(columns, rows, { label: `A move of all prices, ${quote}` });
}
