// The ladders of one bot, before beside after, on one scale; in words and as a table for readers who can't see them or want the figures.
import Big from "big.js";
import type { Ladder, LadderPair } from "../../model/risk/ladder.js";
import type { RungRisk } from "../../model/risk/risk.js";
import { counted } from "../../model/text/counted.js";
import { amount, percent, price } from "../../model/text/money-figures.js";
import { liquidationWords } from "../liquidation-words.js";
import { type Frame, frameOf, ladderPicture } from "./ladder.js";
import { type Column, html, type Markup, type Piece, table } from "./markup.js";

/** Nothing where neither side is known. */
export function ladderFigures({ running, ...next }: LadderPair, bot: string): Markup | undefined {
  const figures = ofNextDeals(next, bot);
  if (running === undefined) return figures;
  return html`${one(running, `Running deal, ${bot}`, "Running deal")}${figures}`;
}

function ofNextDeals({ before, after }: Omit<LadderPair, "running">, bot: string): Markup | undefined {
  if (after === undefined) return before === undefined ? undefined : one(before, `Now, ${bot}`, "Now");
  if (before === undefined) return one(after, `After, ${bot}`, "After");
  if (isSame(before, after)) return one(after, `Unchanged, ${bot}`, "Unchanged");
  const shared = isComparable(before, after) ? frameOf([before, after]) : undefined;
  return html`<div class="pair">${figure(before, shared, `Now, ${bot}`, "Now")}${figure(after, shared, `After, ${bot}`, "After")}</div>${orders(after)}`;
}

/** A single ladder with the table of its orders. */
export function one(ladder: Ladder, name: string, word: string): Markup {
  return html`${figure(ladder, undefined, name, word, "aside")}${orders(ladder)}`;
}

function figure(ladder: Ladder, shared: Frame | undefined, name: string, word: string, kind = "half"): Markup {
  const words = ladderWords(ladder);
  const picture = ladderPicture(ladder, shared ?? frameOf([ladder]), `Price ladder: ${name}`, words);
  return html`<figure class="${kind}">${picture}<figcaption><b>${word}.</b> ${words}</figcaption></figure>`;
}

function orders(ladder: Ladder): Markup {
  return html`<details><summary>Order by order</summary>${ladderTable(ladder, "The orders of one deal")}</details>`;
}

function isSame(left: Ladder, right: Ladder): boolean {
  const facts = ({ grid, upper, lower }: Ladder) => JSON.stringify([grid.rungs, upper, lower]);
  return facts(left) === facts(right);
}

/** Prices of two pairs have nothing to do with each other, nor have real ones and relative ones. */
function isComparable(left: Ladder, right: Ladder): boolean {
  const [a, b] = [left.grid.risk, right.grid.risk];
  return a.pair === b.pair && a.basis.kind === b.basis.kind;
}

/** One sentence after another; every figure of the picture that matters. */
function ladderWords({ grid, upper, lower, deal }: Ladder): string {
  const { risk, rungs } = grid;
  const [first, last] = [rungs[0], rungs.at(-1)];
  if (first === undefined || last === undefined) return "No order.";
  const basis = risk.basis.kind === "relative" ? ", relative to a first fill of 100" : "";
  return [
    ...(deal === undefined
      ? []
      : [`Deal ${deal.id} keeps its settings; ${deal.filled} of its ${counted(rungs.length, "order")} have filled.`]),
    `${counted(rungs.length, "order")} from ${price(first.price)} to ${price(last.price)}${basis}, together ${amount(risk.position)} ${risk.quote}.`,
    `After the last fill: average ${price(last.average)}, take profit ${price(last.takeProfit)}, ${percent(new Big(last.bounce).abs().toFixed())} away.`,
    `${sentence(liquidationWords(risk).text)}${risk.liquidation.kind === "inside" ? `, at ${price(risk.liquidation.price)}` : ""}.`,
    ...(deal === undefined ? limitWords(risk.basis.kind === "relative", upper, lower) : []),
  ].join(" ");
}

function limitWords(isRelative: boolean, upper: string | null, lower: string | null): string[] {
  const limits = [
    ...(upper === null ? [] : [`above ${price(upper)}`]),
    ...(lower === null ? [] : [`below ${price(lower)}`]),
  ];
  if (limits.length === 0) return [];
  return [
    `No new deal opens ${limits.join(" or ")}${isRelative ? " (not drawn: the market's price is unknown)" : ""}.`,
  ];
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

const COLUMNS: readonly Column[] = [
  ["Order"],
  ...["Price", "Volume", "Volume so far", "Average", "Take profit", "Liquidation"].map((head) => [head, "n"] as const),
];

/** Order by order. */
function ladderTable({ grid, deal }: Ladder, label: string): Markup {
  const isRelative = grid.risk.basis.kind === "relative";
  const caption = `${label}; money in ${grid.risk.quote}${isRelative ? ", prices from a first fill of 100" : ""}`;
  return table(
    COLUMNS,
    grid.rungs.map((rung) => rungCells(rung, deal?.filled ?? 0)),
    { label, caption, isStacked: true },
  );
}

function rungCells(rung: RungRisk, filled: number): readonly Piece[] {
  const { number, volume, volumes, average, takeProfit, liquidation, flag } = rung;
  const noted = flag === null ? undefined : html` <span class="bad">${NOTES[flag]}</span>`;
  const note = number < filled ? html` <span class="soft">filled</span>` : noted;
  const liquidated = liquidation.kind === "price" ? price(liquidation.price) : liquidation.kind;
  return [
    html`${number === 0 ? "first" : `#${number}`}${note}`,
    ...[price(rung.price), amount(volume), amount(volumes), price(average), price(takeProfit), liquidated],
  ];
}

const NOTES = { unreachable: "never fills", "last-chance": "the last one that fills" } as const;
