// The page of a plan, in the order a trader needs: what changes, what it may cost, what to worry about, the steps, what it rests on.

import { isUndo } from "../../model/plan/plan.js";
import type { AssumptionFacts } from "../../model/risk/assumptions.js";
import type { AccountRisk } from "../../model/risk/risk.js";
import { counted } from "../../model/text/counted.js";
import { assumptionLines } from "../text/assumptions-text.js";
import { heading, html, type Markup, outside } from "./markup.js";
import { accountMoney, quotesOf } from "./money-account.js";
import { botsMoney } from "./money-bots.js";
import { page } from "./page.js";
import { shockFigure } from "./shock-chart.js";
import { botSteps } from "./steps.js";
import { blocks, planAlert, planLead, summaryTiles } from "./summary.js";
import type { FailedView, Making, PlanView } from "./view.js";
import { planWorries } from "./worries.js";
import { worryList } from "./worry-list.js";

/** The page of one account's plan. */
export function planPage(view: PlanView, making: Making): string {
  const { plan } = view;
  const worries = planWorries(plan);
  return page({
    title: `Plan of ${plan.account} · botform`,
    eyebrow: isUndo(plan) ? "Way back" : "Plan",
    name: plan.account,
    alert: planAlert(plan, worries),
    lead: planLead(plan, worries),
    links: [
      ["changes", "What will change"],
      ["cost", "What it may cost"],
      ["worries", "What to worry about"],
      ...(plan.steps.length === 0 ? [] : [["steps", "Steps"] as const]),
      ...(plan.money === undefined ? [] : [["assumptions", "Assumptions"] as const]),
    ],
    content: sections(view, 2, ""),
    making,
  });
}

/** The plans of several accounts on one page, each under its heading. */
export function plansPage(views: readonly (PlanView | FailedView)[], making: Making): string {
  const name = views.map(nameOf).join(", ");
  return page({
    title: `Plans of ${views.length} accounts · botform`,
    eyebrow: "Plan",
    name,
    alert: html`${views.map(accountAlert)}`,
    lead: `${counted(views.length, "account")}, one after another.`,
    links: views.map((view, index) => [`account-${index + 1}`, nameOf(view)] as const),
    content: views.map((view, index) => accountPart(view, index + 1)),
    making,
  });
}

function nameOf(view: PlanView | FailedView): string {
  return "plan" in view ? view.plan.account : view.account;
}

/** Why an account's plan won't be applied, if so; what stands in the way is under its heading. */
function accountAlert(view: PlanView | FailedView, index: number): Markup | undefined {
  const why = "plan" in view ? blocks(view.plan) : "Not planned.";
  if (why === undefined) return undefined;
  return html`<p><a href="#account-${index + 1}">${outside(nameOf(view))}</a>: <b class="bad">${why}</b></p>`;
}

function accountPart(view: PlanView | FailedView, number: number): Markup {
  const head = heading(2, outside(nameOf(view)), `account-${number}`);
  if (!("plan" in view))
    return html`<section>${head}<p class="bad"><b>Not planned:</b> ${outside(view.failure)}</p></section>`;
  const [worries, link] = [planWorries(view.plan), `worries-${number}`];
  return html`<section>${head}${planAlert(view.plan, worries, link)}<p class="lead">${planLead(view.plan, worries, link)}</p>${sections(view, 3, `-${number}`)}</section>`;
}

/** @param suffix of the ids, so that each stands once on a page */
function sections(view: PlanView, level: 2 | 3, suffix: string): Markup {
  const { plan } = view;
  const { money } = plan;
  const part = (id: string, name: string, content: Markup | undefined) =>
    html`<section>${heading(level, name, `${id}${suffix}`)}${content}</section>`;
  return html`${part("changes", "What will change", summaryTiles(plan))}
${part(
  "cost",
  "What it may cost",
  money === undefined
    ? html`<p>Unknown: this plan carries no figures in money.</p>`
    : html`${accountMoney(money.before, money.after)}${botsMoney(money.bots)}${shocks(money.before, money.after)}`,
)}
${part("worries", "What to worry about", worryList(planWorries(plan)))}
${plan.steps.length === 0 ? undefined : part("steps", "Steps", botSteps(view, level === 2 ? 3 : 4))}
${money === undefined ? undefined : part("assumptions", "Assumptions", assumptionList(money.assumptions))}`;
}

/** A chart for each quote asset. */
export function shocks(before: AccountRisk | undefined, after: AccountRisk): Markup[] {
  return quotesOf(before, after).flatMap(({ quote }) => {
    const of = (risk: AccountRisk) => risk.shocks.filter((shock) => shock.quote === quote);
    const figure = shockFigure(before === undefined ? undefined : of(before), of(after), quote);
    return figure === undefined ? [] : [figure];
  });
}

export function assumptionList(facts: AssumptionFacts): Markup {
  return html`<p>Every figure in money on this page rests on these:</p><ul class="small">${assumptionLines(facts).map((line) => html`<li>${outside(line)}</li>`)}</ul>`;
}
