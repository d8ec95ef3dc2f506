// A roll-out as pages, metrics and texts show it: its waves with state, accounts, times and gates. Plain data.
import {
  type GateReading,
  isOver,
  type LeftOut,
  type RolloutNews,
  type RolloutRecord,
  type RolloutWave,
  rulesOf,
  wavesOf,
} from "./record.js";
import { watchedUntil } from "./watched.js";

export type WaveState =
  | "waiting"
  | "applying"
  | "baking"
  | "passed"
  | "failed"
  | "paused"
  | "undoing"
  | "undone"
  | "ended"
  | "not-begun";

/** Times are ISO 8601, UTC. */
export interface ShownWave {
  readonly name: string;
  readonly state: WaveState;
  readonly accounts: readonly string[];
  readonly bots: number;
  /** How many of its accounts are as was asked for. */
  readonly done: number;
  readonly bakeMs: number;
  readonly beganAt: string | null;
  /** When it will have been watched for long enough, if nothing comes between; null while nobody watches it. */
  readonly bakedAt: string | null;
  /** Bots that it has passed over, and why; absent where there is none. */
  readonly leftOut?: readonly LeftOut[];
  /** Of the wave that is under way, as they were seen last. */
  readonly gates: readonly GateReading[];
  /** When that was; null where there is none, or the ledger doesn't have it. */
  readonly gatesSeenAt: string | null;
}

export interface ShownRollout {
  readonly id: string;
  readonly by: string;
  readonly beganAt: string;
  readonly status: "running" | "paused" | "done" | "aborted" | "undone";
  /** The wave that is under way, or was the last. */
  readonly wave: string;
  /** Why it is paused, ended early, or goes back. */
  readonly why: string | null;
  /** What isn't known, and until when it is waited for. */
  readonly waitsFor: { readonly why: string; readonly until: string } | null;
  readonly onFailure: "pause" | "undo";
  readonly dueAt: string | null;
  /** Nobody has looked although it is due: no botform reconcile --every and no worker seems to run. */
  readonly isAbandoned: boolean;
  readonly waves: readonly ShownWave[];
}

/** What is reported of a roll-out, with how it stands then. */
export interface ReportedRollout {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly news: RolloutNews;
  readonly rollout: ShownRollout;
}

/** A look takes a while, and a driver sleeps between looks. */
const LATE_MS = 120_000;

/** @param now milliseconds since the epoch */
export function rolloutState(record: RolloutRecord, now: number): ShownRollout {
  const { begin, state } = record;
  const waves = wavesOf(record);
  const { onFailure, waitMs } = rulesOf(record);
  const { doubt, dueAt } = state;
  return {
    id: begin.id,
    by: begin.by,
    beganAt: iso(begin.at),
    status: state.status,
    wave: waves[state.wave]?.name ?? "",
    why: state.why,
    waitsFor: doubt === null ? null : { why: doubt.why, until: iso(doubt.since + waitMs) },
    onFailure,
    dueAt: dueAt === null ? null : iso(dueAt),
    isAbandoned: dueAt !== null && now - dueAt > LATE_MS,
    waves: waves.map((wave, index) => shownWave(record, wave, index, now)),
  };
}

function shownWave(
  { state }: RolloutRecord,
  { name, bakeMs, parts }: RolloutWave,
  index: number,
  now: number,
): ShownWave {
  const isUnderWay = index === state.wave;
  const began = state.began[index];
  const accounts = parts.map(({ account }) => account);
  const own = new Set(parts.flatMap((part) => part.bots.map(({ address }) => address)));
  const leftOut = (state.leftOut ?? []).filter(({ address }) => own.has(address));
  return {
    ...{ name, accounts, bakeMs, state: waveState(state, index) },
    ...(leftOut.length > 0 && { leftOut }),
    bots: parts.reduce((sum, { bots }) => sum + bots.length, 0),
    done: index < state.wave ? accounts.length : isUnderWay ? state.done.length : 0,
    beganAt: began === undefined ? null : iso(began),
    bakedAt: isUnderWay && state.phase === "baking" && state.status === "running" ? bakedAt(state, bakeMs, now) : null,
    gates: isUnderWay ? state.gates : [],
    gatesSeenAt: isUnderWay ? gatesSeenAt(state) : null,
  };
}

/** ISO 8601, UTC; null where there are no gates, or an older botform kept no time. */
export function gatesSeenAt({ gates, gatesSeenAt: at }: RolloutRecord["state"]): string | null {
  return gates.length === 0 || at === undefined ? null : iso(at);
}

/** If it is looked at from now on: while nobody looks, it moves on with the time. */
function bakedAt(state: RolloutRecord["state"], bakeMs: number, now: number): string {
  const lastLook = state.watched?.until ?? state.since;
  return iso(Math.max(now, lastLook) + Math.max(0, bakeMs - watchedUntil(state, bakeMs, now).ms));
}

function waveState(state: RolloutRecord["state"], index: number): WaveState {
  const { status, phase, wave, isFailed } = state;
  if (index > wave) return isOver(state) && status !== "done" ? "not-begun" : "waiting";
  if (status === "undone") return "undone";
  if (phase === "undoing") return status === "paused" ? "paused" : "undoing";
  if (index < wave || status === "done") return "passed";
  if (isFailed) return "failed";
  if (status === "paused") return "paused";
  return status === "aborted" ? "ended" : phase;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
