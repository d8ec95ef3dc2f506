// The page of a plan: what decides in the first screen, then what changes, what it may cost, all that needs attention, and what it rests on.
import { countSteps, isIdle, isUndo, type Plan } from "../../model/plan/plan.js";
import type { AssumptionFacts } from "../../model/risk/assumptions.js";
import type { LadderPair } from "../../model/risk/ladder.js";
import { counted } from "../../model/text/counted.js";
import { namesText } from "../../model/text/named.js";
import { accountTable } from "../account-rows.js";
import { accountGroups, type HighlightGroup } from "../highlight.js";
import { quotesMoney, type Totals } from "../money-facts.js";
import type { Next } from "../next.js";
import { type Beside, freeText, originText, outlineOf, type PlanOutline } from "../plan-facts.js";
import { assumptionLines } from "../text/money-text.js";
import { stepCounts } from "../text/plan-text.js";
import { highlightAlert, highlightLines, highlightList } from "./highlights.js";
import { type Column, heading, html, type Markup, nextBlock, outside, table, unbroken, words } from "./markup.js";
import { accountMoney, areTotalsStill, botsMoney, groupsMoney } from "./money.js";
import { type Making, type PageParts, page } from "./page.js";
import { replayContent } from "./plan-replay.js";
import { shockFigure } from "./shock-chart.js";
import { anchorsOf, botSteps } from "./steps.js";

export interface PlanView extends Beside {
  readonly plan: Plan;
  /** By address; a bot may be left out. */
  readonly ladders: Readonly<Record<string, LadderPair>>;
}

/** An account that couldn't be planned. */
export interface FailedView {
  readonly account: string;
  readonly failure: string;
}

/** The page of one account's plan. */
export function planPage(view: PlanView, making: Making, next?: Next): string {
  return page({ ...planParts(view, next), making });
}

/** What it holds, for a page with a frame of its own, too. */
export function planParts(view: PlanView, next?: Next): Omit<PageParts, "making"> {
  const { plan } = view;
  const outline = outlineOf(plan, view);
  return {
    title: `Plan of ${plan.account} · botform`,
    eyebrow: isUndo(plan) ? "Undo plan" : "Plan",
    name: plan.account,
    alert: html`${alertOf(outline, "")}`,
    lead: leadOf(outline),
    decision: html`${freeLine(outline)}${decisionOf(outline, "")}${wayOf(outline, next)}`,
    links: [
      ["changes", "What will change"],
      ["cost", "What it may cost"],
      ...(view.replay === undefined ? [] : [["replay", "Replay on past prices"] as const]),
      ["warnings", "What needs attention"],
      ...(plan.money === undefined ? [] : [["assumptions", "Assumptions"] as const]),
    ],
    content: sections(outline, view, 2, ""),
  };
}

/** The plans of several accounts on one page: a table of all, what is serious in any, then each under its heading. */
export function plansPage(views: readonly (PlanView | FailedView)[], making: Making, next?: Next): string {
  const parts = views.map((view, index) => accountPart(view, `account-${index + 1}`));
  const plans = views.flatMap((view) => ("plan" in view ? view.plan : []));
  const groups = accountGroups(parts);
  const blocked = parts.flatMap(({ account, isBlocked }) => (isBlocked ? [account] : []));
  const steps = stepCounts(countSteps({ steps: plans.flatMap((plan) => plan.steps) })).join(", ");
  return page({
    title: `Plans of ${views.length} accounts · botform`,
    eyebrow: "Plan",
    name: namesText(
      parts.map(({ account }) => account),
      MOST_NAMES,
    ),
    lead: `${counted(views.length, "account")}: ${steps || "nothing changes"}.`,
    decision: html`${accountsTable(views)}${allAlert(groups, blocked)}${highlightLines(groups, "account-1", NOWHERE)}${next && nextBlock(next)}`,
    links: parts.map(({ id, account }) => [id, account] as const),
    content: parts.map(({ content }) => content),
    making,
  });
}

