// The page of experiments: what to keep in the first screen, then each experiment with its variants side by side and over each other.
import { groupBy } from "../../model/order.js";
import type {
  DeclaredSetting,
  ExperimentResults,
  OtherDeals,
  ResultsFacts,
  VariantComparison,
  VariantCurve,
  VariantRow,
} from "../../model/results.js";
import { counted } from "../../model/text/counted.js";
import { beganText, earlyText } from "../experiment-began.js";
import { plus, VERDICTS } from "../results-conclusion.js";
import { clean } from "../sanitize.js";
import { experimentNotes } from "../text/experiments-text.js";
import { showValue } from "../text/value.js";
import { type VariantKeep, variantKeepsOf, variantsLead } from "../variants-conclusion.js";
import { CHART_STYLE } from "./charts/style.js";
import { variantFigure } from "./charts/variant-chart.js";
import { type Column, heading, html, type Markup, outside, type Piece, sum, table, unbroken, words } from "./markup.js";
import { type Making, page } from "./page.js";
import { money, runningCell, TONES, UNKNOWN } from "./results-cells.js";

/** Experiments in the first screen, and values or bots that are named in a line. */
const MOST_FIRST = 6;
const MOST_NAMED = 6;

export function variantsPage(facts: ResultsFacts, making: Making): string {
  const { experiments = [], variantCurves = [], accounts } = facts;
  const names = accounts.map(({ account }) => account).join(", ");
  const sections = experiments.map((one, index) => {
    const curves = variantCurves.filter(({ experiment }) => experiment === one.experiment);
    return experimentSection(one, curves, idOf(index));
  });
  return page({
    title: `Results of ${names} · botform`,
    eyebrow: "Results by variant",
    name: names,
    lead: leadOf(experiments),
    decision: decision(facts),
    links: [...experiments.map(({ experiment }, index) => [idOf(index), experiment] as const), ["notes", "Notes"]],
    content: html`${sections}
<section>${heading(2, "Notes", "notes")}<ul class="small">${experimentNotes(facts, HEADS).map((line) => html`<li>${words(line)}</li>`)}</ul></section>`,
    making,
    style: CHART_STYLE,
  });
}

const HEADS = {
  legend:
    "Net is of ended deals, after fees. A day and bot: the mean of the variant's bots that were at work, of the days on which any was.",
  safety: "The number of safety orders",
} as const;

function idOf(index: number): string {
  return `experiment-${index + 1}`;
}

function leadOf(experiments: readonly ExperimentResults[]): string {
  const bots = new Set(experiments.flatMap(({ rows }) => rows.flatMap((row) => row.bots))).size;
  const deals = experiments.flatMap(({ rows }) => rows).reduce((count, { figures }) => count + figures.deals, 0);
  // A deal may count in several experiments.
  const ended = experiments.length === 1 ? `; ${counted(deals, "ended deal")} ${deals === 1 ? "counts" : "count"}` : "";
  return `${counted(experiments.length, "experiment")} with ${counted(bots, "bot")}${ended}.`;
}

function decision({ experiments = [], accounts }: ResultsFacts): Markup {
  const keeps = variantKeepsOf(experiments);
  const more = keeps.length - MOST_FIRST;
  const isAlone = keeps.length === 1;
  const each = keeps.slice(0, MOST_FIRST).map((keep) => {
    const caveats = keep.caveats.map((caveat) => html`<br><small class="warn">${words(caveat)}</small>`);
    return html`<li><b>${outside(keepName(keep, keeps))}</b>: ${words(keep.text)}${caveats}</li>`;
  });
  const alone = isAlone
    ? keeps.flatMap(({ caveats }) => caveats).map((caveat) => html`<p class="small warn">${words(caveat)}</p>`)
    : undefined;
  const list =
    isAlone || keeps.length === 0
      ? undefined
      : html`<ul class="small">${each}${more > 0 ? html`<li>and ${more} more, below</li>` : undefined}</ul>`;
  const failed = accounts.flatMap(({ account, error }) => (error === undefined ? [] : [account]));
  const missing =
    failed.length === 0
      ? undefined
      : html`<p class="small warn"><b>Without ${outside(failed.join(", "))}</b>, which couldn't be read: all of this is of the other accounts.</p>`;
  return html`<div class="keep"><p><b>${words(variantsLead(keeps))}</b></p>${alone}${list}${missing}</div>`;
}

/** With the asset where the experiment has several. */
function keepName({ experiment, asset }: VariantKeep, keeps: readonly VariantKeep[]): string {
  const own = keeps.filter((keep) => keep.experiment === experiment);
  return own.length > 1 ? `${experiment} in ${asset}` : experiment;
}

