// A roll-out as it would be carried out: what each wave does on which account, before anybody has said yes.
import type { Plan } from "../plan/plan.js";
import type { Diagnostic } from "../text/diagnostic.js";
import type { Overrules } from "./overrules.js";
import type { Gates, OnFailure } from "./rollout.js";

/** One account's part of a wave. */
export interface PlannedPart {
  readonly account: string;
  /** Addresses. */
  readonly bots: readonly string[];
  /** Of these bots alone; absent where it couldn't be made, or the wave has passed. */
  readonly plan?: Plan;
  /** Why there is none, in one line. */
  readonly error?: string;
  /** What of it stands in the files, or is missing from the environment. */
  readonly diagnostics?: readonly Diagnostic[];
  /** It has reached them already. */
  readonly isDone?: true;
}

export interface PlannedWave {
  readonly name: string;
  readonly bakeMs: number;
  readonly parts: readonly PlannedPart[];
}

export interface RolloutPlanFacts {
  readonly waves: readonly PlannedWave[];
  readonly gates: Gates;
  readonly onFailure: OnFailure;
  readonly waitMs: number;
  /** Of one that is under way: what a promotion would overrule; absent where nothing is in the way. */
  readonly overrules?: Overrules;
  /** Each account with all its bots. */
  readonly verbose?: boolean;
}