/** Bots are linked in their accounts' sections. */
const NOWHERE: ReadonlyMap<string, string> = new Map();

function allAlert(groups: readonly HighlightGroup[], blocked: readonly string[]): Markup | undefined {
  if (blocked.length === 0 && groups[0]?.weight !== "bad") return undefined;
  const sentence =
    blocked.length === 0 ? "Serious, but it doesn't block the apply:" : `Apply is blocked: ${namesText(blocked)}.`;
  return highlightAlert(sentence, groups, NOWHERE);
}

/** Of accounts in a heading. */
export const MOST_NAMES = 6;

function accountsTable(views: readonly (PlanView | FailedView)[]): Markup {
  const all = views.map((view) => ("plan" in view ? { account: view.plan.account, ...view } : view));
  const { heads, rows } = accountTable(all);
  const last = heads.length - 3;
  const columns = heads.map((head, index): Column => (index > 0 && index !== last ? [head, "n"] : [head]));
  const cells = rows.map(({ account, counts, blockedBy, margin, loss }, index) => [
    html`<a href="#account-${index + 1}">${outside(account)}</a>`,
    ...counts,
    blockedBy === "no" ? blockedBy : html`<b class="bad">${blockedBy}</b>`,
    ...[unbroken(margin), unbroken(loss)],
  ]);
  return table(columns, cells, { label: "Every account, every order filled", isStacked: true });
}

interface AccountPart {
  readonly id: string;
  readonly account: string;
  readonly isBlocked: boolean;
  readonly groups: readonly HighlightGroup[];
  readonly content: Markup;
}

function accountPart(view: PlanView | FailedView, id: string): AccountPart {
  const section = (account: string, content: Markup) =>
    html`<section>${heading(2, outside(account), id)}${content}</section>`;
  if (!("plan" in view)) {
    const { account, failure } = view;
    const content = html`<p class="bad"><b>Not planned:</b> ${words(failure)}</p>`;
    const group: HighlightGroup = { weight: "bad", text: `not planned: ${failure}`, members: [], isSame: true };
    return { id, account, isBlocked: true, groups: [group], content: section(account, content) };
  }
  const { account } = view.plan;
  const suffix = id.replace("account", "");
  const own = outlineOf(view.plan, view);
  const outline = { ...own, groups: accountGroups([{ account, groups: own.groups }]) };
  const content = html`${alertOf(outline, suffix)}<p class="lead">${leadOf(outline)}</p>${decisionOf(outline, suffix)}${sections(outline, view, 3, suffix)}`;
  return { id, account, isBlocked: own.blocked !== undefined, groups: own.groups, content: section(account, content) };
}

/** @param suffix of the ids, so that each stands once on a page */
function sections(outline: PlanOutline, { ladders, replay }: PlanView, level: 2 | 3, suffix: string): Markup {
  const { plan, groups } = outline;
  const { money } = plan;
  const part = (id: string, name: string, content: Markup | undefined) =>
    html`<section>${heading(level, name, `${id}${suffix}`)}${content}</section>`;
  return html`${part("changes", "What will change", botSteps(outline, ladders, level === 2 ? 3 : 4, suffix))}
${part(
  "cost",
  "What it may cost",
  money === undefined
    ? html`<p>Unknown: this plan has no figures in money.</p>`
    : html`${botsMoney(money.bots)}${groupsMoney(money)}${shocks(money)}`,
)}
${replay === undefined ? undefined : html`${part("replay", "Replay on past prices", replayContent(replay))}\n`}${part("warnings", "What needs attention", highlightList(groups))}
${money === undefined ? undefined : part("assumptions", "Assumptions", assumptionList(money.assumptions))}`;
}

/** A chart for each quote asset. */
export function shocks(totals: Totals): Markup[] {
  return quotesMoney(totals).flatMap((quote) => shockFigure(quote) ?? []);
}

