// Decides when a failed read is tried again: full jitter, Retry-After honoured and capped, one budget for the run (rule 14).

export interface RetryPolicy {
  /** Tries of one read at most, the first included. */
  readonly attempts: number;
  /** Milliseconds: the first wait is drawn from 0 to this, each later one from 0 to twice the range before. */
  readonly baseMs: number;
  /** Milliseconds a single wait lasts at most, whatever the server asks for. */
  readonly capMs: number;
  /** Repeats in one run at most, over all reads. */
  readonly budget: number;
}

export const DEFAULT_RETRY: RetryPolicy = { attempts: 4, baseMs: 250, capMs: 10_000, budget: 60 };

/**
 * Milliseconds to wait before the next try.
 *
 * @param failures how often the read has failed so far, from 1
 * @param random a number in [0, 1)
 */
export function retryDelay(policy: RetryPolicy, failures: number, random: number, retryAfterMs?: number): number {
  if (retryAfterMs !== undefined) return Math.min(retryAfterMs, policy.capMs);
  return Math.floor(random * Math.min(policy.capMs, policy.baseMs * 2 ** (failures - 1)));
}

/** Whether the service asks for fewer requests: 429, or 503 with Retry-After. */
export function asksForFewer(answer: { readonly status: number; readonly retryAfterMs?: number }): boolean {
  return answer.status === 429 || (answer.status === 503 && answer.retryAfterMs !== undefined);
}
