// What each bot may cost, before and after, in one table; those that put most more at risk stand first.
import Big from "big.js";
import { type BotMoney, type BotRisk, isKnown } from "../../model/risk/risk.js";
import { liquidationText } from "../text/money-text.js";
import { difference, direction, moved, share } from "./figures.js";
import { html, type Markup, outside, scrolling } from "./markup.js";

/** More are folded away. */
const OPEN = 12;

export function botsMoney(bots: Readonly<Record<string, BotMoney>>): Markup | undefined {
  const rows = Object.entries(bots)
    .map(([address, money]) => ({ address, money, by: growth(money) }))
    .toSorted((left, right) => right.by.cmp(left.by));
  if (rows.length === 0) return undefined;
  const rest = rows.slice(OPEN);
  return html`${table(rows.slice(0, OPEN), "Each changed bot")}
${rest.length === 0 ? undefined : html`<details><summary>${rest.length} more</summary>${table(rest, "More changed bots")}</details>`}`;
}

/** How much more may be tied up at worst; what is off ties up nothing. */
export function growth({ before, after }: BotMoney): Big {
  return atWorst(after).minus(before === null ? 0 : atWorst(before));
}

function atWorst(risk: BotMoney["after"]): Big {
  return new Big(isKnown(risk) && risk.on ? risk.worstCase : 0);
}

interface Row {
  readonly address: string;
  readonly money: BotMoney;
  readonly by: Big;
}

function table(rows: readonly Row[], caption: string): Markup {
  return scrolling(
    caption,
    html`<table class="wide"><caption><span>${caption}, now → after, one deal with every order filled</span></caption><thead><tr><th scope="col">Bot</th><th scope="col">Switch</th><th scope="col" class="n">More at risk</th><th scope="col" class="n">Worst case</th><th scope="col" class="n">Margin</th><th scope="col" class="n">Cover</th><th scope="col">Liquidation</th></tr></thead><tbody>${rows.map(row)}</tbody></table>`,
  );
}

function row({ address, money: { before, after }, by }: Row): Markup {
  const name = html`<th scope="row">${outside(address)}</th>`;
  if (!isKnown(after))
    return html`<tr>${name}<td colspan="6" class="warn">unknown without ${after.lacks.join(", ")}</td></tr>`;
  const old = before !== null && isKnown(before) ? before : undefined;
  return html`<tr>${name}<td class="switch">${switchWords(before, after)}</td><td class="n ${direction(by)}">${difference(by)}</td><td class="n">${moved(old?.worstCase, after.worstCase)} ${after.quote}</td><td class="n">${moved(old?.margin, after.margin)}</td><td class="n">${moved(old?.cover, after.cover, share)}</td><td class="words">${liquidationWords(old, after)}</td></tr>`;
}

function switchWords(before: BotMoney["before"], after: BotRisk): string {
  const word = after.on ? "on" : "off";
  if (before === null) return `new, ${word}`;
  if (!isKnown(before) || before.on === after.on) return word;
  return `${before.on ? "on" : "off"} → ${word}`;
}

/** In words, and the old words where they were others. */
export function liquidationWords(before: BotRisk | undefined, after: BotRisk): Markup {
  const { text, isBad } = liquidationText(after);
  const was = before === undefined ? undefined : liquidationText(before).text;
  const now = isBad ? html`<b class="bad">${text}</b>` : html`${text}`;
  return was === undefined || was === text ? now : html`${now} <small class="soft">(now: ${was})</small>`;
}
