// The page of a live account as it is: what decides in the first screen, then every bot, what it may cost, warnings, what it rests on.
import { aboutOf } from "../../model/plan/in-doubt.js";
import type { ReportBot, ReportedAccount, ReportView } from "../../model/risk/ladder.js";
import { isKnown } from "../../model/risk/risk.js";
import { counted } from "../../model/text/counted.js";
import { namesText } from "../../model/text/named.js";
import { accountGroups, type HighlightGroup } from "../highlight.js";
import { botFigures } from "../money-facts.js";
import { reportGroups, reportTable } from "../report-facts.js";
import { type Anchors, highlightAlert, highlightLines, highlightList } from "./highlights.js";
import { one } from "./ladder-figure.js";
import {
  type Column,
  heading,
  html,
  type Markup,
  outside,
  type Piece,
  share,
  table,
  unbroken,
  words,
} from "./markup.js";
import { accountMoney, groupsMoney, liquidationMarkup, positionCells, unknownMarkup } from "./money.js";
import { type Making, page } from "./page.js";
import { assumptionList, MOST_NAMES, shocks } from "./plan-page.js";
import { MOST_LADDERS } from "./steps.js";

export function reportPage(view: ReportView, making: Making): string {
  const groups = reportGroups(view);
  return page({
    title: `Report of ${view.account} · botform`,
    eyebrow: "Report of the live account",
    name: view.account,
    alert: alertOf(groups),
    lead: lead(view),
    decision: decisionOf(view, groups, ""),
    links: [
      ["bots", "What runs"],
      ["cost", "What it may cost"],
      ["warnings", "What needs attention"],
      ["assumptions", "Assumptions"],
    ],
    content: sections(view, groups, 2, ""),
    making,
  });
}

/** Several accounts on one page: a table of all, what is serious in any, then each under its heading. */
export function reportsPage(results: readonly ReportedAccount[], making: Making): string {
  const parts = results.map(({ account, view }) => ({ account, groups: view === undefined ? [] : reportGroups(view) }));
  const { heads, rows } = reportTable(results);
  const columns = heads.map((head, index): Column => (index > 2 ? [head, "n"] : [head]));
  const cells = rows.map(([account = "", ...own], index) => [
    html`<a href="#account-${index + 1}">${outside(account)}</a>`,
    ...own.map(unbroken),
  ]);
  const groups = accountGroups(parts);
  const each = results.map(({ account, view, error = "" }, index) => {
    const suffix = `-${index + 1}`;
    const own = accountGroups(parts.slice(index, index + 1));
    const content =
      view === undefined
        ? html`<p class="bad"><b>Not read:</b> ${words(error)}</p>`
        : html`${alertOf(own)}<p class="lead">${lead(view)}</p>${decisionOf(view, own, suffix)}${sections(view, own, 3, suffix)}`;
    return html`<section>${heading(2, outside(account), `account${suffix}`)}${content}</section>`;
  });
  return page({
    title: `Report of ${results.length} accounts · botform`,
    eyebrow: "Report of the live accounts",
    name: namesText(
      parts.map(({ account }) => account),
      MOST_NAMES,
    ),
    lead: `${counted(results.length, "account")}.`,
    decision: html`${table(columns, cells, { label: "Every account, every order filled", isStacked: true })}${alertOf(groups)}${highlightLines(groups, "account-1", NO_ANCHORS)}`,
    links: parts.map(({ account }, index) => [`account-${index + 1}`, account] as const),
    content: each,
    making,
  });
}

function alertOf(groups: readonly HighlightGroup[]): Markup | undefined {
  if (groups[0]?.weight !== "bad") return undefined;
  return highlightAlert("Serious in the account's current state:", groups, NO_ANCHORS);
}

function decisionOf({ totals }: ReportView, groups: readonly HighlightGroup[], suffix: string): Markup {
  return html`${accountMoney({ after: totals })}${highlightLines(groups, `warnings${suffix}`, NO_ANCHORS)}`;
}

