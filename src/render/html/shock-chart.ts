// What a move of all prices at once does to an account: margin and equity as a picture, and as a table.
import type { ShockRisk } from "../../model/risk/risk.js";
import type { QuoteMoney } from "../money-facts.js";
import { move } from "../text/money-figures.js";
import { html, type Markup, moved, sum, table } from "./markup.js";
import { pixel, pointsOf, scaleOf, spread } from "./scale.js";

const WIDTH = 380;
const [LEFT, RIGHT, TOP, BOTTOM, HEIGHT] = [52, 318, 14, 190, 212];

interface Line {
  readonly kind: "avg" | "tp";
  readonly text: string;
  readonly of: (shock: ShockRisk) => string;
}

/** Nothing where no move costs anything. */
export function shockFigure({ after: { quote }, shocks: after, shocksBefore: before }: QuoteMoney): Markup | undefined {
  if (after.length === 0 || after.every(({ margin, loss }) => margin === "0" && loss === "0")) return undefined;
  const hasEquity = [...after, ...(before ?? [])].every(({ equity }) => equity !== null);
  const lines: readonly Line[] = [
    { kind: "avg", text: "margin", of: ({ margin }) => margin },
    hasEquity
      ? { kind: "tp", text: "equity", of: ({ equity }) => equity ?? "0" }
      : { kind: "tp", text: "loss", of: ({ loss }) => loss },
  ];
  const dashes = before === undefined ? "" : " Dashed: as it is now.";
  return html`<div class="pair"><figure>${picture(before, after, lines, quote)}<figcaption>All prices move at once, every bot that is on being in a deal: margin that is tied up, and ${hasEquity ? "equity" : "the loss (the balance isn't known)"}, in ${quote}.${dashes} × marks a liquidation.</figcaption></figure>
${shockTable(before, after, quote, hasEquity)}</div>`;
}

function picture(
  before: readonly ShockRisk[] | undefined,
  after: readonly ShockRisk[],
  lines: readonly Line[],
  quote: string,
): Markup {
  const all = [...after, ...(before ?? [])];
  const y = scaleOf(["0", ...all.flatMap((shock) => lines.map(({ of }) => of(shock)))], BOTTOM, TOP);
  const x = (index: number) => pixel(LEFT + (index * (RIGHT - LEFT)) / Math.max(1, after.length - 1));
  const points = (shocks: readonly ShockRisk[], { of }: Line) =>
    shocks.map((shock, index) => [x(index), y(of(shock))] as const);
  const labels = lines.flatMap((line) => {
    const last = points(after, line).at(-1);
    return last === undefined ? [] : [{ y: last[1] + 3.6, text: line.text, kind: line.kind }];
  });
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" class="shock"><title>Price shock, ${quote}</title><desc>${after.map((shock) => wordsOf(shock, lines)).join(" ")}</desc>
<path class="axis" d="M${LEFT},${TOP}V${BOTTOM}M${LEFT},${y("0")}H${RIGHT}"/>
${heights(all, lines, y)}
${before === undefined ? undefined : lines.map((line) => html`<polyline class="line faint ${line.kind}" points="${pointsOf(points(before, line))}"/>`)}
${lines.map((line) => html`<polyline class="line ${line.kind}" points="${pointsOf(points(after, line))}"/>`)}
${after.map((shock, index) => (ends(shock) === "" ? undefined : html`<path class="end" d="M${x(index) - 3},${BOTTOM - 8}l6,6m0,-6l-6,6"/>`))}
${after.map((shock, index) => html`<text class="soft" text-anchor="middle" x="${x(index)}" y="${HEIGHT - 6}">${move(shock.move).replace(" %", "")}</text>`)}
<text class="soft" text-anchor="end" x="${WIDTH - 2}" y="${HEIGHT - 6}">%</text>
${spread(labels, 13, TOP, BOTTOM).map((label) => html`<text class="${label.kind}" x="${RIGHT + 7}" y="${label.y}">${label.text}</text>`)}
</svg>`;
}

/** The least, the greatest and nothing, at the left. */
function heights(all: readonly ShockRisk[], lines: readonly Line[], y: (value: string) => number): Markup[] {
  const values = ["0", ...all.flatMap((shock) => lines.map(({ of }) => of(shock)))];
  const sorted = values.toSorted((left, right) => y(right) - y(left));
  const kept: string[] = [];
  for (const value of [sorted[0], sorted.at(-1), "0"])
    if (value !== undefined && kept.every((other) => Math.abs(y(other) - y(value)) >= 13)) kept.push(value);
  return kept.map(
    (value) =>
      html`<text class="soft" text-anchor="end" x="${LEFT - 5}" y="${pixel(y(value) + 3.6)}">${sum(whole(value))}</text>`,
  );
}

function whole(value: string): string {
  return value.replace(/\..*$/, "") === "-0" ? "0" : value.replace(/\..*$/, "");
}

function wordsOf(shock: ShockRisk, lines: readonly Line[]): string {
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
    const taken = shock.isCrossLiquidated === null ? "cross: unknown" : "–";
    return [
      move(shock.move),
      moved(old?.margin, shock.margin),
      moved(old === undefined ? undefined : rest(old), rest(shock)),
      end === "" ? taken : html`<b class="bad">${end}</b>`,
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
