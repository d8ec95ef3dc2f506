// What a promotion overrules: why the roll-out is paused, and the gates of its wave that haven't passed.
import { type GateReading, type RolloutRecord, wavesOf } from "./record.js";
import { gatesSeenAt } from "./shown.js";

export interface Overrules {
  /** The wave that is under way. */
  readonly wave: string;
  /** Why it is paused, where the gates don't say it; null where they do, or it isn't. */
  readonly why: string | null;
  /** Those that failed, or aren't known to have passed. */
  readonly gates: readonly GateReading[];
  /** ISO 8601, UTC: when the gates were looked at last; null where there is none, or the ledger doesn't have it. */
  readonly gatesSeenAt: string | null;
}

/** undefined where nothing is in the way. */
export function overrulesOf(record: RolloutRecord): Overrules | undefined {
  const { why, gates: all, wave } = record.state;
  const gates = all.filter(({ state }) => state !== "passed");
  // What has failed is paused with the words of its gates.
  const failed = gates.filter(({ state }) => state === "failed").map(({ text }) => text);
  const isOwn = why !== null && why !== failed.join("; ");
  if (!isOwn && gates.length === 0) return undefined;
  return {
    wave: wavesOf(record)[wave]?.name ?? "",
    why: isOwn ? why : null,
    gates,
    gatesSeenAt: gates.length === 0 ? null : gatesSeenAt(record.state),
  };
}
