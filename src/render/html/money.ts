// The money section of a page: an account's totals by quote asset, side and pair; then each bot, before and after.
import Big from "big.js";
import { type AccountRisk, type BotMoney, type BotRisk, isKnown, type QuoteRisk } from "../../model/risk/risk.js";
import { counted } from "../../model/text/counted.js";
import {
  type BotFigures,
  botFigures,
  type GroupMoney,
  growth,
  liquidationWords,
  openWords,
  type QuoteMoney,
  quotesMoney,
  riskBefore,
  thinner,
  thinnerTotals,
} from "../money-facts.js";
import {
  type Column,
  difference,
  direction,
  html,
  type Markup,
  moved,
  outside,
  type Piece,
  share,
  sum,
  table,
} from "./markup.js";
import { pixel } from "./scale.js";

/** @param before absent where nothing is compared */
export function accountMoney(before: AccountRisk | undefined, after: AccountRisk): Markup {
  const quotes = quotesMoney(before, after);
  const left =
    after.unknown === 0
      ? undefined
      : html`<p class="warn">${counted(after.unknown, "bot")} left out of every sum, because settings are missing.</p>`;
  if (quotes.length === 0) return html`<p>No bot is on, so no margin is tied up.</p>${left}`;
  return html`${quotes.map(quoteTiles)}${left}${groups(quotes)}`;
}

