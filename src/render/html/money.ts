// Money on a page: what decides of an account, its sums by side and pair, and each bot, before and after.
import Big from "big.js";
import { groupBy } from "../../model/order.js";
import { type BotMoney, type BotRisk, isKnown } from "../../model/risk/risk.js";
import { counted } from "../../model/text/counted.js";
import { unbrokenFigures } from "../../model/text/money-figures.js";
import { namesText } from "../../model/text/named.js";
import { liquidationWords } from "../liquidation-words.js";
import {
  type BotFigures,
  botFigures,
  type GroupMoney,
  growth,
  lossBefore,
  MOMENTS,
  marginNotes,
  openWords,
  type QuoteMoney,
  quotesMoney,
  riskBefore,
  type Totals,
} from "../money-facts.js";
import { hasThird, inBrackets, type MoneyRow, moneyRows } from "../money-rows.js";
import { type Column, html, type Markup, moved, outside, type Piece, share, sum, table, unbroken } from "./markup.js";

/** What decides, of each asset. */
export function accountMoney(totals: Totals): Markup {
  const quotes = quotesMoney(totals);
  const { after } = totals;
  const left =
    after.unknown === 0
      ? undefined
      : html`<p class="warn">${counted(after.unknown, "bot")} left out of every sum, because settings are missing.</p>`;
  const moving = quotes.filter((quote) => !isStill(quote));
  const tables = moving.length === 0 ? quotes.map(quoteTable) : [...moving.map(quoteTable), ...still(quotes)];
  return html`${quotes.length === 0 ? html`<p>No bot is on, so no margin is tied up.</p>` : tables}${left}`;
}

/** Whether a plan leaves every figure of the account as it is. */
export function areTotalsStill(totals: Totals): boolean {
  return totals.before !== undefined && quotesMoney(totals).every(isStill);
}

function isStill(money: QuoteMoney): boolean {
  return moneyRows(money).every(({ before, after, later = after }) => before === after && later === after);
}

/** An asset in which nothing changes, beside others, takes no table. */
function still(quotes: readonly QuoteMoney[]): readonly Markup[] {
  return quotes.filter(isStill).map((money) => {
    const rows = moneyRows(money).map(({ name, after, aside, note }) => `${name} ${after}${inBrackets(aside, note)}`);
    return html`<p class="small soft">${money.after.quote}, unchanged: ${unbrokenFigures(rows.join(", "))}</p>`;
  });
}

function quoteTable(money: QuoteMoney): Markup {
  const { after, before } = money;
  const { quote, offRunning = 0 } = after;
  const counts = `${counted(after.bots - offRunning, "bot")} on${offRunning === 0 ? "" : ` and ${offRunning} off with a running deal`}`;
  const rows = moneyRows(money);
  const isThree = hasThird(rows);
  const cells = rows.map((row) => [
    row.name.replace(" %", "\u00a0%"),
    figureMarkup(row),
    ...(isThree ? [laterMarkup(row)] : []),
  ]);
  const columns: readonly Column[] = [
    [`In ${quote}`],
    [before === undefined ? "now" : `now → ${isThree ? MOMENTS.after : "after"}`, "n"],
    ...(isThree ? [[MOMENTS.later, "n"] as const] : []),
  ];
  const caption = `${quote}: ${counts}, every order filled`;
  return table(columns, cells, { label: `What decides, ${quote}`, caption, isSmall: true });
}

function figureMarkup({ before: old, after: now, rise, tone, aside, note, isBad }: MoneyRow): Markup {
  const soft = (text: string | undefined) => text && html` <span class="soft">${unbrokenFigures(text)}</span>`;
  const by = rise && html` <span class="${tone}">${unbroken(rise)}</span>`;
  const same = old === now ? soft(`unchanged${(aside ?? note) === undefined ? "" : ","}`) : undefined;
  const between = aside !== undefined && note !== undefined ? "," : "";
  const end = isBad === true ? html` <b class="bad">${note}</b>` : soft(note);
  return html`${moved(old, now, unbroken)}${by}${same}${soft(aside && `${aside}${between}`)}${end}`;
}

function laterMarkup({ after, later, thenNote, isThenBad }: MoneyRow): Markup {
  if (later === undefined || (later === after && thenNote === undefined))
    return html`<span class="soft none">${later === undefined ? "not known" : "the same"}</span>`;
  return html`<b>${unbroken(later)}</b>${thenNote && html` <span class="${isThenBad === true ? "bad" : "soft"}">${thenNote}</span>`}`;
}

/** So many pairs are listed. */
const MOST_PAIRS = 200;

/** A row for each side, then for each pair; what changes stands first. */
export function groupsMoney(totals: Totals): Markup {
  const quotes = quotesMoney(totals);
  const sides = quotes.flatMap(({ after, sides: own }) =>
    own.map((side) => ({ ...side, name: `${side.name}, ${after.quote}` })),
  );
  const pairs = quotes.flatMap((quote) => quote.pairs);
  const moving = pairs.toSorted((left, right) => Number(isMoved(right)) - Number(isMoved(left)));
  const rows = [...sides, ...moving.slice(0, MOST_PAIRS)].map((one) => {
    const { name, position, margin } = one;
    const figure = moved(position.before, position.after);
    return [name, isMoved(one) ? html`<b>${figure}</b>` : figure, moved(margin.before, margin.after)];
  });
  if (quotes.length === 0) return html`<p>Nothing is tied up.</p>`;
  const besides = quotes.map(({ after: { quote, disabled, feeReserve } }) => {
    const off =
      disabled.bots === 0 ? "" : `; ${counted(disabled.bots, "bot")}, off, would hold ${sum(disabled.margin)}`;
    return html`<p class="soft">Besides, in ${quote}: about ${sum(feeReserve)} for fees${off}.</p>`;
  });
  const more = moving.length - MOST_PAIRS;
  const columns = [["Side or pair"], ["Position at most", "n"], ["Initial margin", "n"]] as const;
  const words = {
    label: "By side and by pair",
    caption: "Bots that are on or in a deal, by side and by pair",
    isStacked: true,
  };
  const folded = html`<details><summary>By side and by pair</summary>${table(columns, rows, words)}${more > 0 ? html`<p class="small soft">And ${more} more pairs.</p>` : undefined}</details>`;
  return html`${besides}${rows.length === 0 ? undefined : folded}`;
}

