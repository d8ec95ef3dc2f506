// A roll-out as the configuration declares it: waves, what must hold between them, and what is done where it doesn't.
import type { Origin } from "../text/diagnostic.js";

/** What is done where a gate fails: stop and ask, or take back what was applied. */
export const ON_FAILURE = ["pause", "undo"] as const;
export type OnFailure = (typeof ON_FAILURE)[number];

/** Which bots a wave takes, of those that no earlier one has. */
export type WaveBots =
  /** Both must fit where both are stated. `*` stands for any text. */
  | { readonly kind: "named"; readonly accounts?: readonly string[]; readonly bots?: readonly string[] }
  /** Decimal text: percent of all accounts; of all bots where there is one account. */
  | { readonly kind: "share"; readonly percent: string }
  | { readonly kind: "rest" };

export interface Wave {
  readonly name: string;
  readonly takes: WaveBots;
  /** How long it is watched before the next one begins, in milliseconds. */
  readonly bakeMs: number;
}

/** What must hold of the bots of all waves so far, while a wave is watched and at its end. Amounts are canonical decimal text. */
export interface Gates {
  /** Whether a bot that differs from the configuration fails it. */
  readonly drift: boolean;
  /** What may be lost at most since the wave began, in each quote asset. */
  readonly loss?: string;
  /** In percent of the wallet, of each account. */
  readonly marginUsed?: string;
  /** Deals that must have ended since the wave began. */
  readonly endedDeals?: number;
}

export interface Rollout {
  readonly waves: readonly Wave[];
  readonly gates: Gates;
  readonly onFailure: OnFailure;
  /** How long what isn't known, or isn't enough yet, is waited for, in milliseconds. */
  readonly waitMs: number;
  readonly origin: Origin;
}

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `30m`, `2h`, `1d` in milliseconds; undefined for anything else. */
export function durationMs(text: string): number | undefined {
  const [, number, unit = ""] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  const each = UNIT_MS[unit];
  return number === undefined || each === undefined ? undefined : Number(number) * each;
}

/** The same the other way round, in the largest unit that fits: `2h`, `90m`; `0m` for nothing. */
export function durationText(ms: number): string {
  if (ms > 0 && ms % 86_400_000 === 0) return `${ms / 86_400_000}d`;
  if (ms > 0 && ms % 3_600_000 === 0) return `${ms / 3_600_000}h`;
  return `${Math.ceil(ms / 60_000)}m`;
}
