// What botform does by itself about an account, look after look, as data.
import type { AccountDrift } from "./bot/drift.js";
import type { ApplyReport } from "./plan/outcome.js";

/** `report` says what differs, `approve` makes a plan that waits for a yes, `correct` applies what policies grade as safe. */
export const MODES = ["report", "approve", "correct"] as const;
export type Mode = (typeof MODES)[number];

/** What was reported of an account, so that it is reported once. It is kept in the ledger. */
export interface LookRecord {
  /** Of the drift that was reported, or was about to be: what differs, and since when (milliseconds since the epoch). */
  readonly drift: { readonly digest: string; readonly since: number; readonly isReported: boolean } | null;
  /** Looks in a row that failed, since the first of them. */
  readonly failing: { readonly since: number; readonly times: number; readonly isReported: boolean } | null;
  /** The drift that wasn't corrected, and why: it is said once. */
  readonly refused: Refused | null;
  /** The plan that a person was asked to approve, and the drift that it is about. */
  readonly asked: { readonly digest: string; readonly plan: string } | null;
  /** What was reported of breakers, by their names. */
  readonly breakers: ReportedBreakers;
}

/** A correction that wasn't made, or not all of it. */
export interface Refused {
  readonly digest: string;
  readonly why: string;
  /** How often in a row, and how often of that something was sent. */
  readonly times: number;
  readonly writes: number;
}

export interface ReportedBreakers {
  readonly near: readonly string[];
  readonly unknown: readonly string[];
  readonly tripped: readonly string[];
  /** Why bots of a tripped breaker may be on. */
  readonly exposed: string | null;
}

export const NO_BREAKERS: ReportedBreakers = { near: [], unknown: [], tripped: [], exposed: null };

export const NOTHING_REPORTED: LookRecord = {
  drift: null,
  failing: null,
  refused: null,
  asked: null,
  breakers: NO_BREAKERS,
};

/** What is reported of an account. */
export type News =
  | { readonly kind: "opened" | "changed" }
  | { readonly kind: "closed"; readonly since: number }
  | { readonly kind: "unreadable"; readonly since: number; readonly why: string }
  | { readonly kind: "readable"; readonly since: number }
  | { readonly kind: "corrected" }
  | { readonly kind: "refused"; readonly why: string }
  /** A plan waits for a yes; its digest. */
  | { readonly kind: "asked"; readonly plan: string }
  /** What each breaker says, with its figures. */
  | { readonly kind: "near" | "unknown"; readonly breakers: readonly string[] }
  | { readonly kind: "tripped"; readonly breakers: readonly string[]; readonly names: readonly string[] }
  /** Bots that came on while they were to be held, and were turned off again. */
  | { readonly kind: "turned-off"; readonly bots: readonly string[] }
  /** A breaker has tripped, and its bots may be on. */
  | { readonly kind: "exposed"; readonly why: string };

/** How a look went. */
export interface LookMeasure {
  readonly account: string;
  readonly outcome: "in-step" | "drifted" | "in-doubt" | "unreadable";
  /** With what followed from it. */
  readonly ms: number;
}

/** What is reported of an account, with what was seen of it. */
export interface Reported {
  readonly account: string;
  readonly mode: Mode;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly news: News;
  /** Of the look; undefined where the account couldn't be read. */
  readonly drift: AccountDrift | undefined;
  /** Of what was applied; undefined where nothing was. */
  readonly report: ApplyReport | undefined;
  /** What to type next, as the whole command. */
  readonly next?: string;
}
