// A person's yes or no to one exact plan, and what becomes of a plan that waits for it.
import type { Diagnostic } from "../text/diagnostic.js";
import type { SavedFacts, SavedPlan } from "./planfile.js";

/** Who has answered what, when and why. */
export interface Answer {
  /** SHA-256 of the plan's file, hexadecimal: of this plan, to the byte, and of no other. */
  readonly digest: string;
  readonly answer: "approved" | "rejected";
  /** Whoever it was, as `user@host` or as it was stated. */
  readonly by: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly reason?: string | undefined;
}

/** `used`: a run has carried it out, in part at least. `superseded`: botform reconcile has asked for another one in its place. */
export type ApprovalState = "waiting" | "approved" | "rejected" | "used" | "superseded" | "expired";

/** A plan that was kept for a person, with what has become of it. */
export interface AskedPlan {
  readonly digest: string;
  /** Its name in the ledger. */
  readonly file: string;
  readonly saved: SavedPlan;
  /** Oldest first. */
  readonly answers: readonly Answer[];
  readonly state: ApprovalState;
  /** Of the run that has carried it out. */
  readonly runId?: string | undefined;
  /** Digest of the plan that was asked for in its place. */
  readonly newer?: string | undefined;
}

export interface WaitingPlans {
  /** Those that can still be approved, or carried out. The first to end is first. */
  readonly plans: readonly AskedPlan[];
  /** Those that nobody can use, and why. */
  readonly unusable: readonly { readonly digest: string; readonly problem: Diagnostic }[];
  /** Which lines of the ledger are lost, a no perhaps; undefined where none is. */
  readonly damaged?: string | undefined;
}

/** What a plan that was kept says of itself. */
export interface AskedFacts extends SavedFacts {
  /** SHA-256 of the plan's file, hexadecimal: this is what a person approves. */
  readonly digest: string;
  /** Its name in the ledger. */
  readonly file: string;
}

/** A no counts for good, whatever was answered before and after. */
export function decisionOf(answers: readonly Answer[]): Answer | undefined {
  return answers.find(({ answer }) => answer === "rejected") ?? answers.find(({ answer }) => answer === "approved");
}

/** Digits of a digest that are typed and shown; fewer aren't taken. */
export const SHORTEST_PREFIX = 8;
const SHOWN_DIGITS = 12;

export function shortDigest(digest: string): string {
  return digest.slice(0, SHOWN_DIGITS);
}

/** An answer as documents have it. */
export interface AnswerFacts extends Omit<Answer, "at" | "digest"> {
  /** ISO 8601. */
  readonly at: string;
}

export function answerFacts({ digest: _digest, at, ...answer }: Answer): AnswerFacts {
  return { ...answer, at: new Date(at).toISOString() };
}
