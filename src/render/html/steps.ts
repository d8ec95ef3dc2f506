// The steps of each bot: what is done and why, old and new fields, what it may cost, and its price ladders.
import { ACTIONS } from "../../model/plan/actions.js";
import type { FieldChange, Plan } from "../../model/plan/plan.js";
import type { LadderPair } from "../../model/risk/ladder.js";
import { type BotMoney, isKnown } from "../../model/risk/risk.js";
import { botFigures, riskBefore } from "../money-facts.js";
import { type BotOutline, botsByGrowth, type PlanOutline, type StepOutline } from "../plan-facts.js";
import { showValue } from "../text/value.js";
import { ladderFigures } from "./ladder-figure.js";
import { heading, html, type Markup, moved, outside, share, table } from "./markup.js";
import { liquidationMarkup, marginMarkup } from "./money.js";

/** So many bots stand open. */
const OPEN = 12;
/** Pictures are the heaviest part of a page; nobody looks at a hundred. */
export const MOST_LADDERS = 40;

/** @param level of a bot's heading */
export function botSteps(
  { plan, bots }: PlanOutline,
  ladders: Readonly<Record<string, LadderPair>>,
  level: 3 | 4,
): Markup {
  const drawn = Object.keys(ladders).length;
  const isPartly = drawn > 0 && bots.length > MOST_LADDERS;
  const articles = bots.map((one, index) => {
    return botArticle(one, { pair: ladders[one.bot.address], level, isFolded: index >= OPEN });
  });
  return html`${bots.length > 1 && plan.money !== undefined ? html`<p class="soft">Bots whose risk grows most come first.</p>` : undefined}${isPartly ? html`<p class="soft">Only the first ${drawn} have a price ladder; <code>botform risk ADDRESS</code> prints the others.</p>` : undefined}${articles}`;
}

/** The bots whose ladders are to be drawn. */
export function drawnAddresses(plan: Plan): readonly string[] {
  return botsByGrowth(plan)
    .slice(0, MOST_LADDERS)
    .map(({ bot }) => bot.address);
}

interface Form {
  readonly pair: LadderPair | undefined;
  readonly level: 3 | 4;
  readonly isFolded: boolean;
}

function botArticle({ bot, title, which, steps, money, kept }: BotOutline, { pair, level, isFolded }: Form): Markup {
  const content = html`${steps.map((one) => stepBlock(one, kept.length > 0))}${figures(money)}${kept.map((text) => html`<p class="warn">Running ${outside(text)}.</p>`)}${pair === undefined ? undefined : ladderFigures(pair, bot.address)}`;
  return html`<article class="bot">${heading(level, outside(bot.address))}
<p class="meta">${steps.map(({ name, step }) => html`<span class="pill ${ACTIONS[step.action].mark.tone}">${name}</span>`)}“${outside(title)}” · ${which} · ${outside(bot.accessTitle)}</p>
${isFolded ? html`<details><summary>What changes</summary>${content}</details>` : content}</article>`;
}

/** What a deal keeps is said below, setting by setting. */
function stepBlock({ step: { action, reason, warnings }, name, rows }: StepOutline, hasKept: boolean): Markup {
  const shown = action === "update" && hasKept ? [] : warnings;
  const settled = action === "create" ? settings(rows) : action === "take-profit" ? rows.map(inLine) : changed(rows);
  return html`<p><b>${name}</b>: ${outside(reason)}</p>
${rows.length === 0 ? undefined : settled}
${shown.map((text) => html`<p class="warn">${outside(text)}</p>`)}`;
}

function inLine({ field, before, after }: FieldChange): Markup {
  return html`<p>${field}: <span class="old">${showValue(before ?? null)}</span> → <b>${showValue(after)}</b></p>`;
}

function changed(rows: readonly FieldChange[]): Markup {
  const cells = rows.map(({ field, before, after }) => {
    return [field, outside(showValue(before ?? null)), html`<b>${outside(showValue(after))}</b>`];
  });
  return table([["Setting"], ["Now", "old"], ["After"]], cells, { label: "Changed settings" });
}

/** A new bot's settings are read over, not compared. */
function settings(rows: readonly FieldChange[]): Markup {
  const cells = rows.map(({ field, after }) => [field, outside(showValue(after))]);
  const words = { label: "Settings", caption: "Settings of the new bot" };
  return html`<details><summary>${rows.length} settings</summary>${table([["Setting"], ["Value"]], cells, words)}</details>`;
}

function figures(money: BotMoney | undefined): Markup | undefined {
  if (money === undefined) return undefined;
  const { after } = money;
  if (!isKnown(after)) return html`<p class="warn">Money: unknown without ${after.lacks.join(", ")}.</p>`;
  const [old, most] = [riskBefore(money), botFigures(money)];
  const words = most?.isOnceOn === true ? "Once on, position at most" : "Position at most";
  const rows: readonly (readonly [string, Markup])[] = [
    ...(most === undefined
      ? []
      : ([
          [`${words}, ${after.quote}`, moved(most.before?.position, most.after.position)],
          ["Margin to hold", marginMarkup(most)],
        ] as const)),
    ["Cover", moved(old?.cover, after.cover, share)],
    ["Loss at the grid's end", moved(old?.lossAtEnd, after.lossAtEnd)],
    ["Liquidation", liquidationMarkup(after, old)],
  ];
  return html`<dl class="figures">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
