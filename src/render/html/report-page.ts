// The page of a live account as it is: what runs, what it may cost, warnings, every bot, what it rests on.

import type { ReportBot, ReportView } from "../../model/risk/ladder.js";
import { isKnown } from "../../model/risk/risk.js";
import { counted } from "../../model/text/counted.js";
import { accountHighlights, type Highlight } from "../highlights.js";
import { botFigures } from "../money-facts.js";
import { highlightAlert, highlightLink, highlightList } from "./highlights.js";
import { one } from "./ladder-figure.js";
import { type Column, heading, html, type Markup, outside, share, sum, table } from "./markup.js";
import { accountMoney, liquidationMarkup, positionCells } from "./money.js";
import { type Making, page } from "./page.js";
import { assumptionList, shocks } from "./plan-page.js";
import { MOST_LADDERS } from "./steps.js";

export function reportPage(view: ReportView, making: Making): string {
  const highlights = highlightsOf(view);
  const part = (id: string, name: string, content: Markup) =>
    html`<section>${heading(2, name, id)}${content}</section>`;
  return page({
    title: `Report of ${view.account} · botform`,
    eyebrow: "Report of the live account",
    name: view.account,
    alert: highlightAlert("Serious in the account's current state:", highlights, "warnings"),
    lead: html`${lead(view)}${highlightLink(highlights, "warnings")}`,
    links: [
      ["runs", "What runs"],
      ["cost", "What it may cost"],
      ["warnings", "What needs attention"],
      ["bots", "Bots"],
      ["assumptions", "Assumptions"],
    ],
    content: html`${part("runs", "What runs", tiles(view))}
${part("cost", "What it may cost", html`${accountMoney(undefined, view.totals)}${shocks(undefined, view.totals)}`)}
${part("warnings", "What needs attention", highlightList(highlights))}
${part("bots", "Bots", html`${botTable(view)}${ladders(view.bots)}`)}
${part("assumptions", "Assumptions", assumptionList(view.assumptions))}`,
    making,
  });
}

/** A bot that nothing declares is named by its id and title. */
function highlightsOf({ account, bots, totals, findings, unknown, diagnostics }: ReportView): readonly Highlight[] {
  const names = new Map(bots.map(({ id, title }) => [`${account}/#${id}`, `bot ${id} "${title}"`]));
  const unknowns = bots.flatMap(({ title, address, on, ladder }) =>
    on && !("grid" in ladder) ? [[address ?? title, ladder] as const] : [],
  );
  const highlights = accountHighlights(findings, totals, unknowns, unknown, diagnostics);
  return highlights.map((one) => ({ ...one, subject: names.get(one.subject ?? "") ?? one.subject }));
}

function lead({ bots, totals }: ReportView): Markup {
  const on = bots.filter((bot) => bot.on).length;
  const costs = totals.quotes
    .filter((quote) => quote.bots > 0)
    .map(
      ({ quote, position, margin }) =>
        html`Position at most: <b>${sum(position)} ${quote}</b>, with a margin to hold of <b>${sum(margin)}</b>. `,
    );
  return html`${on} of ${counted(bots.length, "bot")} ${on === 1 ? "is" : "are"} on. ${costs}`;
}

function tiles({ bots, deals: running }: ReportView): Markup {
  const on = bots.filter((bot) => bot.on).length;
  const deals = new Set(bots.flatMap(({ dealIds }) => dealIds)).size;
  const unaddressed = bots.filter(({ address }) => address === null).length;
  const [naked, unclear] = (["naked", "unknown"] as const).map(
    (state) => running.filter(({ protection }) => protection === state).length,
  );
  const tile = (figure: number, label: string) =>
    html`<li><div class="figure">${figure}</div><div class="label">${label}</div></li>`;
  return html`<ul class="tiles">${tile(on, "bots on")}${tile(bots.length - on, "bots off")}${tile(deals, "running deals")}${naked ? tile(naked, "naked deals") : undefined}${unclear ? tile(unclear, "deals of unknown protection") : undefined}${unaddressed === 0 ? undefined : tile(unaddressed, "bots without an address")}</ul>`;
}

/** Those that are on stand first. */
function sorted(bots: readonly ReportBot[]): readonly ReportBot[] {
  return bots.toSorted((left, right) => Number(right.on) - Number(left.on));
}

const COLUMNS: readonly Column[] = [
  ...([
    ["Bot"],
    ["Switch"],
    ["Deals", "n"],
    ["Position at most", "n"],
    ["Margin to hold", "n"],
    ["Cover", "n"],
  ] as const),
  ["Liquidation"],
];

function botTable({ bots, inDoubt = [] }: ReportView): Markup {
  if (bots.length === 0) return html`<p>The account has no bots.</p>`;
  const words = {
    label: "Every bot",
    caption: "Every bot: its running deals to their end, or its next one, whichever is more",
  };
  return table(
    COLUMNS,
    sorted(bots).map((bot) =>
      botRow(
        bot,
        inDoubt.some(({ botId }) => botId === bot.id),
      ),
    ),
    words,
  );
}

function botRow({ id, title, address, access, on, dealIds, ladder, most }: ReportBot, isInDoubt: boolean): Markup {
  const onOrOff = on ? html`on` : html`<span class="soft">off</span>`;
  const name = html`<th scope="row">${outside(address ?? title)}<br><small class="soft">${address === null ? "no address" : outside(title)} · ${id}${access === null ? undefined : html` · ${outside(access)}`}</small></th><td>${isInDoubt ? html`<b class="warn">in doubt</b>` : onOrOff}</td><td class="n">${dealIds.length}</td>`;
  const risk = "grid" in ladder ? ladder.grid.risk : ladder;
  if (!isKnown(risk))
    return html`<tr>${name}<td colspan="4" class="warn">unknown without ${risk.lacks.join(", ")}</td></tr>`;
  return html`<tr>${name}${positionCells(botFigures({ after: risk, most: { before: null, after: most } }), risk.quote)}<td class="n">${share(risk.cover)}</td><td>${liquidationMarkup(risk)}</td></tr>`;
}

function ladders(bots: readonly ReportBot[]): Markup {
  const known = sorted(bots).flatMap(({ ladder, ...bot }) => ("grid" in ladder ? [{ bot, ladder }] : []));
  const drawn = known.slice(0, MOST_LADDERS);
  return html`${drawn.map(({ bot, ladder }) => {
    const name = bot.address ?? bot.title;
    const running = bot.running && one(bot.running, `running deal, ${name}`, "Running deal");
    return html`<article class="bot">${heading(3, outside(name))}<details><summary>Price ladder</summary>${running}${one(ladder, name, bot.on ? "On" : "Off")}</details></article>`;
  })}${known.length > drawn.length ? html`<p class="soft">Ladders of the first ${drawn.length} bots.</p>` : undefined}`;
}
