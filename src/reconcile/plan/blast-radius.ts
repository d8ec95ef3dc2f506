// Rule 16: how much of an account one apply may change without a flag that allows more.
import { ACTIONS } from "../../model/plan/actions.js";
import type { Plan } from "../../model/plan/plan.js";

export interface Limits {
  /** Of the account's live bots that a plan may update, turn off or change a deal of, in percent. */
  readonly maxChangedPercent: number;
  /** Turn-ons in one plan. */
  readonly maxTurnOns: number;
}

export const DEFAULT_LIMITS: Limits = { maxChangedPercent: 30, maxTurnOns: 30 };

/** With fewer bots a percentage means little. */
const FEWEST_BOTS = 10;

/** A limit that a plan goes beyond, with the flag that names the hazard. */
interface Excess {
  readonly detail: string;
  readonly flag: string;
}

/** What a plan changes beyond the limits; none when it may be carried out. */
export function blastRadius(plan: Plan, limits: Limits): Excess[] {
  const excesses: Excess[] = [];
  const counted = (limit: "changed" | "turn-ons") =>
    plan.steps.filter(({ action }) => ACTIONS[action].rules.limit === limit);
  // Turn-ons have a limit of their own; counted here, too, they would stop the second run of an apply that died half-way.
  // A bot counts once, even if both it and its deals are changed.
  const touched = new Set(counted("changed").map(({ address }) => address)).size;
  const percent = (touched * 100) / plan.observedBots;
  if (plan.observedBots >= FEWEST_BOTS && percent > limits.maxChangedPercent) {
    const share = `${touched} of the account's ${plan.observedBots} bots (${Math.ceil(percent)} %)`;
    excesses.push({
      detail: `the plan changes ${share}, more than ${limits.maxChangedPercent} %`,
      flag: `--max-changed-percent ${Math.ceil(percent)}`,
    });
  }
  const turnOns = counted("turn-ons").length;
  if (turnOns > limits.maxTurnOns) {
    excesses.push({
      detail: `the plan turns on ${turnOns} bots, more than ${limits.maxTurnOns}`,
      flag: `--max-turn-ons ${turnOns}`,
    });
  }
  return excesses;
}
