// What people decide about a roll-out, and what follows where the ledger has lost some of it.
import {
  type Decision,
  isOver,
  type RolloutRecord,
  type RolloutState,
  rulesOf,
  wavesOf,
} from "../../model/rollout/record.js";
import { type Course, passed, paused, reporting } from "./transitions.js";

/** People's decisions in their order; one about a wave or a phase that is over by now has no effect. */
export function heard(course: Course, state: RolloutState, decisions: readonly Decision[], now: number): RolloutState {
  let last = state;
  for (const decision of decisions.slice(state.heard)) {
    const counted = { ...last, heard: last.heard + 1 };
    last = isOver(last) ? counted : decided(course, counted, decision, now);
  }
  return last;
}

/** As people have decided, whether or not whoever drives it has heard of that yet. @param now milliseconds since the epoch */
export function asDecided(record: RolloutRecord, now: number): RolloutRecord {
  const course = { ...rulesOf(record), waves: wavesOf(record) };
  return { ...record, state: heard(course, record.state, record.decisions, now) };
}

/** The roll-out of a ledger that is under way, as people have decided; undefined where none is. @param all oldest first */
export function underWayIn(all: readonly RolloutRecord[], now: number): RolloutRecord | undefined {
  const last = all.at(-1);
  const record = last && asDecided(last, now);
  return record === undefined || isOver(record.state) ? undefined : record;
}

function decided(course: Course, state: RolloutState, decision: Decision, now: number): RolloutState {
  const { does, by, reason } = decision;
  const who = reason === null ? `by ${by}` : `by ${by}: ${reason}`;
  const again = { status: "running", why: null, doubt: null, dueAt: now } as const;
  switch (does) {
    case "pause":
      return state.status === "running" ? paused(course, state, who) : state;
    case "resume": {
      if (state.status !== "paused") return state;
      const why = state.phase === "undoing" ? state.why : null;
      // Nobody has watched it while it was paused.
      const watched = state.watched === undefined ? {} : { watched: { ...state.watched, until: now } };
      const on = { ...state, ...again, ...watched, why, isFailed: state.phase === "undoing" };
      return reporting(course, on, "resumed", who);
    }
    case "abort":
      return reporting(
        course,
        { ...state, status: "aborted", since: now, why: who, doubt: null, dueAt: null },
        "aborted",
        who,
      );
    case "promote": {
      if (decision.wave !== state.wave || decision.phase !== state.phase || state.phase === "undoing") return state;
      const next = {
        ...measuredAnew(course, state, decision),
        ...again,
        isFailed: false,
        waves: decision.waves === undefined ? state.waves : state.heard - 1,
      };
      const told = reporting(course, next, "promoted", who);
      return state.phase === "baking" ? passed(course, told, now) : told;
    }
  }
}

/** Where a loss counts from now on that didn't before, nobody has looked yet what was lost when the wave began. */
function measuredAnew({ gates }: Course, state: RolloutState, { rules }: Decision): RolloutState {
  const isNew = gates.loss === undefined && rules?.gates.loss !== undefined;
  return isNew && state.phase === "applying" ? { ...state, began: state.began.slice(0, state.wave) } : state;
}

/** What people decided is lost, an abort perhaps: nothing goes on before one of them has looked. */
export function restored(course: Course, state: RolloutState, decisions: number): RolloutState {
  const known = {
    ...state,
    heard: decisions,
    waves: state.waves !== null && state.waves >= decisions ? null : state.waves,
  };
  const why =
    "the ledger has fewer decisions of people than before, so it was restored perhaps; look at what is left before it goes on";
  return isOver(state) || state.status === "paused" ? known : paused(course, known, why);
}
