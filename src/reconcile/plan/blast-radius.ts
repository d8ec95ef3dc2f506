// Rule 16: how much of an account one apply may change without a flag that allows more.
import { type Plan, reachOf } from "../../model/plan/plan.js";

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
  const { changedBots, liveBots, turnOns } = reachOf(plan);
  const percent = (changedBots * 100) / liveBots;
  if (liveBots >= FEWEST_BOTS && percent > limits.maxChangedPercent) {
    const share = `${changedBots} of the account's ${liveBots} bots (${Math.ceil(percent)} %)`;
    excesses.push({
      detail: `the plan changes ${share}, more than ${limits.maxChangedPercent} %`,
      flag: `--max-changed-percent ${Math.ceil(percent)}`,
    });
  }
  if (turnOns > limits.maxTurnOns) {
    excesses.push({
      detail: `the plan turns on ${turnOns} bots, more than ${limits.maxTurnOns}`,
      flag: `--max-turn-ons ${turnOns}`,
    });
  }
  return excesses;
}
