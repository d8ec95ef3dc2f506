// Draws what a shock does to an account: the loss as a picture, and loss, margin and liquidations as a table.
import Big from "big.js";
import type { ShockRisk } from "../../model/risk/risk.js";
import { move } from "../../model/text/money-figures.js";
import type { QuoteMoney } from "../money-facts.js";
import { isWorseOff, liquidatedText } from "../money-rows.js";
import { html, type Markup, moved, sum, table, unbroken } from "./markup.js";
import { apart, BASELINE, GAP, pixel, polyline, scaleOf } from "./scale.js";

const WIDTH = 380;
/** Room that a label takes. */
const LABEL = 26;
const [LEFT, RIGHT, TOP, BOTTOM, HEIGHT] = [52, 318, 14, 190, 212];

/** Nothing where no move costs anything. */
export function shockFigure({ after: { quote }, shocks: after, shocksBefore: before }: QuoteMoney): Markup | undefined {
  if (after.length === 0 || after.every(({ margin, loss }) => margin === "0" && loss === "0")) return undefined;
  const all = [...after, ...(before ?? [])];
  const dashes = before === undefined ? "" : " Dashed: now.";
  // A line along the axis says nothing that the table doesn't.
  const drawn = all.every(({ loss }) => new Big(loss).eq(0))
    ? undefined
    : html`<figure>${picture(before, after, quote)}<figcaption>All prices move at once while every bot that is on is in a deal: what is lost, in ${quote}.${dashes} × marks a liquidation.</figcaption></figure>`;
  return html`<div class="pair">${drawn}${shockTable(before, after, quote)}</div>`;
}

function picture(before: readonly ShockRisk[] | undefined, after: readonly ShockRisk[], quote: string): Markup {
  const values = ["0", ...[...after, ...(before ?? [])].map(({ loss }) => loss)];
  const y = scaleOf(values, BOTTOM, TOP);
  const x = along([...after, ...(before ?? [])]);
  const line = (kind: string, shocks: readonly ShockRisk[]) =>
    polyline({ kind, points: withNone(shocks).map(({ loss, move: by }) => [x(by), y(loss)] as const) });
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" class="shock"><title>Price shock, ${quote}</title><desc>${after.map(wordsOf).join(" ")}</desc>
<path class="axis" d="M${LEFT},${TOP}V${BOTTOM}M${LEFT},${y("0")}H${RIGHT}"/>
${heights(values, y)}
${before === undefined ? undefined : line("faint liq", before)}
${line("liq", after)}
${after.map((shock) => (liquidatedText(shock) === "" ? undefined : html`<path class="end" d="M${pixel(x(shock.move) - 3)},${pixel(y(shock.loss) - 3)}l6,6m0,-6l-6,6"/>`))}
${labelled(after, x).map(({ move: by }) => html`<text class="soft" text-anchor="middle" x="${x(by)}" y="${HEIGHT - 6}">${move(by).replace(" %", "")}</text>`)}
<text class="soft" text-anchor="end" x="${WIDTH - 2}" y="${HEIGHT - 6}">%</text>
</svg>`;
}

/** Where nothing has moved, nothing is lost: without that point the line would show a loss beside it that there isn't. */
function withNone(shocks: readonly ShockRisk[]): readonly Pick<ShockRisk, "move" | "loss">[] {
  const next = shocks.findIndex(({ move: by }) => Number(by) >= 0);
  if (next <= 0 || Number(shocks[next]?.move) === 0) return shocks;
  return [...shocks.slice(0, next), { move: "0", loss: "0" }, ...shocks.slice(next)];
}

/** Where a move stands: as far from another as the prices are. */
function along(shocks: readonly ShockRisk[]): (by: string) => number {
  const moves = shocks.map(({ move: by }) => Number(by));
  const [least, most] = [Math.min(...moves), Math.max(...moves)];
  return (by) => pixel(LEFT + ((Number(by) - least) / (most - least || 1)) * (RIGHT - LEFT));
}

/** Those whose label has room beside the one before. */
function labelled(shocks: readonly ShockRisk[], x: (by: string) => number): readonly ShockRisk[] {
  const shown: ShockRisk[] = [];
  for (const shock of shocks) {
    const last = shown.at(-1);
    if (last === undefined || Math.abs(x(shock.move) - x(last.move)) >= LABEL) shown.push(shock);
  }
  return shown;
}

/** The least, the greatest and nothing, at the left. */
function heights(values: readonly string[], y: (value: string) => number): Markup[] {
  const sorted = values.toSorted((left, right) => y(right) - y(left));
  const labels = [sorted[0] ?? "0", sorted.at(-1) ?? "0", "0"].map((text) => ({ y: y(text), text, kind: "" }));
  return apart(labels, GAP).map(
    ({ y: at, text }) =>
      html`<text class="soft" text-anchor="end" x="${LEFT - 5}" y="${pixel(at + BASELINE)}">${heightOf(text)}</text>`,
  );
}

/** Rounded to what has room. */
function heightOf(value: string): string {
  const exact = new Big(value);
  return sum((exact.abs().lt(10) ? exact : exact.round()).toFixed()).replace("-", "−");
}

function wordsOf(shock: ShockRisk): string {
  const end = liquidatedText(shock);
  return `${move(shock.move)}: loss ${lossOf(shock)}, margin ${sum(shock.margin)}${end === "" ? "" : `, ${end}`}.`;
}

/** A positive amount. */
function lossOf({ loss }: ShockRisk): string {
  return sum(new Big(loss).abs().toFixed());
}

function shockTable(before: readonly ShockRisk[] | undefined, after: readonly ShockRisk[], quote: string): Markup {
  const rows = after.map((shock) => {
    const old = before?.find(({ move: by }) => by === shock.move);
    const end = liquidatedText(shock, old);
    const isMore = isWorseOff(shock, old);
    return [
      move(shock.move),
      moved(old && lossOf(old), lossOf(shock), unbroken),
      moved(old?.margin, shock.margin),
      end === ""
        ? shock.isCrossLiquidated === null
          ? "cross: unknown"
          : "none liquidated"
        : isMore
          ? html`<b class="bad">${end}</b>`
          : end,
    ];
  });
  const columns = [
    ["Move", "n"],
    ["Loss", "n"],
    ["Margin", "n"],
    ["Liquidated", "words"],
  ] as const;
  return table(columns, rows, { label: `A move of all prices, ${quote}`, isStacked: true });
}
