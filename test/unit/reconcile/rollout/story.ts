// A roll-out of two waves, told as a story: facts, one after another, and what became of it.
import { type Decision, type GateReading, newState, type RolloutState } from "../../../../src/model/rollout/record.js";
import { advance, type Facts, type PartFact } from "../../../../src/reconcile/rollout/advance.js";
import type { Course } from "../../../../src/reconcile/rollout/transitions.js";

export const MINUTE = 60_000;
const part = (account: string, reviewed = ["r"]) => ({ account, bots: [], isLast: true, reviewed });
export const course: Course = {
  ...{ gates: { drift: true }, onFailure: "pause", waitMs: 10 * MINUTE },
  waves: [
    { name: "first", bakeMs: 60 * MINUTE, parts: [part("a"), part("b")] },
    { name: "rest", bakeMs: 0, parts: [part("c")] },
  ],
};
export const baseline: Facts = { kind: "baseline", open: [] };
export const looked = (...states: readonly PartFact["state"][]): Facts => ({
  kind: "looked",
  parts: states.map((state, at) => ({ account: "abc"[at] ?? "", state, why: `${state} ${at}` })),
});
export const applied = (account: string, end: "applied" | "failed" | "blocked" | "unknown" = "applied"): Facts => ({
  ...{ kind: "applied", account, end, why: `${account} ${end}` },
});
export const gates = (...states: readonly GateReading["state"][]): Facts => ({
  kind: "gates",
  readings: states.map((state) => ({ gate: "drift", state, text: `gate ${state}` })),
});
export const decides = (does: Decision["does"], wave = 0, phase = "baking", heardBefore = 0): Facts => {
  const decision: Decision = {
    ...{ type: "decision", at: 0, format: 1, id: "i", by: "ana", reason: null },
    does,
    wave,
    phase,
  };
  return { kind: "decisions", decisions: [...Array(heardBefore).fill(decision), decision] };
};

/** One after another, so many minutes later each. */
export function story(
  all: readonly (readonly [number, Facts])[],
  of: Course = course,
  from: RolloutState = newState(0),
) {
  let [state, now] = [from, 0];
  const done: string[] = [];
  for (const [minutes, facts] of all) {
    now += minutes * MINUTE;
    const next = advance(of, state, facts, now);
    for (const action of next.actions)
      done.push(`${action.does} ${"accounts" in action ? action.accounts : action.runs}`);
    state = next.state;
  }
  const news = state.unreported.map(({ kind, wave, why }) => [kind, wave, ...(why === null ? [] : [why])].join(" "));
  return { state, done, news };
}

export const CARRIED_OUT = [
  [0, baseline],
  [0, looked("ready", "ready")],
  [0, applied("a")],
  [0, applied("b")],
] as const;

/** Looked at every three minutes, as often as such a bake is. */
export const watched = (minutes: number, facts: Facts = gates("passed")) =>
  Array.from({ length: minutes / 3 }, () => [3, facts] as const);
