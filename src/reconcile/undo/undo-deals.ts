// Undoes a run's steps about deals: a take profit goes back while its deal runs; nothing else can be undone.
import type { RunningDeal } from "../../model/deal/deal.js";
import { isOrderAt, isPlainlyAt, plannedDeal, signsOf } from "../../model/deal/take-profit.js";
import { ACTIONS, type DealAction, isDealAction } from "../../model/plan/actions.js";
import type { Plan, PlannedBot, Step } from "../../model/plan/plan.js";
import { planProblem } from "../../model/plan/plan-codes.js";
import { isLater, isPercent } from "../../model/plan/plan-deal.js";
import type { ServiceReader } from "../../model/ports.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import type { PastRun, PastStep } from "../ledger/history.js";
import { takeProfitStep } from "../plan/bot-change.js";
import { asItIs } from "../plan/direct-plan.js";
import { inOrder } from "../plan/planner.js";

/** Adds to the plan of the way back what the run did to deals. Reads only. Throws ServiceError when a read fails. */
export async function withDealsBack(
  plan: Plan,
  { begin }: PastRun,
  acted: readonly PastStep[],
  reader: ServiceReader,
): Promise<Plan> {
  const steps: Step[] = [];
  const diagnostics: Diagnostic[] = [];
  const bots: Record<string, PlannedBot> = { ...plan.bots };
  for (const { address, action, step } of acted) {
    const planned = begin.plan.bots[address];
    if (!isDealAction(action) || planned?.observed === undefined || planned.observed === null) continue;
    const back = backOf(action, step, await reader.runningDeals(planned.accessId));
    if (back === undefined) continue;
    if ("code" in back) diagnostics.push(back);
    else {
      const access = { id: planned.accessId, title: planned.accessTitle };
      const bot = bots[address] ?? asItIs({ address, access, live: await reader.bot(planned.observed.id) });
      bots[address] = withDeal(bot, back.deal);
      steps.push(back.step);
    }
  }
  return {
    ...plan,
    steps: inOrder([...plan.steps, ...steps]),
    bots,
    diagnostics: [...plan.diagnostics, ...diagnostics],
  };
}

/** The step that takes it back, the reason why there is none, or undefined if there is nothing to do. */
function backOf(
  action: DealAction,
  { address, deal: acted }: Step,
  running: readonly RunningDeal[],
): Diagnostic | { readonly step: Step; readonly deal: RunningDeal } | undefined {
  const { id, takeProfit } = acted ?? {};
  if (!ACTIONS[action].rules.undoable || takeProfit === undefined) {
    const which = id === undefined ? "a deal" : `deal ${id}`;
    return planProblem("plan/deal-stays", {
      summary: `that run ${ACTIONS[action].words.done} ${which}, which can't be undone`,
      remedy: "Check the deal and its position on the service and on the exchange.",
      address,
    });
  }
  const deal = running.find((one) => one.id === id);
  if (deal === undefined) {
    return planProblem("plan/deal-stays", {
      summary: `deal ${id ?? ""} is no longer running: that run changed its take profit, which can't be undone`,
      remedy: "There is nothing to do.",
      address,
    });
  }
  const { before, after } = takeProfit;
  const signs = signsOf(deal);
  // If only the order shows a change, the settings may still be those of the opening.
  const isOrderBack = isOrderAt(signs, before, [after]) === true && signs.percentTakeProfit !== after;
  // What was to come later may still come, so the old percentage is sent even where the deal shows it.
  if (!isLater(takeProfit) && (isPlainlyAt(signs, before, [after]) || isOrderBack)) return undefined;
  if (!isPercent(before)) {
    return planProblem("plan/no-way-back", {
      summary: `the take profit of deal ${deal.id} stays: no command can set it back to ${before} %`,
      remedy: "If it matters, set it on the service's website.",
      address,
    });
  }
  const step = takeProfitStep(address, deal, before, after);
  return {
    step: isLater(takeProfit) ? { ...step, reason: `that run asked for ${after} %, which may still come` } : step,
    deal,
  };
}

function withDeal(bot: PlannedBot, deal: RunningDeal): PlannedBot {
  const planned = plannedDeal(deal, bot.target);
  const keeps = planned.keeps.filter(({ field }) => field !== "percentTakeProfit");
  const others = (bot.deals ?? []).filter(({ id }) => id !== deal.id);
  return { ...bot, deals: [...others, { ...planned, keeps }].sort((left, right) => left.id - right.id) };
}