/** @param suffix of the ids, so that each stands once on a page */
function sections(view: ReportView, groups: readonly HighlightGroup[], level: 2 | 3, suffix: string): Markup {
  const part = (id: string, name: string, content: Markup) =>
    html`<section>${heading(level, name, `${id}${suffix}`)}${content}</section>`;
  return html`${part("bots", "What runs", html`${botTable(view)}${ladders(view.bots)}`)}
${part("cost", "What it may cost", html`${groupsMoney({ after: view.totals })}${shocks({ after: view.totals })}`)}
${part("warnings", "What needs attention", highlightList(groups))}
${part("assumptions", "Assumptions", assumptionList(view.assumptions))}`;
}

const NO_ANCHORS: Anchors = new Map();

function lead({ bots, deals }: ReportView): string {
  const on = bots.filter((bot) => bot.on).length;
  const running = new Set(bots.flatMap(({ dealIds }) => dealIds)).size;
  const unaddressed = bots.filter(({ address }) => address === null).length;
  const count = (state: "naked" | "unknown") => deals.filter(({ protection }) => protection === state).length;
  const besides = [
    counted(running, "running deal"),
    ...(count("naked") > 0 ? [counted(count("naked"), "naked deal")] : []),
    ...(count("unknown") > 0 ? [`${counted(count("unknown"), "deal")} of unknown protection`] : []),
    ...(unaddressed > 0 ? [`${counted(unaddressed, "bot")} without an address`] : []),
  ];
  return `${on} of ${counted(bots.length, "bot")} ${on === 1 ? "is" : "are"} on; ${besides.join(", ")}.`;
}

/** Those that are on stand first. */
function sorted(bots: readonly ReportBot[]): readonly ReportBot[] {
  return bots.toSorted((left, right) => Number(right.on) - Number(left.on));
}

const COLUMNS: readonly Column[] = [
  ...([["Bot"], ["Deals", "n"], ["Position at most", "n"], ["Initial margin", "n"], ["Cover", "n"]] as const),
  ["Liquidation, orders", "words"],
];

function botTable({ bots, inDoubt = [] }: ReportView): Markup {
  if (bots.length === 0) return html`<p>The account has no bots.</p>`;
  const form = {
    label: "Every bot",
    caption: "Every bot: its running deals to their end, or its next one, whichever is more",
    isStacked: true,
  };
  return table(
    COLUMNS,
    sorted(bots).map((bot) =>
      botRow(
        bot,
        inDoubt.some(({ sends, botId }) => aboutOf(sends) === "switch" && botId === bot.id),
      ),
    ),
    form,
  );
}

function botRow({ id, title, address, access, on, dealIds, ladder, most }: ReportBot, isInDoubt: boolean): Piece[] {
  const onOrOff = isInDoubt ? html`<b class="warn">in doubt</b>` : on ? "on" : html`<span class="soft">off</span>`;
  const name = html`${outside(address ?? title)} ${onOrOff}<br><small class="soft">${address === null ? "no address" : outside(title)} · ${id}${access === null ? undefined : html` · ${outside(access)}`}</small>`;
  const risk = "grid" in ladder ? ladder.grid.risk : ladder;
  if (!isKnown(risk)) return [name, dealIds.length, unknownMarkup(risk.lacks)];
  const figures = botFigures({ after: risk, most: { before: null, after: most } });
  return [name, dealIds.length, ...positionCells(figures, risk.quote), share(risk.cover), liquidationMarkup(risk)];
}

function ladders(bots: readonly ReportBot[]): Markup | undefined {
  const known = sorted(bots).flatMap(({ ladder, ...bot }) => ("grid" in ladder ? [{ bot, ladder }] : []));
  const drawn = known.slice(0, MOST_LADDERS);
  if (drawn.length === 0) return undefined;
  const each = drawn.map(({ bot, ladder }) => {
    const name = bot.address ?? bot.title;
    const running = bot.running && one(bot.running, `running deal, ${name}`, "Running deal");
    return html`<details><summary>${outside(name)}</summary>${running}${one(ladder, name, bot.on ? "On" : "Off")}</details>`;
  });
  return html`<details class="screen"><summary>Price ladders, bot by bot</summary>${each}${known.length > drawn.length ? html`<p class="soft">Ladders of the first ${drawn.length} bots.</p>` : undefined}</details>`;
}
