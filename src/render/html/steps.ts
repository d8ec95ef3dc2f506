// The steps of each bot: what is done and why, old and new fields, what it may cost, and its price ladders.
import Big from "big.js";
import { ACTIONS } from "../../model/plan/actions.js";
import { type FieldChange, type Plan, type PlannedBot, type Step, stepsByAddress } from "../../model/plan/plan.js";
import { type BotMoney, isKnown } from "../../model/risk/risk.js";
import { keptText, stepName } from "../text/deal-lines.js";
import { showValue } from "../text/value.js";
import { moved, share } from "./figures.js";
import { ladderFigures } from "./ladder-figure.js";
import { heading, html, type Markup, outside, scrolling } from "./markup.js";
import { growth, liquidationWords } from "./money-bots.js";
import type { LadderPair, PlanView } from "./view.js";

/** So many bots stand open. */
const OPEN = 12;
/** Pictures are the heaviest part of a page; nobody looks at a hundred. */
export const MOST_LADDERS = 40;

/** @param level of a bot's heading */
export function botSteps({ plan, ladders }: PlanView, level: 3 | 4): Markup {
  const steps = stepsByAddress(plan);
  const bots = byGrowth(plan);
  const drawn = Object.keys(ladders).length;
  const isPartly = drawn > 0 && bots.length > MOST_LADDERS;
  const articles = bots.map((bot, index) => {
    const pair = ladders[bot.address];
    const form = { pair, level, isFolded: index >= OPEN };
    return botArticle(bot, steps.get(bot.address) ?? [], plan.money?.bots[bot.address], form);
  });
  return html`${bots.length > 1 && plan.money !== undefined ? html`<p class="soft">Those that put most more at risk stand first.</p>` : undefined}${isPartly ? html`<p class="soft">Price ladders are drawn for the first ${drawn}; <code>botform risk ADDRESS</code> prints any other.</p>` : undefined}${articles}`;
}

/** The bots whose ladders are to be drawn. */
export function drawnAddresses(plan: Plan): readonly string[] {
  return byGrowth(plan)
    .slice(0, MOST_LADDERS)
    .map(({ address }) => address);
}

/** As the plan has them where nothing is known of money. */
function byGrowth({ bots, money }: Plan): readonly PlannedBot[] {
  const weighed = Object.values(bots).map((bot) => {
    const figures = money?.bots[bot.address];
    return { bot, by: figures === undefined ? new Big(0) : growth(figures) };
  });
  return weighed.toSorted((left, right) => right.by.cmp(left.by)).map(({ bot }) => bot);
}

interface Form {
  readonly pair: LadderPair | undefined;
  readonly level: 3 | 4;
  readonly isFolded: boolean;
}

function botArticle(bot: PlannedBot, steps: readonly Step[], money: BotMoney | undefined, form: Form): Markup {
  const which = bot.observed === null ? "new bot" : `bot ${bot.observed.id}`;
  const title = bot.observed?.fields.title ?? bot.title;
  // What a deal keeps is said below, setting by setting.
  const isKept = kept(bot).length > 0;
  const content = html`${steps.map((step) => stepBlock(isKept && step.action === "update" ? { ...step, warnings: [] } : step))}${figures(money)}${kept(bot)}${form.pair === undefined ? undefined : ladderFigures(form.pair, bot.address)}`;
  return html`<article class="bot">${heading(form.level, outside(bot.address))}
<p class="meta">${steps.map(({ action, deal }) => html`<span class="pill ${ACTIONS[action].mark.tone}">${stepName(action, deal?.id)}</span>`)}“${outside(title)}” · ${which} · ${outside(bot.accessTitle)}</p>
${form.isFolded ? html`<details><summary>What changes</summary>${content}</details>` : content}</article>`;
}

function stepBlock({ action, deal, reason, changes, warnings }: Step): Markup {
  const { takeProfit } = deal ?? {};
  return html`<p><b>${stepName(action, deal?.id)}</b>: ${outside(reason)}</p>
${takeProfit === undefined ? undefined : html`<p>percentTakeProfit: <span class="old">${takeProfit.before}</span> → <b>${takeProfit.after}</b></p>`}
${changes.length === 0 ? undefined : action === "create" ? settings(changes) : changed(changes)}
${warnings.map((text) => html`<p class="warn">${outside(text)}</p>`)}`;
}

function changed(changes: readonly FieldChange[]): Markup {
  return scrolling(
    "Changed settings",
    html`<table><caption><span>Changed settings</span></caption><thead><tr><th scope="col">Setting</th><th scope="col">Now</th><th scope="col">After</th></tr></thead><tbody>${changes.map(
      ({ field, before, after }) =>
        html`<tr><th scope="row">${field}</th><td class="old">${outside(showValue(before ?? null))}</td><td><b>${outside(showValue(after))}</b></td></tr>`,
    )}</tbody></table>`,
  );
}

/** A new bot's settings are read over, not compared. */
function settings(changes: readonly FieldChange[]): Markup {
  const rows = changes.filter(({ field }) => field !== "title");
  return html`<details><summary>${rows.length} settings</summary>${scrolling(
    "Settings",
    html`<table><caption><span>Settings of the new bot</span></caption><thead><tr><th scope="col">Setting</th><th scope="col">Value</th></tr></thead><tbody>${rows.map(
      ({ field, after }) => html`<tr><th scope="row">${field}</th><td>${outside(showValue(after))}</td></tr>`,
    )}</tbody></table>`,
  )}</details>`;
}

function figures(money: BotMoney | undefined): Markup | undefined {
  if (money === undefined) return undefined;
  const { before, after } = money;
  if (!isKnown(after)) return html`<p class="warn">Money: unknown without ${after.lacks.join(", ")}.</p>`;
  const old = before !== null && isKnown(before) ? before : undefined;
  const row = (name: string, value: Markup) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<dl class="figures">${row(`Worst case, ${after.quote}`, moved(old?.worstCase, after.worstCase))}${row("Margin", moved(old?.margin, after.margin))}${row("Cover", moved(old?.cover, after.cover, share))}${row("Loss when the last order fills", moved(old?.lossAtCover, after.lossAtCover))}${row("Liquidation", liquidationWords(old, after))}</dl>`;
}

function kept({ deals = [] }: PlannedBot): Markup[] {
  return deals
    .filter(({ keeps }) => keeps.length > 0)
    .map((deal) => html`<p class="warn">Running ${outside(keptText(deal))}.</p>`);
}