export function assumptionList(facts: AssumptionFacts): Markup {
  return html`<details><summary>Every figure in money on this page is based on these assumptions</summary><ul class="small">${assumptionLines(facts).map((line) => html`<li>${outside(line)}</li>`)}</ul></details>`;
}

/** The plan in one breath. */
function leadOf({ plan, host, lead, limits }: PlanOutline): Markup {
  const text = originText(plan);
  const where = text === "" ? undefined : html`<span class="soft">${outside(text)}:</span> `;
  return html`${host?.isNew === true ? html`<b class="bad">${outside(host.text)}.</b> ` : undefined}${where}${words(lead)}${limits === undefined ? undefined : html` Limits: ${words(limits)}.`}`;
}

/** What each of a few bots gets. */
function updatesOf({ updates }: PlanOutline): Markup | undefined {
  return updates.length === 0
    ? undefined
    : html`<ul class="small">${updates.map((text) => html`<li>${words(text)}</li>`)}</ul>`;
}

/** What becomes of the rest. */
function besidesOf(besides: readonly string[]): Markup | undefined {
  return besides.length === 0 ? undefined : html`<p class="small">${words(besides.join(" "))}</p>`;
}

function freeLine(outline: PlanOutline): Markup | undefined {
  const text = freeText(outline);
  return text === undefined ? undefined : html`<p class="small">${text}</p>`;
}

/** What to type stands below what decides about it. */
function wayOf(outline: PlanOutline, next: Next | undefined): Markup | undefined {
  return next !== undefined && (next.isBlocked || freeText(outline) !== undefined) ? nextBlock(next) : undefined;
}

/** What keeps the plan from being applied stands before all else, and whatever else is serious. */
function alertOf({ plan, blockedAbove: blocked, groups, bots }: PlanOutline, suffix: string): Markup | undefined {
  if (blocked === undefined && groups[0]?.weight !== "bad") return undefined;
  const sentence = blocked ?? (isIdle(plan) ? "Serious:" : "Serious, but it doesn't block the apply:");
  return highlightAlert(sentence, groups, anchorsOf(bots, suffix), blocked !== undefined);
}

/** Its grade, what is known to be left alone, and what couldn't be seen. */
function certainty({ assured, grade, notKnown }: PlanOutline, suffix: string): Markup {
  return html`${grade === undefined ? undefined : html`<p class="small"><b>Grade:</b> ${words(grade)}.</p>`}${assured === "" ? undefined : html`<p class="small good">${assured}</p>`}${notKnown.length === 0 ? undefined : html`<p class="small"><b class="warn">Not known:</b> ${words(namesText(notKnown, MOST_UNKNOWN, "; "))}. <a href="#warnings${suffix}">To find out</a></p>`}`;
}

const MOST_UNKNOWN = 3;

function decisionOf(outline: PlanOutline, suffix: string): Markup {
  const { plan, bots, blocked, unplanned, notKnown } = outline;
  const { money, steps } = plan;
  // What isn't known stands above them.
  const groups = outline.groups.filter(({ text, weight }) => weight === "bad" || !notKnown.includes(text));
  const figures = money === undefined || steps.length === 0 ? undefined : accountMoney(money);
  const left = unplanned && html`<p class="bad">${words(unplanned)}</p>`;
  const lines = highlightLines(groups, `warnings${suffix}`, anchorsOf(bots, suffix), blocked !== undefined);
  // What somebody has done by hand, and is overwritten, stands before what it comes to.
  const isOutside = plan.diagnostics.some(({ code }) => code === "plan/changed-outside");
  const [first, ...others] = outline.besides;
  const outside = isOutside && first !== undefined ? html`<p class="small">${words(first)}</p>` : undefined;
  const rest = [besidesOf(isOutside ? others : outline.besides), certainty(outline, suffix), lines];
  // Totals that stay as they are tell less than what changes.
  return html`${left}${updatesOf(outline)}${outside}${money !== undefined && areTotalsStill(money) ? [...rest, figures] : [figures, ...rest]}`;
}
