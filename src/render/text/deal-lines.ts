// How steps and plans name deals in text: which deal a step is about, and which settings running deals keep.
import type { Action } from "../../model/plan/actions.js";
import type { PlannedBot } from "../../model/plan/plan.js";
import type { KeptField, PlannedDeal } from "../../model/plan/plan-deal.js";
import { clean } from "../sanitize.js";
import type { Paint } from "./paint.js";
import { showValue } from "./value.js";

/** `update`, `take-profit of deal 7`, or `complete-deal 7`. */
export function stepName(action: Action, dealId: number | undefined): string {
  if (dealId === undefined) return action;
  return action.endsWith("-deal") ? `${action} ${dealId}` : `${action} of deal ${dealId}`;
}

/** One line for each running deal that keeps other settings than its bot will have. */
export function keptLines({ deals = [] }: PlannedBot, colour: Paint): string[] {
  return deals.flatMap((deal) => (deal.keeps.length === 0 ? [] : [colour.change(`    ! ${keptText(deal)}`)]));
}

/** `deal 7 (USDT-BTC) keeps leverage 5 (the bot: 7), …`. */
export function keptText({ id, pairTitle, keeps }: PlannedDeal): string {
  return `deal ${id} (${clean(pairTitle)}) keeps ${keeps.map(keptWords).join(", ")}`;
}

function keptWords({ field, kept, after }: KeptField): string {
  return `${field} ${showValue(kept)} (the bot: ${showValue(after)})`;
}
