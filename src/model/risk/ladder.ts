// A bot's grid as it is drawn, and a live account as its report shows it.

import type { Protection } from "../deal/deal.js";
import type { BotInDoubt } from "../plan/plan.js";
import type { Finding } from "../policy/finding.js";
import type { Diagnostic } from "../text/diagnostic.js";
import type { AssumptionFacts } from "./assumptions.js";
import type { AccountRisk, BotGrid, MostRisk, Unknown, UnknownRisk } from "./risk.js";

/** A grid and the price limits that hold back its bot's deals; null for none. */
export interface Ladder {
  readonly grid: BotGrid;
  readonly upper: string | null;
  readonly lower: string | null;
  /** Of a running deal: how many of its orders, the first one included, have filled. */
  readonly deal?: { readonly id: number; readonly filled: number };
}

export interface LadderPair {
  /** Of its newest running deal, which keeps its own settings and its own first fill; absent where these aren't known. */
  readonly running?: Ladder;
  /** undefined: there was no bot before, or its figures are unknown. */
  readonly before: Ladder | undefined;
  readonly after: Ladder | undefined;
}

export interface ReportBot {
  readonly id: number;
  readonly title: string;
  readonly address: string | null;
  /** Title of its access; null where nothing tells it. */
  readonly access: string | null;
  readonly on: boolean;
  readonly dealIds: readonly number[];
  /** Of its next deal. */
  readonly ladder: Ladder | UnknownRisk;
  /** Of its newest running deal; absent where its first fill or its fills aren't known. */
  readonly running?: Ladder;
  /** null where settings are missing. */
  readonly most: MostRisk | null;
}

/** A running deal, and whether its protective orders stand. */
export interface ReportDeal {
  readonly id: number;
  readonly botId: number;
  readonly protection: Protection["state"];
  readonly why: string;
}

/** One of several accounts, or why it couldn't be read. */
export interface ReportedAccount {
  readonly account: string;
  readonly exitCode: number;
  readonly view?: ReportView;
  readonly error?: string;
  readonly diagnostics?: readonly Diagnostic[];
}

export interface ReportView {
  readonly account: string;
  readonly bots: readonly ReportBot[];
  readonly deals: readonly ReportDeal[];
  readonly totals: AccountRisk;
  /** Of the account as it stands. */
  readonly findings: readonly Finding[];
  readonly assumptions: AssumptionFacts;
  readonly unknown: readonly Unknown[];
  readonly inDoubt?: readonly BotInDoubt[];
  /** Of bots in doubt, of those that the list lacks, and of naked deals. */
  readonly diagnostics?: readonly Diagnostic[];
}
