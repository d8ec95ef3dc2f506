// Past runs from the journal: each in short, one step by step, and those that can't be read.
import type { Revision } from "../revision.js";
import type { Action } from "./actions.js";
import type { OutcomeKind } from "./outcome.js";
import type { FieldChange } from "./plan.js";
import type { TakeProfitChange } from "./plan-deal.js";

/** A run in short. Times are ISO 8601, UTC. */
export interface RunFacts {
  readonly id: string;
  readonly command: string;
  readonly account: string;
  readonly origin: string;
  readonly tool: string;
  readonly planId?: string;
  /** Of the configuration that its plan was made from. */
  readonly revision?: Revision;
  readonly beganAt: string;
  /** Absent where the run crashed, or goes on. */
  readonly endedAt?: string;
  readonly stop?: string;
  readonly counts: Readonly<Record<OutcomeKind, number>>;
  /** Steps that are unknown, and that no later look has settled. */
  readonly inDoubt: number;
}

export interface WriteFacts {
  readonly sends: string;
  readonly sentAt: string;
  readonly answer?: string;
  readonly answeredAt?: string;
  readonly message?: string;
}

export interface StepFacts {
  readonly address: string;
  readonly action: Action;
  readonly title: string;
  readonly botId?: number;
  readonly dealId?: number;
  /** Of a take-profit step, in percent. */
  readonly takeProfit?: TakeProfitChange;
  readonly changes: readonly FieldChange[];
  readonly kind: OutcomeKind;
  readonly detail?: string;
  readonly next?: string;
  readonly rule?: number;
  readonly endedAt?: string;
  readonly writes: readonly WriteFacts[];
  /** The last later look at it. */
  readonly resolved?: { readonly at: string; readonly verdict: ResolveVerdict; readonly detail: string };
  /** Whether its outcome is still unknown, after every later read so far. */
  readonly inDoubt: boolean;
}

export type ResolveVerdict = "took-effect" | "no-effect" | "unclear";

/** A run with all its steps, in the order in which they were to run. */
export interface RunDetails extends RunFacts {
  readonly steps: readonly StepFacts[];
  readonly notes: readonly string[];
  readonly unsettled: readonly string[];
  readonly violations: readonly string[];
  /** Lines that were left out. */
  readonly damaged: number;
  readonly torn: boolean;
}

/** A run that can't be read, and why. */
export interface UnreadableRun {
  readonly name: string;
  readonly why: "newer" | "foreign" | "unreadable";
}

export interface HistoryFacts {
  /** Newest first. */
  readonly runs: readonly RunFacts[];
  readonly unreadable: readonly UnreadableRun[];
  /** What the runs were chosen by. */
  readonly journal: string;
  readonly account?: string | undefined;
}

export function whyUnreadable({ name, why }: UnreadableRun): string {
  return `${name} (${WHY[why]})`;
}

const WHY: Readonly<Record<UnreadableRun["why"], string>> = {
  newer: "written by a newer botform",
  foreign: "not a journal of botform's, or its beginning is lost",
  unreadable: "can't be read",
};

/** What a later look says of a step that was in doubt. */
export interface ResolvedStep {
  readonly address: string;
  readonly action: Action;
  readonly dealId?: number;
  readonly verdict: ResolveVerdict;
  readonly detail: string;
  readonly settled: boolean;
}

export interface ResolveFacts {
  readonly account: string;
  /** The run that was asked for; undefined for all of the account. */
  readonly asked: string | undefined;
  readonly runs: readonly (Pick<RunFacts, "id" | "command" | "account"> & {
    readonly steps: readonly ResolvedStep[];
  })[];
  /** Steps that are still in doubt. */
  readonly open: number;
}
