// What the pages are made from: finished plans, figures and grids.

import type { Plan } from "../../model/plan/plan.js";
import type { Finding } from "../../model/policy/finding.js";
import type { AssumptionFacts } from "../../model/risk/assumptions.js";
import type { AccountRisk, BotGrid, Unknown, UnknownRisk } from "../../model/risk/risk.js";

/** A grid and the price limits that hold back its bot's deals; null for none. */
export interface Ladder {
  readonly grid: BotGrid;
  readonly upper: string | null;
  readonly lower: string | null;
}

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

export interface ReportBot {
  readonly id: number;
  readonly title: string;
  readonly address: string | null;
  /** Title of its access; null where nothing tells it. */
  readonly access: string | null;
  readonly on: boolean;
  readonly dealIds: readonly number[];
  readonly ladder: Ladder | UnknownRisk;
}

export interface ReportView {
  readonly account: string;
  readonly bots: readonly ReportBot[];
  readonly totals: AccountRisk;
  /** Of the account as it stands. */
  readonly findings: readonly Finding[];
  readonly assumptions: AssumptionFacts;
  readonly unknown: readonly Unknown[];
}

/** Something to worry about. */
export interface Worry {
  readonly weight: "bad" | "warning" | "note";
  /** Address of the bot, or what else it is about. */
  readonly subject?: string | undefined;
  readonly text: string;
  /** The field where the text doesn't name it. */
  readonly field?: string | undefined;
  /** What to do about it. */
  readonly remedy?: string | undefined;
  /** What would make it known. */
  readonly knownBy?: string | undefined;
  /** Code, and the policy with its place. */
  readonly rule?: string | undefined;
  /** file:line. */
  readonly place?: string | undefined;
}
