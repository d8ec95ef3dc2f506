// The parts of a plan about one bot and its running deals: steps with their wording, and problems with their place in the files.
import type { ObservedBot } from "../../model/bot/bot.js";
import type { Desired, DesiredBot } from "../../model/bot/desired.js";
import type { FieldName, FieldValue, SomeFields } from "../../model/bot/field.js";
import type { RunningDeal } from "../../model/deal/deal.js";
import { isOrderAt, percentBefore, plannedDeal, signsOf } from "../../model/deal/take-profit.js";
import type { FieldChange, PlannedBot, Step } from "../../model/plan/plan.js";
import { type PlanCode, planProblem } from "../../model/plan/plan-codes.js";
import type { PlannedDeal, TakeProfitSigns } from "../../model/plan/plan-deal.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";

/** What the planner decides about one bot. */
export interface BotChange {
  readonly address: string;
  readonly planned: PlannedBot | null;
  readonly steps: readonly Step[];
  readonly diagnostics: readonly Diagnostic[];
  /** It is as desired. */
  readonly unchanged: boolean;
}

export function idle(address: string, diagnostics: readonly Diagnostic[] = []): BotChange {
  return { address, planned: null, steps: [], diagnostics, unchanged: false };
}

export function step(
  address: string,
  action: Step["action"],
  reason: string,
  changes: readonly FieldChange[],
  warnings: readonly string[] = [],
): Step {
  return { address, action, reason, changes, warnings };
}

export function turnOffWarnings(deals: readonly number[]): string[] {
  return deals.length === 0
    ? []
    : [`${dealList(deals)} stays open, and its safety orders may still fill; no new deal starts`];
}

function dealList(ids: readonly number[]): string {
  return ids.length === 1 ? `running deal ${ids[0]}` : `each of the running deals ${ids.join(", ")}`;
}

interface WarningText {
  readonly summary: string;
  readonly remedy: string;
  /** The field it is about; the problem points to where that is stated. */
  readonly field?: FieldName;
}

export function problem(bot: DesiredBot, code: PlanCode, { summary, remedy, field }: WarningText): Diagnostic {
  const origin = (field === undefined ? undefined : bot.fieldOrigins?.[field]) ?? bot.origin;
  return planProblem(code, { summary, remedy, address: bot.address, origin });
}

/** Why the update isn't planned; undefined where nothing forbids it. */
export function frozenBy(
  bot: DesiredBot,
  changes: readonly FieldChange[],
  deals: readonly RunningDeal[],
): Diagnostic | undefined {
  if (bot.freezeActiveDeals !== true || changes.length === 0 || deals.length === 0) return undefined;
  const ids = deals.map(({ id }) => id).join(", ");
  const fields = changes.map(({ field }) => field).join(", ");
  return problem(bot, "plan/deals-frozen", {
    summary: `the bot differs in ${fields}, but freezeActiveDeals holds the update back while its deal runs (${ids})`,
    remedy:
      "Plan again when the deal has ended (enabled: false keeps the next one from opening), or remove freezeActiveDeals.",
  });
}

/**
 * The take-profit steps of a bot's running deals. If its update changes percentTakeProfit, each deal gets a step unless both
 * its settings and its order show the new value already. Otherwise a deal gets one only if neither shows it. Which of the two
 * the service changes isn't known (S-52); a second command does no harm, and the plan after an apply is empty.
 */
export function takeProfits(
  { activeDeals }: Desired,
  bot: DesiredBot,
  live: ObservedBot,
  deals: readonly RunningDeal[],
): Pick<BotChange, "steps" | "diagnostics"> {
  const wanted = bot.fields.percentTakeProfit;
  if (activeDeals !== "take-profit" || bot.freezeActiveDeals === true || typeof wanted !== "string")
    return { steps: [], diagnostics: [] };
  const before = live.fields.percentTakeProfit;
  const compared = deals.map((deal) => ({ deal, verdict: compareTakeProfit(signsOf(deal), wanted, before) }));
  return {
    steps: compared.flatMap(({ deal, verdict }) =>
      verdict === "differs" ? [takeProfitStep(bot.address, deal, wanted, before)] : [],
    ),
    diagnostics: compared.flatMap(({ deal, verdict }) => (verdict === "unclear" ? [unclear(bot, deal, wanted)] : [])),
  };
}

/** @param before the bot's own percentage; it differs from `wanted` if the bot's update changes it */
function compareTakeProfit(
  signs: TakeProfitSigns,
  wanted: string,
  before: FieldValue,
): "equal" | "differs" | "unclear" {
  const byOrder = isOrderAt(signs, wanted, [signs.percentTakeProfit, before]);
  const bySettings = signs.percentTakeProfit === wanted;
  if (bySettings && byOrder !== false) return "equal";
  if (before !== wanted) return "differs";
  if (byOrder === true) return "equal";
  return bySettings ? "unclear" : "differs";
}

/** A step that is absolute: what it asks for doesn't depend on what was before. */
export function takeProfitStep(address: string, deal: RunningDeal, after: string, known: FieldValue): Step {
  const before = percentBefore(deal, after, known);
  return {
    address,
    action: "take-profit",
    deal: { id: deal.id, takeProfit: { before, after } },
    reason: `running deal ${deal.id} has a take profit of ${before} %`,
    changes: [],
    warnings: [],
  };
}

function unclear(bot: DesiredBot, deal: RunningDeal, wanted: string): Diagnostic {
  const { orderPercent } = signsOf(deal);
  return problem(bot, "plan/take-profit-unclear", {
    summary: `running deal ${deal.id} has percentTakeProfit ${wanted}, but its order is at about ${orderPercent} %`,
    remedy: `Which of the two applies is unknown. Check the deal on the service; botform deals take-profit ${deal.id} ${wanted} sets it again.`,
    field: "percentTakeProfit",
  });
}

/** The deals as the plan holds them, with the settings they keep; a field that a step of their own changes isn't kept. */
export function plannedDeals(
  deals: readonly RunningDeal[],
  target: SomeFields,
  steps: readonly Step[],
): { readonly deals?: readonly PlannedDeal[] } {
  if (deals.length === 0 || steps.every(({ action }) => action === "turn-on")) return {};
  return { deals: deals.map((deal) => besides(deal, target, steps)) };
}

/**
 * What an update means for running deals without a step of their own or a list of what they keep, which the plan holds:
 * that they have the new settings already. A title doesn't change how a deal trades.
 */
export function updateWarnings(
  deals: readonly RunningDeal[],
  target: SomeFields,
  steps: readonly Step[],
): readonly string[] {
  const changed = steps.flatMap(({ changes }) => changes);
  if (changed.length > 0 && changed.every(({ field }) => field === "title")) return [];
  const planned = deals.map((deal) => besides(deal, target, steps));
  const same = planned.filter(({ id, keeps }) => keeps.length === 0 && steps.every(({ deal }) => deal?.id !== id));
  return same.length === 0 ? [] : [`${dealList(same.map(({ id }) => id))} already has the new settings`];
}

function besides(deal: RunningDeal, target: SomeFields, steps: readonly Step[]): PlannedDeal {
  const planned = plannedDeal(deal, target);
  if (steps.every((step) => step.deal?.id !== deal.id)) return planned;
  return { ...planned, keeps: planned.keeps.filter(({ field }) => field !== "percentTakeProfit") };
}
