// The observed bots of an account, as far as a plan needs them: the planner's second input.

import type { RunningDeal } from "../deal/deal.js";
import type { StillOpen } from "../plan/open-intent.js";
import type { Contradiction, PinnedFacts } from "../service-facts.js";
import type { SeenThen } from "../service-questions.js";
import type { Acknowledged } from "./acknowledged.js";
import type { Access, ObservedBot } from "./bot.js";
import type { Hold } from "./hold.js";

export interface Observed {
  readonly accesses: readonly Access[];
  /** Every live bot; accessId is null where it was neither read nor implied. */
  readonly bots: readonly ObservedBot[];
  /** Running deals of the accesses that were asked for; null when none were needed. */
  readonly deals: readonly RunningDeal[] | null;
  /** null when no planned step needs to know the pairs. */
  readonly pairs: readonly string[] | null;
  /** How many bots the list shows. */
  readonly listed?: number;
  /** Writes of earlier runs, and opening webhooks, that may still arrive, or take effect. */
  readonly open?: readonly StillOpen[];
  /** Bots of the account's exchange that are known and that the list lacks, by id; those that are there are among `bots`. */
  readonly unlisted?: ReadonlyMap<number, Unlisted>;
  /** Why what earlier runs left behind couldn't be read, where it couldn't: bots may then be in doubt, or known, that nobody names. */
  readonly unremembered?: string;
  /** Which lines of the ledger are lost, where some are. */
  readonly damaged?: string;
  /** What the ledger keeps back; absent where nothing is remembered. */
  readonly kept?: Kept;
  /** Drift that is known; absent where none is. */
  readonly acknowledged?: readonly Acknowledged[];
  /** The moment of the look, in milliseconds since the epoch; absent where nothing is remembered. */
  readonly now?: number;
  /** The addresses for which bots stood when they were made or seen last, as far as they are remembered, by bot id. */
  readonly knownAs?: ReadonlyMap<number, string>;
  /** What the service was seen to do, each question once, as far as it may be relied on; absent where nothing is. */
  readonly seen?: readonly SeenThen[];
  /** What was seen otherwise than the configuration's file of facts says; absent where nothing is. */
  readonly contradicted?: readonly Contradiction[];
  /** A file of facts that is about another service. */
  readonly foreignFacts?: PinnedFacts;
}

/** What is remembered of bots that are to be left alone. */
export interface Kept {
  /** Holds that were set by a command. */
  readonly holds: readonly Hold[];
  /** By bot id: the address under which it was known. */
  readonly addresses: ReadonlyMap<number, string>;
  /** Bots that a configuration protected, and of which no apply has recorded that they aren't protected any more. */
  readonly protectedIds: ReadonlySet<number>;
}

export const NOTHING_KEPT: Kept = { holds: [], addresses: new Map(), protectedIds: new Set() };

/** Whether the bot is on, or may come on by a turn-on that was sent before. */
export function mayBeOn({ id, status }: ObservedBot, observed: Pick<Observed, "open">): boolean {
  return status.on || mayComeOn(id, observed);
}

/** Whether a turn-on that was sent before may still take effect. */
export function mayComeOn(id: number, { open = [] }: Pick<Observed, "open">): boolean {
  return open.some(({ sends, botId, isUnknown }) => sends === "turn-on" && botId === id && isUnknown);
}

/** A command that was sent, and whose effect nobody has seen. */
export interface InDoubt {
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
  /** Until when it may take effect. */
  readonly until: number;
}

/** A deal may open by it. */
export interface StartInDoubt extends InDoubt {
  /** undefined for a webhook that names no bot. */
  readonly botId: number | undefined;
  readonly isWebhook: boolean;
}

/** Where a bot is that the list lacks: its details can be read, the service has none, or nobody asked. */
export type Unlisted = "there" | "gone" | "unread";

/** What to do about a ledger of which some lines are lost. */
export const LEDGER_REPAIR =
  "Bring the file back from a backup. Without one, look at the line: set a hold that stood there again (botform hold add), look on the service at a bot that it names, and delete the line. Until then, nothing is applied but turn-offs; botform bots off works, too.";
