// The steps of each bot: what is done and why, old and new fields, what it may cost, and its price ladders.
import { ACTIONS } from "../../model/plan/actions.js";
import type { FieldChange, Plan } from "../../model/plan/plan.js";
import type { LadderPair } from "../../model/risk/ladder.js";
import { type BotMoney, isKnown } from "../../model/risk/risk.js";
import { counted } from "../../model/text/counted.js";
import { namesText } from "../../model/text/named.js";
import { keptTexts } from "../highlights.js";
import { botFigures, lossBefore, riskBefore } from "../money-facts.js";
import { type BotOutline, botsByGrowth, type PlanOutline, type StepOutline, whyOf } from "../plan-facts.js";
import {
  alike,
  commonSteps,
  firstOf,
  groupsOf,
  isDoomed,
  isNew,
  otherwiseTexts,
  worstOf,
} from "../text/plan-groups.js";
import { showValue } from "../text/value.js";
import { ladderFigures } from "./ladder-figure.js";
import { heading, html, type Markup, moved, outside, share, table, words } from "./markup.js";
import { isWithoutGrid, liquidationMarkup, marginMarkup, NO_GRID } from "./money.js";

/** So many bots or groups stand open. */
const OPEN = 12;
/** Warnings of a group that stand open. */
const MOST_REMARKS = 3;
/** Pictures are the heaviest part of a page; nobody looks at a hundred. */
export const MOST_LADDERS = 40;

interface Form {
  readonly ladders: Readonly<Record<string, LadderPair>>;
  /** Of a bot's heading. */
  readonly level: 3 | 4;
  readonly suffix: string;
}

/** Bots with the same change stand together. @param suffix of the ids */
export function botSteps(
  { plan, bots }: PlanOutline,
  ladders: Readonly<Record<string, LadderPair>>,
  level: 3 | 4,
  suffix = "",
): Markup {
  if (bots.length === 0) return html`<p>Nothing.</p>`;
  const drawn = Object.keys(ladders).length;
  const isPartly = drawn > 0 && bots.length > MOST_LADDERS;
  const form = { ladders, level, suffix };
  const articles = groupsOf(bots).map((group, index) => groupArticle(group, index, form));
  return html`${articles.length > 1 && plan.money !== undefined ? html`<p class="soft">Bots whose risk grows most come first.</p>` : undefined}${isPartly ? html`<p class="soft">Only the first ${drawn} have a price ladder; <code>botform risk ADDRESS</code> prints the others.</p>` : undefined}${articles}`;
}

/** Where each bot's change stands, by its address. */
export function anchorsOf(bots: readonly BotOutline[], suffix: string): ReadonlyMap<string, string> {
  return new Map(
    groupsOf(bots).flatMap((group, index) => group.map(({ bot }) => [bot.address, anchorOf(index, suffix)] as const)),
  );
}

function anchorOf(index: number, suffix: string): string {
  return `bots-${index + 1}${suffix}`;
}

/** The bots whose ladders are to be drawn. */
export function drawnAddresses(plan: Plan): readonly string[] {
  return botsByGrowth(plan)
    .slice(0, MOST_LADDERS)
    .map(({ bot }) => bot.address);
}

function groupArticle(group: readonly BotOutline[], index: number, form: Form): Markup {
  const [first, second] = group;
  if (first === undefined) return html``;
  const { bot, title, which, steps } = first;
  const [name, who, content] =
    second === undefined
      ? [outside(bot.address), html`“${outside(title)}” · ${which} · `, botContent(first, form)]
      : [counted(group.length, isNew(group) ? "new bot" : "bot"), undefined, groupContent(group, form)];
  return html`<article class="bot">${heading(form.level, name, anchorOf(index, form.suffix))}
<p class="meta">${steps.map((one) => html`<span class="pill ${ACTIONS[one.step.action].mark.tone}">${one.name}</span>`)}${who}${outside(bot.accessTitle)}</p>
${index < OPEN ? content : html`<details><summary>What changes</summary>${content}</details>`}</article>`;
}

function botContent({ bot, steps, money, kept }: BotOutline, { ladders }: Form): Markup {
  const pair = ladders[bot.address];
  const pictures = pair === undefined ? undefined : ladderFigures(pair, bot.address);
  return html`${steps.map(stepBlock)}${figures(money)}${kept.map((text) => html`<p class="warn">Running ${words(text)}.</p>`)}${pictures && html`<details class="screen"><summary>Price ladder</summary>${pictures}</details>`}`;
}

