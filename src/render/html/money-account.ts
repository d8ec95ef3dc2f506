// What an account's bots may cost together: totals for each quote asset, by side and by pair, and how much of it is free.

import Big from "big.js";
import type { AccountRisk, QuoteRisk } from "../../model/risk/risk.js";
import { counted } from "../../model/text/counted.js";
import { difference, direction, moved, share, sum } from "./figures.js";
import { html, type Markup, scrolling } from "./markup.js";
import { pixel } from "./scale.js";

/** @param before absent where nothing is compared */
export function accountMoney(before: AccountRisk | undefined, after: AccountRisk): Markup {
  const shown = quotesOf(before, after);
  const left =
    after.unknown === 0
      ? undefined
      : html`<p class="warn">${counted(after.unknown, "bot")} left out of every sum: settings are missing.</p>`;
  if (shown.length === 0) return html`<p>No bot is on, so nothing is tied up.</p>${left}`;
  return html`${shown.map((quote) => quoteMoney(before, quote))}${left}${groups(before, after)}`;
}

/** The quote assets in which something is on, before or after. */
export function quotesOf(before: AccountRisk | undefined, after: AccountRisk): readonly QuoteRisk[] {
  return after.quotes.filter(
    (quote) => quote.bots > 0 || (before?.quotes.find((one) => one.quote === quote.quote)?.bots ?? 0) > 0,
  );
}

function quoteMoney(before: AccountRisk | undefined, after: QuoteRisk): Markup {
  const old = before?.quotes.find(({ quote }) => quote === after.quote);
  const compared = (pick: (one: QuoteRisk) => string) =>
    before === undefined ? undefined : old === undefined ? "0" : pick(old);
  const off =
    after.disabled.bots === 0
      ? ""
      : `; ${counted(after.disabled.bots, "bot")} more, off, would need ${sum(after.disabled.margin)}`;
  const runsOn = after.offRunning ?? 0;
  const counts = `${counted(after.bots - runsOn, "bot")} on${runsOn === 0 ? "" : ` and ${runsOn} off with a deal that runs on`}`;
  return html`<ul class="tiles wide">
${moneyTile(
  `Worst case, ${after.quote}`,
  compared((one) => one.worstCase),
  after.worstCase,
  `${counts}, every order filled${off}`,
)}
${moneyTile(
  `Margin, ${after.quote}`,
  compared((one) => one.margin),
  after.margin,
  `about ${sum(after.feeReserve)} more for fees`,
)}
${needTile(
  compared((one) => one.need),
  after,
)}
${exposureTile(old, after)}
</ul>`;
}

function moneyTile(label: string, before: string | undefined, after: string, note: string): Markup {
  const by = new Big(after).minus(before ?? after);
  const delta =
    sum(before ?? after) === sum(after)
      ? undefined
      : html` <span class="delta ${direction(by)}">${difference(by)}</span>`;
  return html`<li><div class="label">${label}</div><div class="figure">${moved(before, after)}${delta}</div><div class="small soft">${note}</div></li>`;
}

/** What still has to be found, beside what is free. */
function needTile(before: string | undefined, { need, usable, isAffordable, quote }: QuoteRisk): Markup {
  if (usable === null)
    return html`<li><div class="label">Needed of the free balance, ${quote}</div><div class="figure">${moved(before, need)}</div><div class="small warn">of an unknown balance</div></li>`;
  const [kind, words] = isAffordable === false ? ["bad", "can't be afforded"] : ["good", "can be afforded"];
  return html`<li><div class="label">Needed of the free balance, ${quote}</div><div class="figure">${moved(before, need)}</div>${needBar(Number(need), Number(usable))}<div class="small">of ${sum(usable)}: <b class="${kind}">${words}</b></div></li>`;
}

/** Its text stands beside it. */
function needBar(need: number, usable: number): Markup {
  const most = Math.max(need, usable, 1e-9);
  const part = (value: number) => pixel((value / most) * 200);
  return html`<svg viewBox="0 0 200 8" aria-hidden="true" class="needed"><rect class="free" width="${part(usable)}" height="8"/><rect class="need${need > usable ? " over" : ""}" y="2" width="${part(need)}" height="4"/></svg>`;
}

function exposureTile(before: QuoteRisk | undefined, { walletExposure, wallet, quote }: QuoteRisk): Markup {
  if (walletExposure === null || wallet === null)
    return html`<li><div class="label">Wallet exposure, ${quote}</div><div class="figure">unknown</div><div class="small warn">without the balance</div></li>`;
  return html`<li><div class="label">Wallet exposure, ${quote}</div><div class="figure">${moved(before?.walletExposure ?? undefined, walletExposure, share)}</div><div class="small soft">worst case in the wallet's ${sum(wallet)}</div></li>`;
}

interface Group {
  readonly name: string;
  readonly before: string | undefined;
  readonly worstCase: string;
  readonly oldMargin: string | undefined;
  readonly margin: string;
}

/** A row for each side, then for each pair; what changes stands first. */
function groups(before: AccountRisk | undefined, after: AccountRisk): Markup | undefined {
  const sides = after.sides.map(({ side, quote, ...now }) =>
    group(
      `${side}, ${quote}`,
      before && (before.sides.find((one) => one.side === side && one.quote === quote) ?? null),
      now,
    ),
  );
  const pairs = after.pairs.map(({ pair, ...now }) =>
    group(pair, before && (before.pairs.find((one) => one.pair === pair) ?? null), now),
  );
  const moving = pairs.toSorted((left, right) => Number(isMoved(right)) - Number(isMoved(left)));
  const rows = [...sides, ...moving.slice(0, 200)];
  if (rows.length === 0) return undefined;
  const more = moving.length > 200 ? html`<p class="small soft">And ${moving.length - 200} pairs more.</p>` : undefined;
  return html`<details><summary>By side and by pair</summary>${scrolling(
    "By side and by pair",
    html`<table><caption><span>Bots that are on, by side and by pair</span></caption><thead><tr><th scope="col">Side or pair</th><th scope="col" class="n">Worst case</th><th scope="col" class="n">Margin</th></tr></thead><tbody>${rows.map(
      (one) =>
        html`<tr${isMoved(one) ? html` class="changed"` : undefined}><th scope="row">${one.name}</th><td class="n">${moved(one.before, one.worstCase)}</td><td class="n">${moved(one.oldMargin, one.margin)}</td></tr>`,
    )}</tbody></table>`,
  )}${more}</details>`;
}

type Sums = Pick<QuoteRisk, "worstCase" | "margin">;

/** @param before undefined: nothing is compared; null: there was nothing */
function group(name: string, before: Sums | null | undefined, { worstCase, margin }: Sums): Group {
  const old = (pick: (sums: Sums) => string) =>
    before === undefined ? undefined : before === null ? "0" : pick(before);
  return { name, before: old((one) => one.worstCase), worstCase, oldMargin: old((one) => one.margin), margin };
}

function isMoved({ before, worstCase }: Group): boolean {
  return before !== undefined && sum(before) !== sum(worstCase);
}
