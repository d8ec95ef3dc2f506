// A price ladder in words and as a table: what the picture shows, for who can't see it or wants the figures.
import Big from "big.js";
import type { Ladder } from "../../model/risk/ladder.js";
import type { RungRisk } from "../../model/risk/risk.js";
import { counted } from "../../model/text/counted.js";
import { amount, percent, price } from "../text/money-figures.js";
import { liquidationText } from "../text/money-text.js";
import { html, type Markup, scrolling } from "./markup.js";

/** One sentence after another; every figure of the picture that matters. */
export function ladderWords({ grid, upper, lower }: Ladder): string {
  const { risk, rungs } = grid;
  const [first, last] = [rungs[0], rungs.at(-1)];
  if (first === undefined || last === undefined) return "No order.";
  const basis = risk.basis.kind === "relative" ? ", counted from a first fill of 100" : "";
  return [
    `${counted(rungs.length, "order")} from ${price(first.price)} to ${price(last.price)}${basis}, together ${amount(risk.worstCase)} ${risk.quote}.`,
    `After the last fill: average ${price(last.average)}, take profit ${price(last.takeProfit)}, ${percent(new Big(last.bounce).abs().toFixed())} away.`,
    `${sentence(liquidationText(risk).text)}${risk.liquidation.kind === "inside" ? `, at ${price(risk.liquidation.price)}` : ""}.`,
    ...limitWords(risk.basis.kind === "relative", upper, lower),
  ].join(" ");
}

function limitWords(isRelative: boolean, upper: string | null, lower: string | null): string[] {
  const limits = [
    ...(upper === null ? [] : [`above ${price(upper)}`]),
    ...(lower === null ? [] : [`below ${price(lower)}`]),
  ];
  if (limits.length === 0) return [];
  return [
    `No new deal opens ${limits.join(" or ")}${isRelative ? " (not drawn: the market's price isn't known)" : ""}.`,
  ];
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** Order by order. */
export function ladderTable({ grid }: Ladder, caption: string): Markup {
  const isRelative = grid.risk.basis.kind === "relative";
  return scrolling(
    caption,
    html`<table><caption><span>${caption}; money in ${grid.risk.quote}${isRelative ? ", prices from a first fill of 100" : ""}</span></caption>
<thead><tr><th scope="col">Order</th><th scope="col" class="n">Price</th><th scope="col" class="n">Volume</th><th scope="col" class="n">Volume so far</th><th scope="col" class="n">Average</th><th scope="col" class="n">Take profit</th><th scope="col" class="n">Liquidation</th></tr></thead>
<tbody>${grid.rungs.map(row)}</tbody></table>`,
  );
}

function row({ number, price: at, volume, volumes, average, takeProfit, liquidation, flag }: RungRisk): Markup {
  const taken = {
    price: () => (liquidation.kind === "price" ? price(liquidation.price) : ""),
    never: () => "never",
    unknown: () => "unknown",
  };
  const note =
    flag === "unreachable"
      ? html` <span class="bad">never fills</span>`
      : flag === "last-chance"
        ? html` <span class="bad">the last that fills</span>`
        : undefined;
  return html`<tr><th scope="row">${number === 0 ? "first" : `#${number}`}${note}</th><td class="n">${price(at)}</td><td class="n">${amount(volume)}</td><td class="n">${amount(volumes)}</td><td class="n">${price(average)}</td><td class="n">${price(takeProfit)}</td><td class="n">${taken[liquidation.kind]()}</td></tr>`;
}
