// What the pages are made from: finished plans, figures and grids.

import type { Plan } from "../../model/plan/plan.js";
import type { LadderPair } from "../../model/risk/ladder.js";

/** When and by what a page was made. */
export interface Making {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly toolVersion: string;
}

export interface PlanView {
  readonly plan: Plan;
  /** By address; a bot may be left out. */
  readonly ladders: Readonly<Record<string, LadderPair>>;
}

/** An account that couldn't be planned. */
export interface FailedView {
  readonly account: string;
  readonly failure: string;
}