function quoteTiles(money: QuoteMoney): Markup {
  const { after, before, was } = money;
  const { quote, disabled, usable, walletExposure, wallet } = after;
  const off =
    disabled.bots === 0 ? "" : `; ${counted(disabled.bots, "more bot")}, off, would hold ${sum(disabled.margin)}`;
  const runsOn = after.offRunning ?? 0;
  const counts = `${counted(after.bots - runsOn, "bot")} on${runsOn === 0 ? "" : ` and ${runsOn} off with a running deal`}`;
  const [position, margin, need] = [was((one) => one.position), was((one) => one.margin), was((one) => one.need)];
  const thin = thinnerTotals(money);
  const soft = (note: string) => html`<div class="small soft">${note}</div>`;
  const unknown = (note: string) => html`<div class="small warn">${note}</div>`;
  return html`<ul class="tiles wide">
${tile(`Position at most, ${quote}`, grown(position, after.position), soft(`${counts}, every order filled${off}`))}
${tile(`Margin to hold, ${quote}`, grown(margin, after.margin, thin !== undefined), soft(`${thin === undefined ? "" : `${thin}; `}about ${sum(after.feeReserve)} more for fees`))}
${tile(`Needed of the free balance, ${quote}`, moved(need, after.need), usable === null ? unknown("of an unknown balance") : needed(after, usable, thin !== undefined))}
${
  walletExposure === null || wallet === null
    ? tile(`Wallet exposure, ${quote}`, "unknown", unknown("without the balance"))
    : tile(
        `Wallet exposure, ${quote}`,
        moved(before?.walletExposure ?? undefined, walletExposure, share),
        soft(`position at most against the wallet's ${sum(wallet)}`),
      )
}
</ul>`;
}

function tile(label: string, figure: Piece, note: Markup): Markup {
  return html`<li><div class="label">${label}</div><div class="figure">${figure}</div>${note}</li>`;
}

/** With what it grows by, where the eye sees a difference. @param isThinner a fall is no good news */
function grown(before: string | undefined, after: string, isThinner = false): Markup {
  const by = new Big(after).minus(before ?? after);
  const delta =
    sum(before ?? after) === sum(after)
      ? undefined
      : html` <span class="delta ${isThinner ? "soft" : direction(by)}">${difference(by)}</span>`;
  return html`${moved(before, after)}${delta}`;
}

/** What still has to be found, beside what is free. */
function needed({ need, isAffordable }: QuoteRisk, usable: string, isThinner: boolean): Markup {
  const [kind, words] = isAffordable === false ? ["bad", "not enough"] : [isThinner ? "soft" : "good", "enough"];
  const [wanted, free] = [Number(need), Number(usable)];
  const part = (value: number) => pixel((value / Math.max(wanted, free, 1e-9)) * 200);
  const bar = html`<svg viewBox="0 0 200 8" aria-hidden="true" class="needed"><rect class="free" width="${part(free)}" height="8"/><rect class="need${wanted > free ? " over" : ""}" y="2" width="${part(wanted)}" height="4"/></svg>`;
  return html`${bar}<div class="small">of ${sum(usable)}: <b class="${kind}">${words}</b></div>`;
}

/** So many pairs are listed. */
const MOST_PAIRS = 200;

/** A row for each side, then for each pair; what changes stands first. */
function groups(quotes: readonly QuoteMoney[]): Markup | undefined {
  const sides = quotes.flatMap(({ after, sides: own }) =>
    own.map((side) => ({ ...side, name: `${side.name}, ${after.quote}` })),
  );
  const pairs = quotes.flatMap((quote) => quote.pairs);
  const moving = pairs.toSorted((left, right) => Number(isMoved(right)) - Number(isMoved(left)));
  const rows = [...sides, ...moving.slice(0, MOST_PAIRS)].map((one) => {
    const { name, position, margin } = one;
    return html`<tr${isMoved(one) ? html` class="changed"` : undefined}><th scope="row">${name}</th><td class="n">${moved(position.before, position.after)}</td><td class="n">${moved(margin.before, margin.after)}</td></tr>`;
  });
  if (rows.length === 0) return undefined;
  const more = moving.length - MOST_PAIRS;
  const columns = [["Side or pair"], ["Position at most", "n"], ["Margin to hold", "n"]] as const;
  const words = { label: "By side and by pair", caption: "Bots that are on, by side and by pair" };
  return html`<details><summary>By side and by pair</summary>${table(columns, rows, words)}${more > 0 ? html`<p class="small soft">And ${more} more pairs.</p>` : undefined}</details>`;
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
    ["Switch"],
    ["Position grows by", "n"],
    ["Position at most", "n"],
    ["Margin to hold", "n"],
    ["Cover", "n"],
  ] as const),
  ["Liquidation"],
];

function botTable(rows: readonly Row[], label: string): Markup {
  const caption = `${label}, now → after: its running deals to their end, or its next one, whichever is more`;
  return table(COLUMNS, rows.map(botRow), { label, caption, isWide: true });
}

function botRow({ address, money, by }: Row): Markup {
  const { after } = money;
  const name = html`<th scope="row">${outside(address)}</th>`;
  if (!isKnown(after))
    return html`<tr>${name}<td colspan="6" class="warn">unknown without ${after.lacks.join(", ")}</td></tr>`;
  const [old, more] = [riskBefore(money), openWords(money)];
  return html`<tr>${name}<td class="switch">${switchWords(money.before, after)}</td><td class="n ${direction(by)}">${difference(by)}</td>${positionCells(botFigures(money), after.quote, more)}<td class="n">${moved(old?.cover, after.cover, share)}</td><td class="words">${liquidationMarkup(after, old)}</td></tr>`;
}

/** The cells of position and margin. */
export function positionCells(figures: BotFigures | undefined, quote: string, more?: string): Markup {
  if (figures === undefined)
    return html`<td colspan="2" class="warn">unknown: settings of a running deal are missing</td>`;
  const { isOnceOn, before, after, alone } = figures;
  const around = isOnceOn ? "once on" : alone === undefined ? undefined : `${sum(alone)} without its running deal`;
  const note = [around, more].filter((one) => one !== undefined).join("; ");
  const soft = note === "" ? undefined : html` <small class="soft">(${note})</small>`;
  return html`<td class="n">${moved(before?.position, after.position)} ${quote}${soft}</td><td class="n">${marginMarkup(figures)}</td>`;
}

/** And that leverage made it fall, where it did. */
export function marginMarkup({ before, after }: Pick<BotFigures, "before" | "after">): Markup {
  const thin = thinner(before, after);
  const why = thin === undefined ? undefined : html` <small class="soft">(${thin})</small>`;
  return html`${moved(before?.margin, after.margin)}${why}`;
}

function switchWords(before: BotMoney["before"], after: BotRisk): string {
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
