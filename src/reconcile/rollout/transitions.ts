// The transitions of a roll-out, each with its news: it waits in doubt, pauses, fails, or goes on to the next wave.
import type { RolloutBegin, RolloutNews, RolloutState, RolloutWave } from "../../model/rollout/record.js";

/** What doesn't change by itself while it goes on. */
export interface Course extends Pick<RolloutBegin, "gates" | "onFailure" | "waitMs"> {
  readonly waves: readonly RolloutWave[];
}

/** Between two looks at what isn't known, or isn't there yet. */
const AGAIN_MS = 30_000;

/** With that piece of news, about the wave that it is at. */
export function reporting(
  course: Course,
  state: RolloutState,
  kind: RolloutNews["kind"],
  why: string | null,
): RolloutState {
  const news = { kind, wave: course.waves[state.wave]?.name ?? "", why };
  return { ...state, unreported: [...state.unreported, news] };
}

/** Nothing follows by itself any more, until a person decides. */
export function paused(course: Course, state: RolloutState, why: string): RolloutState {
  return reporting(course, { ...state, status: "paused", why, doubt: null, dueAt: null }, "paused", why);
}

/** What isn't known never passes and never fails: it is waited for, and after that a person has to look. */
export function doubtful(course: Course, state: RolloutState, why: string, now: number): RolloutState {
  const doubt = { since: state.doubt?.since ?? now, why };
  if (now - doubt.since >= course.waitMs) return paused(course, state, why);
  const waiting = { ...state, doubt, dueAt: Math.min(now + AGAIN_MS, doubt.since + course.waitMs) };
  return state.doubt === null ? reporting(course, waiting, "waits", why) : waiting;
}

/** It is known not to hold: what was done is taken back, or a person has to look, as is declared. */
export function failed(course: Course, state: RolloutState, why: string, now: number): RolloutState {
  const told = reporting(course, { ...state, isFailed: true, doubt: null }, "failed", why);
  if (course.onFailure === "pause") return paused(course, told, why);
  return { ...told, phase: "undoing", since: now, why, dueAt: now };
}

/** On to the next wave; after the last one it is done. */
export function passed(course: Course, state: RolloutState, now: number): RolloutState {
  const told = reporting(course, { ...state, doubt: null, isFailed: false, why: null }, "passed", null);
  if (state.wave + 1 >= course.waves.length)
    return reporting(course, { ...told, status: "done", since: now, dueAt: null }, "done", null);
  const fresh = { phase: "applying", done: [], open: null, gates: [], since: now, dueAt: now } as const;
  return { ...told, ...fresh, wave: state.wave + 1 };
}