function experimentSection(shown: ExperimentResults, curves: readonly VariantCurve[], id: string): Markup {
  const { experiment, rows, comparisons, others } = shown;
  const began = beganText(shown);
  const early = earlyText(shown).map((line) => html`<p class="small">${words(clean(line))}</p>`);
  const inAssets = groupBy(rows, ({ figures }) => figures.asset);
  const articles = [...inAssets].map(([asset, own]) => {
    const compared = comparisons.filter((one) => one.asset === asset);
    const drawn = curves.filter((one) => one.asset === asset);
    const control = own.find(({ settings }) => settings.length === 0)?.variant ?? compared[0]?.control;
    const figure = variantFigure({ experiment, asset, control, curves: drawn });
    return html`<article class="bot">${inAssets.size > 1 ? heading(3, outside(asset)) : undefined}
<div class="pair">${figure}<div>${comparisonList(compared)}${figure === undefined ? notDrawn(drawn) : undefined}</div></div>
${variantsTable(own, `Variants of ${experiment}, ${asset}`)}</article>`;
  });
  const empty = rows.length === 0 ? html`<p>None of the chosen bots takes part.</p>` : undefined;
  return html`<section>${heading(2, outside(experiment), id)}<p class="soft small">${began.slice(0, 1).toUpperCase()}${began.slice(1)}.</p>${empty}${articles}${early}${apart(others)}${takingPart(rows)}</section>`;
}

function notDrawn(curves: readonly VariantCurve[]): Markup | undefined {
  return curves.some(({ points }) => points === null)
    ? html`<p class="warn"><b>Not drawn:</b> the service doesn't show what all of the deals came to, or when they ended.</p>`
    : undefined;
}

function comparisonList(compared: readonly VariantComparison[]): Markup | undefined {
  if (compared.length === 0) return undefined;
  const each = compared.map(({ control, variant, verdict, interval, asset, measure, why, days, caveats }) => {
    const unit = measure === "day" ? "a day and bot" : "a deal";
    const by =
      interval === null
        ? undefined
        : html`${unbroken(`${plus(interval.difference)} ${asset}`)} ${unit} (${unbroken(`${plus(interval.low)} to ${plus(interval.high)}`)}), `;
    const on =
      interval === null || days === null || measure !== "day" ? "" : `, on ${counted(days, "day")} with bots of both`;
    const notes = caveats.map((caveat) => html`<br><small class="warn">${words(caveat)}</small>`);
    return html`<li><b>${outside(variant)}</b> against <b>${outside(control)}</b><br><b class="${TONES[verdict]}">${VERDICTS[verdict]}:</b> ${by}${words(why)}${on}.${notes}</li>`;
  });
  return html`<p><b>How sure the difference is</b></p><ul class="small">${each}</ul>`;
}

const COLUMNS: readonly Column[] = [
  ["Variant"],
  ...[
    ...["Bots", "Deals", "Won", "Net", "A day and bot", "On margin", "Drawdown"],
    ...["Safety orders", "Liquidations", "Running"],
  ].map((head) => [head, "n"] as const),
];

function variantsTable(rows: readonly VariantRow[], label: string): Markup {
  const cells = rows.map(({ variant, declared, bots, perBotDay, figures }): Piece[] => {
    const { deals, cancelled, won, net, onMargin, drawdown, safetyOrders, liquidations, running } = figures;
    return [
      html`${outside(variant)}${declared.map(settingLine)}`,
      bots.length,
      cancelled === 0 ? deals : `${deals} (${cancelled} cancelled)`,
      won ?? UNKNOWN,
      money(net),
      money(perBotDay),
      onMargin === null ? UNKNOWN : `${onMargin} %`,
      drawdown === null ? UNKNOWN : sum(drawdown),
      safetyOrders.mean === null ? UNKNOWN : `${safetyOrders.mean}, at most ${safetyOrders.most ?? "?"}`,
      liquidationsCell(liquidations),
      runningCell(running),
    ];
  });
  return table(COLUMNS, cells, { label, isStacked: true });
}

function settingLine({ field, values, isUndeclared }: DeclaredSetting): Markup {
  const named = values.slice(0, MOST_NAMED).map(showValue);
  const more = values.length > MOST_NAMED ? [`${values.length - MOST_NAMED} more`] : [];
  const all = [...named, ...more, ...(isUndeclared ? ["not declared"] : [])];
  return html`<br><small class="soft">${field} <b>${outside(all.join(" or "))}</b></small>`;
}

function liquidationsCell({ seen, possible }: VariantRow["figures"]["liquidations"]): Piece {
  if (possible > 0) return html`<b class="bad">${seen} to ${seen + possible}</b>`;
  return seen === 0 ? "none seen" : html`<b class="bad">${seen}</b>`;
}

/** Deals that don't count. */
function apart(others: readonly OtherDeals[]): Markup | undefined {
  if (others.length === 0) return undefined;
  const lines = others.map(
    ({ address, variant, deals }) =>
      html`<li>${outside(address)}: ${counted(deals, "deal")} with settings that ${outside(variant)} doesn't ask for</li>`,
  );
  const list = html`<ul class="small">${lines}</ul>`;
  const deals = others.reduce((count, one) => count + one.deals, 0);
  const lead = `Not counted: ${counted(deals, "deal")}, opened before or edited by hand`;
  return others.length <= MOST_NAMED
    ? html`<p class="small">${lead}</p>${list}`
    : html`<details><summary>${lead}</summary>${list}</details>`;
}

function takingPart(rows: readonly VariantRow[]): Markup | undefined {
  if (rows.length === 0) return undefined;
  const each = [...groupBy(rows, ({ variant }) => variant)].map(([variant, own]) => {
    const bots = [...new Set(own.flatMap((row) => row.bots))];
    return html`<li><b>${outside(variant)}</b>: ${bots.map((bot, index) => html`${index === 0 ? "" : ", "}${outside(bot)}`)}</li>`;
  });
  return html`<details><summary>Which bots take part</summary><ul class="small">${each}</ul></details>`;
}
