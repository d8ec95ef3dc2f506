// The page of a plan, in the order a trader needs: what changes, what it may cost, warnings, the steps, what it rests on.
import { ACTIONS, type Action } from "../../model/plan/actions.js";
import { isUndo, type Plan } from "../../model/plan/plan.js";
import type { AssumptionFacts } from "../../model/risk/assumptions.js";
import type { LadderPair } from "../../model/risk/ladder.js";
import type { AccountRisk } from "../../model/risk/risk.js";
import { counted } from "../../model/text/counted.js";
import { quotesMoney } from "../money-facts.js";
import { outlineOf, type PlanOutline } from "../plan-facts.js";
import { assumptionLines } from "../text/money-text.js";
import { highlightAlert, highlightLink, highlightList } from "./highlights.js";
import { heading, html, type Markup, outside, sum } from "./markup.js";
import { accountMoney, botsMoney } from "./money.js";
import { type Making, page } from "./page.js";
import { shockFigure } from "./shock-chart.js";
import { botSteps } from "./steps.js";

export interface PlanView {
  readonly plan: Plan;
  /** Why apply would refuse it, if something beside the plan is the reason. */
  readonly refused?: string;
  /** By address; a bot may be left out. */
  readonly ladders: Readonly<Record<string, LadderPair>>;
}

/** An account that couldn't be planned. */
export interface FailedView {
  readonly account: string;
  readonly failure: string;
}

/** The page of one account's plan. */
export function planPage(view: PlanView, making: Making): string {
  const { plan } = view;
  const outline = outlineOf(plan, view.refused);
  return page({
    title: `Plan of ${plan.account} · botform`,
    eyebrow: isUndo(plan) ? "Undo plan" : "Plan",
    name: plan.account,
    alert: alertOf(outline),
    lead: leadOf(outline),
    links: [
      ["changes", "What will change"],
      ["cost", "What it may cost"],
      ["warnings", "What needs attention"],
      ...(plan.steps.length === 0 ? [] : [["steps", "Steps"] as const]),
      ...(plan.money === undefined ? [] : [["assumptions", "Assumptions"] as const]),
    ],
    content: sections(outline, view, 2, ""),
    making,
  });
}

/** The plans of several accounts on one page, each under its heading. */
export function plansPage(views: readonly (PlanView | FailedView)[], making: Making): string {
  const parts = views.map((view, index) => accountPart(view, index + 1));
  return page({
    title: `Plans of ${views.length} accounts · botform`,
    eyebrow: "Plan",
    name: parts.map(({ name }) => name).join(", "),
    alert: html`${parts.map(({ alert }) => alert)}`,
    lead: `${counted(views.length, "account")}, one after another.`,
    links: parts.map(({ id, name }) => [id, name] as const),
    content: parts.map(({ content }) => content),
    making,
  });
}

interface AccountPart {
  readonly id: string;
  readonly name: string;
  /** Why an account's plan won't be applied, if so; what stands in the way is under its heading. */
  readonly alert: Markup | undefined;
  readonly content: Markup;
}

function accountPart(view: PlanView | FailedView, number: number): AccountPart {
  const id = `account-${number}`;
  const part = (name: string, why: string | undefined, content: Markup): AccountPart => ({
    ...{ id, name },
    alert:
      why === undefined ? undefined : html`<p><a href="#${id}">${outside(name)}</a>: <b class="bad">${why}</b></p>`,
    content: html`<section>${heading(2, outside(name), id)}${content}</section>`,
  });
  if (!("plan" in view))
    return part(view.account, "Not planned.", html`<p class="bad"><b>Not planned:</b> ${outside(view.failure)}</p>`);
  const [outline, link] = [outlineOf(view.plan, view.refused), `warnings-${number}`];
  const content = html`${alertOf(outline, link)}<p class="lead">${leadOf(outline, link)}</p>${sections(outline, view, 3, `-${number}`)}`;
  return part(view.plan.account, outline.blocked, content);
}

