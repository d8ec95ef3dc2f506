// The page of a live account as it is: what runs, what it may cost, what to worry about, every bot, what it rests on.

import type { ReportBot, ReportView } from "../../model/risk/ladder.js";
import { isKnown } from "../../model/risk/risk.js";
import { counted } from "../../model/text/counted.js";
import { share, sum } from "./figures.js";
import { one } from "./ladder-figure.js";
import { heading, html, type Markup, outside, scrolling } from "./markup.js";
import { accountMoney } from "./money-account.js";
import { liquidationWords } from "./money-bots.js";
import { page } from "./page.js";
import { assumptionList, shocks } from "./plan-page.js";
import { MOST_LADDERS } from "./steps.js";
import type { Making } from "./view.js";
import { reportWorries } from "./worries.js";
import { worryAlert, worryCounts, worryList } from "./worry-list.js";

export function reportPage(view: ReportView, making: Making): string {
  const worries = reportWorries(view);
  const part = (id: string, name: string, content: Markup) =>
    html`<section>${heading(2, name, id)}${content}</section>`;
  return page({
    title: `Report of ${view.account} · botform`,
    eyebrow: "Report of the live account",
    name: view.account,
    alert: worryAlert("Serious as the account stands:", worries, "worries"),
    lead: lead(
      view,
      worryCounts(worries),
      worries.some(({ weight }) => weight === "bad"),
    ),
    links: [
      ["runs", "What runs"],
      ["cost", "What it may cost"],
      ["worries", "What to worry about"],
      ["bots", "Bots"],
      ["assumptions", "Assumptions"],
    ],
    content: html`${part("runs", "What runs", tiles(view))}
${part("cost", "What it may cost", html`${accountMoney(undefined, view.totals)}${shocks(undefined, view.totals)}`)}
${part("worries", "What to worry about", worryList(worries))}
${part("bots", "Bots", html`${botTable(view.bots)}${ladders(view.bots)}`)}
${part("assumptions", "Assumptions", assumptionList(view.assumptions))}`,
    making,
  });
}

function lead({ bots, totals }: ReportView, counts: string | undefined, isBad: boolean): Markup {
  const on = bots.filter((bot) => bot.on).length;
  const costs = totals.quotes
    .filter((quote) => quote.bots > 0)
    .map(
      ({ quote, worstCase, margin }) =>
        html`With every order filled (worst case): <b>${sum(worstCase)} ${quote}</b> in positions, on a margin of <b>${sum(margin)}</b>. `,
    );
  return html`${on} of ${counted(bots.length, "bot")} ${on === 1 ? "is" : "are"} on. ${costs}${counts === undefined ? "Nothing to worry about is known." : html`<a href="#worries" class="${isBad ? "bad" : "warn"}">To worry about: ${counts}</a>.`}`;
}

function tiles({ bots }: ReportView): Markup {
  const on = bots.filter((bot) => bot.on).length;
  const deals = new Set(bots.flatMap(({ dealIds }) => dealIds)).size;
  const strays = bots.filter(({ address }) => address === null).length;
  const tile = (figure: number, label: string) =>
    html`<li><div class="figure">${figure}</div><div class="label">${label}</div></li>`;
  return html`<ul class="tiles">${tile(on, "bots on")}${tile(bots.length - on, "bots off")}${tile(deals, "running deals")}${strays === 0 ? undefined : tile(strays, "bots without an address")}</ul>`;
}

/** Those that are on stand first. */
function sorted(bots: readonly ReportBot[]): readonly ReportBot[] {
  return bots.toSorted((left, right) => Number(right.on) - Number(left.on));
}

function botTable(bots: readonly ReportBot[]): Markup {
  if (bots.length === 0) return html`<p>The account has no bots.</p>`;
  return scrolling(
    "Every bot",
    html`<table><caption><span>Every bot: figures of one deal with every order filled</span></caption><thead><tr><th scope="col">Bot</th><th scope="col">Switch</th><th scope="col" class="n">Deals</th><th scope="col" class="n">Worst case</th><th scope="col" class="n">Margin</th><th scope="col" class="n">Cover</th><th scope="col">Liquidation</th></tr></thead><tbody>${sorted(bots).map(botRow)}</tbody></table>`,
  );
}

function botRow({ id, title, address, access, on, dealIds, ladder }: ReportBot): Markup {
  const name = html`<th scope="row">${outside(address ?? title)}<br><small class="soft">${address === null ? "no address" : outside(title)} · ${id}${access === null ? undefined : html` · ${outside(access)}`}</small></th><td>${on ? "on" : html`<span class="soft">off</span>`}</td><td class="n">${dealIds.length}</td>`;
  const risk = "grid" in ladder ? ladder.grid.risk : ladder;
  if (!isKnown(risk))
    return html`<tr>${name}<td colspan="4" class="warn">unknown without ${risk.lacks.join(", ")}</td></tr>`;
  return html`<tr>${name}<td class="n">${sum(risk.worstCase)} ${risk.quote}</td><td class="n">${sum(risk.margin)}</td><td class="n">${share(risk.cover)}</td><td>${liquidationWords(undefined, risk)}</td></tr>`;
}

function ladders(bots: readonly ReportBot[]): Markup {
  const known = sorted(bots).flatMap(({ ladder, ...bot }) => ("grid" in ladder ? [{ bot, ladder }] : []));
  const drawn = known.slice(0, MOST_LADDERS);
  return html`${drawn.map(({ bot, ladder }) => {
    const name = bot.address ?? bot.title;
    return html`<article class="bot">${heading(3, outside(name))}<details><summary>Price ladder</summary>${one(ladder, name, bot.on ? "On" : "Off")}</details></article>`;
  })}${known.length > drawn.length ? html`<p class="soft">Ladders of the first ${drawn.length} bots.</p>` : undefined}`;
}
