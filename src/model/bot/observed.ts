// The observed bots of an account, as far as a plan needs them: the planner's second input.

import type { RunningDeal } from "../deal/deal.js";
import type { Access, ObservedBot } from "./bot.js";

export interface Observed {
  readonly accesses: readonly Access[];
  /** Every live bot; accessId is null where it was neither read nor implied. */
  readonly bots: readonly ObservedBot[];
  /** Running deals of the accesses that were asked for; null when none were needed. */
  readonly deals: readonly RunningDeal[] | null;
  /** null when no planned step needs to know the pairs. */
  readonly pairs: readonly string[] | null;
}
