// The state of a fleet's accounts, as its last looks and its ledger tell it: what the page and botform fleet status show.
import type { BOT_STATES } from "./fleet.js";
import type { Mode } from "./look.js";
import type { ShownRollout } from "./rollout/shown.js";

/** Of an account the worst that is true of it, the worst first. Nothing is known for certain of one that is late, or was never looked at. */
export const ACCOUNT_STATES = [
  "in-doubt",
  "tripped",
  "unreadable",
  "late",
  "unmeasured",
  "never-seen",
  "waiting",
  "drifted",
  "held",
  "in-step",
] as const;

export type AccountState = (typeof ACCOUNT_STATES)[number];

/** What each is called where people read it. */
export const STATE_WORDS: Readonly<Record<AccountState, string>> = {
  "in-doubt": "in doubt",
  tripped: "breaker tripped",
  unreadable: "can't be read",
  late: "look overdue",
  unmeasured: "breaker not measured",
  "never-seen": "never looked at",
  waiting: "waits for a yes",
  drifted: "drifted",
  held: "held",
  "in-step": "in step",
};

/** None of any state, to count from. */
export const NO_ACCOUNTS: Readonly<Record<AccountState, number>> = {
  ...{ "in-doubt": 0, tripped: 0, unreadable: 0, late: 0, unmeasured: 0, "never-seen": 0 },
  ...{ waiting: 0, drifted: 0, held: 0, "in-step": 0 },
};

type BotState = (typeof BOT_STATES)[number];

export const NO_BOTS: Readonly<Record<BotState, number>> = {
  ...{ "in-doubt": 0, drifted: 0, missing: 0, held: 0, "in-wave": 0, undeclared: 0, "in-step": 0 },
};

export function isAccountState(text: string): text is AccountState {
  return ACCOUNT_STATES.some((state) => state === text);
}

/** The account's deals in one quote asset. Amounts are canonical decimals; null where a part of the sum isn't known. */
export interface DealSums {
  readonly quote: string;
  readonly deals: number;
  /** At the mark price. */
  readonly value: string | null;
  readonly margin: string | null;
  /** Unrealised. */
  readonly profit: string | null;
}

/** Moments are ISO 8601, UTC. */
export interface FleetAccount {
  readonly account: string;
  readonly state: AccountState;
  /** One line. */
  readonly why: string;
  /** null where it was never looked at. */
  readonly mode: Mode | null;
  readonly lookedAt: string | null;
  readonly dueAt: string | null;
  /** Whether the next look should have come long ago. */
  readonly isLate: boolean;
  /** When its bots could be read last; null where they never could. */
  readonly seenAt: string | null;
  readonly driftedSince: string | null;
  /** Digests of the plans that wait for a yes. */
  readonly plans: readonly string[];
  /** The wave of the roll-out under way that it waits for, or is in; null where it isn't. */
  readonly wave: string | null;
  /** null where nobody has read them. */
  readonly bots: BotCounts | null;
  /** By quote asset; null where its deals weren't read. */
  readonly deals: readonly DealSums[] | null;
  /** Deals without a take-profit order; null where that isn't certain of each. */
  readonly naked: number | null;
}

export interface BotCounts extends Readonly<Record<BotState, number>> {
  readonly total: number;
  readonly on: number;
  /** Of which nobody knows whether they are on. */
  readonly onUnknown: number;
}

/** A time in which an account differed from its configuration, as looks found it. Milliseconds since the epoch. */
export interface DriftEpisode {
  readonly account: string;
  readonly from: number;
  /** null while it goes on. */
  readonly to: number | null;
}

/** A plan that waits for a yes, or has got it and isn't carried out yet. */
export interface FleetPlan {
  readonly digest: string;
  readonly account: string;
  readonly state: "waiting" | "approved";
  readonly steps: number;
  readonly madeAt: string;
  readonly expiresAt: string;
}

export interface FleetState {
  readonly at: string;
  /** The worst first, then by name. */
  readonly accounts: readonly FleetAccount[];
  readonly counts: Readonly<Record<AccountState, number>>;
  /** The first to end is first. */
  readonly plans: readonly FleetPlan[];
  /** That is under way; null where none is. */
  readonly rollout: ShownRollout | null;
  /** Plans that can't be read, by digest, and why. */
  readonly unusable: readonly { readonly digest: string; readonly why: string }[];
  /** Which lines of the ledger are lost; undefined where none is. */
  readonly damaged?: string | undefined;
}

/** Why the roll-out doesn't go on by itself, as a clause; undefined where it does. */
export function rolloutNeeds({ rollout }: Pick<FleetState, "rollout">): string | undefined {
  if (rollout === null) return undefined;
  const { status, wave, why, isAbandoned } = rollout;
  if (status === "paused") return `it is paused at wave ${wave}${why === null ? "" : `: ${why}`}`;
  return isAbandoned ? "nobody drives it" : undefined;
}
