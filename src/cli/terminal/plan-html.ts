// The page of one account's plan, or of several: the grids of its bots are worked out for the pictures, and drawn.

import type { SomeFields } from "../../model/bot/field.js";
import type { Plan, PlannedBot } from "../../model/plan/plan.js";
import type { Assumptions } from "../../model/risk/assumptions.js";
import { planPage, plansPage } from "../../render/html/plan-page.js";
import { drawnAddresses } from "../../render/html/steps.js";
import type { FailedView, LadderPair, Making, PlanView } from "../../render/html/view.js";
import type { Known } from "../../risk/known.js";
import { ladderOf } from "../../risk/ladder.js";

/** A plan, and what its figures in money were worked out from; without that there are no pictures. */
export interface Pictured {
  readonly made: Plan;
  readonly assumptions: Assumptions;
  readonly known: Known | undefined;
}

export function planHtml(pictured: Pictured, now: number): string {
  return planPage(viewOf(pictured), makingAt(now));
}

export function plansHtml(all: readonly (Pictured | FailedView)[], now: number): string {
  const views = all.map((one) => ("made" in one ? viewOf(one) : one));
  return plansPage(views, makingAt(now));
}

/** @param now milliseconds since the epoch */
export function makingAt(now: number): Making {
  return { at: new Date(now).toISOString(), toolVersion: BOTFORM_VERSION };
}

function viewOf({ made, assumptions, known }: Pictured): PlanView {
  if (known === undefined || made.money === undefined) return { plan: made, ladders: {} };
  const drawn = new Set(drawnAddresses(made));
  const ladders = Object.values(made.bots)
    .filter(({ address }) => drawn.has(address))
    .map((bot) => [bot.address, pairOf(bot, made, known, assumptions)] as const);
  return { plan: made, ladders: Object.fromEntries(ladders) };
}

function pairOf(
  { address, observed, target }: PlannedBot,
  plan: Plan,
  known: Known,
  assumptions: Assumptions,
): LadderPair {
  const drawn = (fields: SomeFields) => {
    const ladder = ladderOf(fields, true, known, assumptions);
    return "grid" in ladder ? ladder : undefined;
  };
  const isChanged = plan.steps.some((step) => step.address === address && step.changes.length > 0);
  const before = observed === null ? undefined : drawn(observed.fields);
  return { before, after: isChanged || observed === null ? drawn(target) : before };
}
