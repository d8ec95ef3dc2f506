// What the pages are made from: finished plans, figures and grids.

import type { Plan } from "../../model/plan/plan.js";
import type { Ladder } from "../../model/risk/ladder.js";

export interface LadderPair {
  /** undefined: there was no bot before, or its figures are unknown. */
  readonly before: Ladder | undefined;
  readonly after: Ladder | undefined;
}

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
