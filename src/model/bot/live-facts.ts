// The facts of a live account that commands show.
import type { DriftedField } from "../deal/deal-drift.js";
import type { DealFacts } from "../deal/deal-facts.js";
import type { AssetTotal } from "../deal/deal-totals.js";
import type { BotInDoubt } from "../plan/plan.js";
import type { Diagnostic } from "../text/diagnostic.js";
import type { AccountInformation } from "./account.js";
import type { Access } from "./bot.js";
import type { DesiredBot } from "./desired.js";
import type { LiveBot } from "./live-bot.js";
import type { LogEntry } from "./new-logs.js";

export interface ListedAccess {
  readonly access: Access;
  /** What the configuration calls it. */
  readonly aliases: readonly string[];
}

export interface AccessFacts {
  readonly account: string;
  readonly accesses: readonly ListedAccess[];
}

export interface AccountFacts {
  readonly account: string;
  readonly information: AccountInformation;
}

/** The pairs that fit what was asked for. */
export interface PairFacts {
  readonly account: string;
  readonly pairs: readonly string[];
}

export interface ListedBot {
  readonly bot: LiveBot;
  readonly address: string | null;
  /** undefined where it isn't known on which it is. */
  readonly access: Access | undefined;
  readonly runningDeals: number;
}

export interface BotListFacts {
  readonly account: string;
  readonly bots: readonly ListedBot[];
  readonly inDoubt?: readonly BotInDoubt[];
  /** Of bots in doubt, and of those that the list lacks. */
  readonly diagnostics?: readonly Diagnostic[];
}

export interface ShownBot extends Omit<ListedBot, "runningDeals"> {
  readonly account: string;
  readonly desired: DesiredBot | undefined;
  readonly deals: readonly DealFacts[];
  /** Absent where it isn't in doubt. */
  readonly inDoubt?: BotInDoubt;
  /** That nobody knows what earlier runs left behind. */
  readonly diagnostics?: readonly Diagnostic[];
}

export interface LogFacts {
  readonly account: string;
  readonly botId: number;
  readonly entries: readonly LogEntry[];
}

export interface DriftedDeal {
  readonly facts: DealFacts;
  /** Whether its bot is there at all. */
  readonly hasBot: boolean;
  readonly fields: readonly DriftedField[];
}

export interface ActiveDealsFacts {
  readonly account: string;
  readonly deals: readonly DealFacts[];
  /** Starts of deals that may still take effect. */
  readonly inDoubt?: readonly BotInDoubt[];
  /** One for each of them, and for each naked deal. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface EndedDealsFacts {
  readonly account: string;
  /** Newest first. */
  readonly deals: readonly DealFacts[];
  readonly totals: readonly AssetTotal[];
}

export interface DealDriftFacts {
  readonly account: string;
  /** How many there are. */
  readonly runningDeals: number;
  readonly drifted: readonly DriftedDeal[];
}
