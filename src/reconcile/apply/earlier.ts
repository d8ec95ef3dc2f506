// What an earlier run has sent and may still take effect (rule 9): for how long it is not sent again.

/** Milliseconds after which a command that isn't observed counts as unknown (rule 10), where nobody says otherwise. */
export const COMMAND_DEADLINE_MS = 120_000;

/** A command of an earlier run of which nobody knows what became. */
export interface EarlierSend {
  /** When it was about to leave, in milliseconds since the epoch. */
  readonly at: number;
  /** The command deadline of the run that sent it, in milliseconds; undefined where its journal doesn't tell. */
  readonly deadlineMs?: number | undefined;
}

/**
 * Milliseconds for which it may take effect. To wait for less, in that run or in this one, makes the service no faster: a
 * short deadline lowers nothing.
 */
export function mayTakeMs({ deadlineMs = 0 }: EarlierSend, ownDeadlineMs: number): number {
  return Math.max(COMMAND_DEADLINE_MS, ownDeadlineMs, deadlineMs);
}

/** Of two sends for one bot: what holds for either holds for both, whichever clock they were written by. */
export function laterOf(one: EarlierSend, other: EarlierSend | undefined): EarlierSend {
  if (other === undefined) return one;
  return { at: Math.max(one.at, other.at), deadlineMs: Math.max(one.deadlineMs ?? 0, other.deadlineMs ?? 0) };
}