function isMoved({ position: { before, after } }: GroupMoney): boolean {
  return before !== undefined && sum(before) !== sum(after);
}

/** More bots are folded away. */
const OPEN = 12;

/** Each bot in one table; those whose position grows most stand first. */
export function botsMoney(bots: Readonly<Record<string, BotMoney>>): Markup | undefined {
  const rows = Object.entries(bots)
    .map(([address, money]) => ({ address, money, by: growth(money) }))
    .toSorted((left, right) => right.by.cmp(left.by));
  if (rows.length === 0) return undefined;
  const rest = rows.slice(OPEN);
  return html`${botTable(rows.slice(0, OPEN), "Each changed bot")}
${rest.length === 0 ? undefined : html`<details><summary>${rest.length} more</summary>${botTable(rest, "More changed bots")}</details>`}`;
}

interface Row {
  readonly address: string;
  readonly money: BotMoney;
  readonly by: Big;
}

const COLUMNS: readonly Column[] = [
  ...([
    ["Bot"],
    ["Position at most", "n"],
    ["Initial margin", "n"],
    ["Loss at the grid's end", "n"],
    ["Cover", "n"],
  ] as const),
  ["Liquidation, orders", "words"],
];

function botTable(rows: readonly Row[], label: string): Markup {
  const caption = `${label}, now → after: its running deals to their end, or its next one, whichever is more`;
  const same = groupBy(rows, (row) => html`${switchWords(row.money)} ${botCells(row)}`.text);
  const shown = [...same.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const name = outside(namesText(group.map(({ address }) => address)));
    return [[html`${name} <small class="soft">${switchWords(first.money)}</small>`, ...botCells(first)]];
  });
  return table(COLUMNS, shown, { label, caption, isStacked: true });
}

function botCells({ money }: Row): readonly Piece[] {
  const { after } = money;
  if (!isKnown(after)) return [unknownMarkup(after.lacks)];
  const old = riskBefore(money);
  const most = botFigures(money);
  const [position, margin] = positionCells(most, after.quote, openWords(money));
  const [loss, cover] = isWithoutGrid(after, old)
    ? [html`–`, NO_GRID]
    : [moved(lossBefore(money, most), after.lossAtEnd), moved(old?.cover, after.cover, share)];
  return [position, margin, loss, cover, liquidationMarkup(after, old)];
}

/** Where no safety order is below the first one, nothing is covered, and a grid has no end. */
export function isWithoutGrid(after: GridFigures, before: GridFigures | undefined): boolean {
  const all = [after, ...(before === undefined ? [] : [before])].flatMap(({ cover, lossAtEnd }) => [cover, lossAtEnd]);
  return all.every((figure) => new Big(figure).eq(0));
}

/** Decimal text: a fraction of the price, and an amount. */
interface GridFigures {
  readonly cover: string;
  readonly lossAtEnd: string;
}

export const NO_GRID = html`<span class="soft">no safety orders</span>`;

export function unknownMarkup(lacks: readonly string[]): Markup {
  return html`<span class="warn">unknown without ${lacks.join(", ")}</span>`;
}

/** The cells of position and margin. */
export function positionCells(figures: BotFigures | undefined, quote: string, more?: string): [Markup, Markup] {
  if (figures === undefined) {
    const unknown = html`<span class="warn">unknown: settings of a running deal are missing</span>`;
    return [unknown, unknown];
  }
  const { isOnceOn, before, after, next } = figures;
  const around = isOnceOn ? "once on" : next.position && `${sum(next.position)} for its next deal`;
  const note = [around, more].filter((one) => one !== undefined).join("; ");
  const soft = note === "" ? undefined : html` <small class="soft">(${note})</small>`;
  return [html`${moved(before?.position, after.position)} ${quote}${soft}`, marginMarkup(figures)];
}

/** And that leverage made it fall, where it did. */
export function marginMarkup({ before, after, next }: Pick<BotFigures, "before" | "after" | "next">): Markup {
  const notes = marginNotes({ before, after, next }, sum);
  const why = notes.length === 0 ? undefined : html` <small class="soft">(${notes.join("; ")})</small>`;
  return html`${moved(before?.margin, after.margin)}${why}`;
}

function switchWords({ before, after }: BotMoney): string {
  if (!isKnown(after)) return "";
  const word = after.on ? "on" : "off";
  if (before === null) return `new, ${word}`;
  if (!isKnown(before) || before.on === after.on) return word;
  return `${before.on ? "on" : "off"} → ${word}`;
}

/** In words, and the old words where they were others. */
export function liquidationMarkup(after: BotRisk, before?: BotRisk): Markup {
  const { text, isBad, was } = liquidationWords(after, before);
  const now = isBad ? html`<b class="bad">${text}</b>` : html`${text}`;
  return was === undefined ? now : html`${now} <small class="soft">(now: ${was})</small>`;
}
