// What became of each step of an apply.
import type { Action } from "./actions.js";

export type OutcomeKind = "applied" | "failed" | "unknown" | "skipped" | "not-started";

export interface Outcome {
  readonly address: string;
  readonly action: Action;
  readonly kind: OutcomeKind;
  /** What happened, in one line. */
  readonly detail: string;
  /** What to do next; absent when nothing is. */
  readonly next?: string | undefined;
  /** The rule of apply that made it end so (docs/safety.md); absent where nothing stood in the way. */
  readonly rule?: number | undefined;
  /** The bot was found to be another than the plan was computed from; nothing was sent. */
  readonly stale: boolean;
  /** Something was sent that changed, or may have changed, the service. */
  readonly wrote: boolean;
  readonly botId?: number | undefined;
  /** Of a step that is about a deal that was there. */
  readonly dealId?: number | undefined;
}

/** Why an apply ended before its steps were through. `blocked`: by a limit, before anything was sent (rule 16). */
export type Stop = "unauthorized" | "interrupted" | "journal" | "blocked";

export interface ApplyReport {
  readonly outcomes: readonly Outcome[];
  /** Facts worth knowing that belong to no step. */
  readonly notes: readonly string[];
  /** What couldn't be made sure of in the end; with any, the outcome of the run is unknown. */
  readonly unsettled: readonly string[];
  /** What must never be and was found in the end, for example two bots on with one title (rule 15). */
  readonly violations: readonly string[];
  readonly stop?: Stop;
}