/** @param suffix of the ids, so that each stands once on a page */
function sections(outline: PlanOutline, { ladders }: PlanView, level: 2 | 3, suffix: string): Markup {
  const { plan, highlights } = outline;
  const { money } = plan;
  const part = (id: string, name: string, content: Markup | undefined) =>
    html`<section>${heading(level, name, `${id}${suffix}`)}${content}</section>`;
  return html`${part("changes", "What will change", summaryTiles(outline))}
${part(
  "cost",
  "What it may cost",
  money === undefined
    ? html`<p>Unknown: this plan has no figures in money.</p>`
    : html`${accountMoney(money.before, money.after)}${botsMoney(money.bots)}${shocks(money.before, money.after)}`,
)}
${part("warnings", "What needs attention", highlightList(highlights))}
${plan.steps.length === 0 ? undefined : part("steps", "Steps", botSteps(outline, ladders, level === 2 ? 3 : 4))}
${money === undefined ? undefined : part("assumptions", "Assumptions", assumptionList(money.assumptions))}`;
}

/** A chart for each quote asset. */
export function shocks(before: AccountRisk | undefined, after: AccountRisk): Markup[] {
  return quotesMoney(before, after).flatMap((quote) => shockFigure(quote) ?? []);
}

export function assumptionList(facts: AssumptionFacts): Markup {
  return html`<p>Every figure in money on this page is based on these assumptions:</p><ul class="small">${assumptionLines(facts).map((line) => html`<li>${outside(line)}</li>`)}</ul>`;
}

function summaryTiles({ plan, counts }: PlanOutline): Markup {
  const tiles = counts.map(([action, count]) => {
    const { words, mark } = ACTIONS[action];
    return tile(count, words.summary, mark.tone, namesOf(plan, action));
  });
  const rest = [
    tile(plan.unchanged, "unchanged", "soft"),
    ...(plan.undeclared.length > 0 ? [tile(plan.undeclared.length, "live, not in the configuration", "soft")] : []),
  ];
  return html`<ul class="tiles">${tiles}${rest}</ul>`;
}

function tile(figure: number, label: string, kind: string, names?: Markup): Markup {
  return html`<li><div class="figure ${kind}">${figure}</div><div class="label">${label}</div>${names}</li>`;
}

/** Named on a tile. */
const NAMED = 4;

/** The keys of the bots, the account being in the heading. */
function namesOf({ steps, account }: Plan, action: Action): Markup {
  const addresses = [...new Set(steps.flatMap((step) => (step.action === action ? [step.address] : [])))];
  const keys = addresses.map((one) => (one.startsWith(`${account}/`) ? one.slice(account.length + 1) : one));
  const shown = keys.slice(0, NAMED).map((key, index) => html`${index === 0 ? "" : ", "}${outside(key)}`);
  const more = keys.length - NAMED;
  return html`<div class="small soft">${shown}${more > 0 ? ` and ${more} more` : ""}</div>`;
}

/** The page in one breath: what changes, what it may cost, and whether there are warnings. */
function leadOf({ plan, host, bots, limits, highlights }: PlanOutline, link = "warnings"): Markup {
  const touched = bots.length;
  const { lifted = [] } = plan;
  const change =
    plan.steps.length === 0
      ? lifted.length === 0
        ? "Nothing changes."
        : `Protection is lifted of ${counted(lifted.length, "bot")}; nothing else changes.`
      : `${counted(touched, "bot")} of ${plan.unchanged + touched} ${touched === 1 ? "changes" : "change"}.`;
  const where = host === undefined ? undefined : html`${outside(plan.account)}, ${outside(host.text)}: `;
  return html`${host?.isNew === true ? html`<b class="bad">${outside(host.text)}.</b> ` : where}${change} ${costs(plan)}${limits === undefined ? undefined : html`Limits: ${outside(limits)}. `}${highlightLink(highlights, link)}`;
}

/** What keeps the plan from being applied stands before all else, and whatever else is serious. */
function alertOf({ blocked, highlights }: PlanOutline, link = "warnings"): Markup | undefined {
  return highlightAlert(blocked ?? "Serious, but it doesn't block the apply:", highlights, link);
}

function costs({ money, steps }: Plan): Markup | undefined {
  if (money === undefined || steps.length === 0) return undefined;
  const parts = quotesMoney(money.before, money.after).flatMap(({ after: { quote, position, margin }, was }) => {
    const [old, oldMargin] = [was((one) => one.position) ?? "0", was((one) => one.margin) ?? "0"];
    if (sum(old) === sum(position) && sum(oldMargin) === sum(margin)) return [];
    return [
      html`Position at most: ${sum(old)} → <b>${sum(position)} ${quote}</b>, with a margin to hold of ${sum(oldMargin)} → <b>${sum(margin)}</b>. `,
    ];
  });
  return parts.length === 0 ? html`What the bots may tie up stays as it is. ` : html`${parts}`;
}