/** What all have in common, the figures of the one that puts most more at risk, and each by itself folded. */
function groupContent(group: readonly BotOutline[], form: Form): Markup {
  const created = group.map(({ steps }) => steps.flatMap(({ step, rows }) => (step.action === "create" ? rows : [])));
  const common = isNew(group) ? newSettings(group, alike(created)) : commonSteps(group).map(stepBlock);
  const all = group.map(({ bot, money }) => ({ bot, money, figures: figures(money) }));
  const worst = worstOf(all);
  const isSame = all.every((one) => one.figures?.text === worst?.figures?.text);
  const warnings = new Set(group.flatMap(({ steps }) => steps.flatMap(({ step }) => step.warnings)));
  const kept = keptTexts(group.map(({ bot }) => bot));
  const each = group.map(
    (one) =>
      html`<details><summary>${outside(one.bot.address)}</summary><p class="meta">“${outside(one.title)}” · ${one.which}</p>${botContent(isNew(group) ? one : { ...one, steps: [] }, form)}</details>`,
  );
  return html`<p>${outside(namesText(group.map(({ bot }) => bot.address)))}</p>${common}${worst?.figures && html`<p class="soft">${isSame ? "Each:" : html`${isDoomed(worst.money) ? "Worst" : "Most"} in ${outside(worst.bot.address)}:`}</p>${worst.figures}`}${[...warnings].slice(0, MOST_REMARKS).map((text) => html`<p class="warn">${words(text)}</p>`)}${kept.slice(0, MOST_REMARKS).map((text) => html`<p class="warn">${words(text)}.</p>`)}<details class="screen"><summary>Each of the ${group.length}, with its price ladder</summary>${each}</details>`;
}

/** What most of the new bots share, and what each has otherwise. */
function newSettings(group: readonly BotOutline[], { shared, own }: ReturnType<typeof alike>): Markup {
  const { first, more } = firstOf(group);
  const each = first.map(({ bot }, index) => {
    const texts = otherwiseTexts(own[index]);
    return html`<li>${outside(bot.address)}${texts.length === 0 ? undefined : html`: <b>${outside(texts.join(" · "))}</b>`}</li>`;
  });
  return html`${shared.length === 0 ? undefined : settings(shared, "that most of them share")}<ul class="small">${each}${more === 0 ? undefined : html`<li>and ${more} more, below</li>`}</ul>`;
}

function stepBlock(outline: StepOutline): Markup {
  const { step, name, rows } = outline;
  const { action, warnings } = step;
  const reason = whyOf(outline);
  const settled =
    action === "create" ? settings(rows) : action === "take-profit" ? rows.map(inLine) : changed(rows, step.address);
  return html`<p><b>${name}</b>${reason === undefined ? undefined : html`: ${words(reason)}`}</p>
${rows.length === 0 ? undefined : settled}
${warnings.map((text) => html`<p class="warn">${words(text)}</p>`)}`;
}

function inLine({ field, before, after }: FieldChange): Markup {
  return html`<p>${field}: <span class="old">${showValue(before ?? null)}</span> → <b>${showValue(after)}</b></p>`;
}

function changed(rows: readonly FieldChange[], address: string): Markup {
  const cells = rows.map(({ field, before, after }) => {
    return [field, outside(showValue(before ?? null)), html`<b>${outside(showValue(after))}</b>`];
  });
  return table([["Setting"], ["Now", "old"], ["After"]], cells, {
    label: `Changed settings of ${address}`,
    caption: "Changed settings",
  });
}

/** A new bot's settings are read over, not compared. */
function settings(rows: readonly FieldChange[], whose = "of the new bot"): Markup {
  const each = rows.map(
    ({ field, after }, index) => html`${index === 0 ? "" : " · "}${field} <b>${outside(showValue(after))}</b>`,
  );
  return html`<p class="small">Settings ${whose}: ${each}</p>`;
}

function figures(money: BotMoney | undefined): Markup | undefined {
  if (money === undefined) return undefined;
  const { after } = money;
  if (!isKnown(after)) return html`<p class="warn">Money: unknown without ${after.lacks.join(", ")}.</p>`;
  const [old, most] = [riskBefore(money), botFigures(money)];
  const name = most?.isOnceOn === true ? "Once on, position at most" : "Position at most";
  const rows: readonly (readonly [string, Markup])[] = [
    ...(most === undefined
      ? []
      : ([
          [`${name}, ${after.quote}`, moved(most.before?.position, most.after.position)],
          ["Initial margin", marginMarkup(most)],
        ] as const)),
    ...(isWithoutGrid(after, old)
      ? ([["Cover", NO_GRID]] as const)
      : ([
          ["Cover", moved(old?.cover, after.cover, share)],
          ["Loss at the grid's end", moved(lossBefore(money, most), after.lossAtEnd)],
        ] as const)),
    ["Liquidation, orders", liquidationMarkup(after, old)],
  ];
  return html`<dl class="figures">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
