// Decides how a roll-out goes on: what is applied or taken back, what is reported, and when somebody should look next. Time comes in.
import { leftOutText } from "../../model/rollout/left-out.js";
import type { Decision, GateReading, LeftOut, RolloutState } from "../../model/rollout/record.js";
import { lookMs, watchedUntil } from "../../model/rollout/watched.js";
import { heard, restored } from "./decisions.js";
import { type Course, doubtful, failed, passed, paused, reporting } from "./transitions.js";

/** How the plan of one account of the wave looks now. */
export interface PartFact {
  readonly account: string;
  /** `differs`: it would do what nobody has reviewed. `blocked`: it needs a person. `unknown` is never done. */
  readonly state: "as-declared" | "ready" | "differs" | "blocked" | "unknown";
  readonly why: string;
  /** Its bots that differ, or may, and that its plan passes over. */
  readonly leftOut?: readonly LeftOut[];
}

/** A run of the roll-out that would have to be taken back. */
export interface BackFact {
  readonly run: string;
  readonly state: "open" | "undone" | "blocked" | "unknown";
  readonly why: string;
}

export type Facts =
  /** All that people have decided so far. */
  | { readonly kind: "decisions"; readonly decisions: readonly Decision[] }
  /** The ledger has fewer decisions than count already: it was put back to what it was. */
  | { readonly kind: "restored"; readonly decisions: number }
  /** The files ask for something else now. */
  | { readonly kind: "changed"; readonly why: string }
  /** Bots of an account of the roll-out were turned off in an emergency, and no person has said since that it may go on. */
  | { readonly kind: "stopped"; readonly why: string }
  /** A breaker has tripped on an account of the waves so far. */
  | { readonly kind: "tripped"; readonly why: string }
  /** What running deals had won or lost before the wave begins; `why` where that isn't known. */
  | {
      readonly kind: "baseline";
      readonly open: NonNullable<RolloutState["open"]>;
      readonly ended?: NonNullable<RolloutState["ended"]>;
    }
  | { readonly kind: "unmeasured"; readonly why: string }
  | { readonly kind: "looked"; readonly parts: readonly PartFact[] }
  /** `failed`: some step has failed, and it is known which. */
  | {
      readonly kind: "applied";
      readonly account: string;
      readonly end: "applied" | "failed" | "blocked" | "unknown";
      readonly why: string;
      readonly leftOut?: readonly LeftOut[];
    }
  | { readonly kind: "gates"; readonly readings: readonly GateReading[] }
  | { readonly kind: "backs"; readonly runs: readonly BackFact[] };

export type Action =
  | { readonly does: "apply"; readonly accounts: readonly string[] }
  /** Runs, newest first. */
  | { readonly does: "back"; readonly runs: readonly string[] };

export interface Advanced {
  readonly state: RolloutState;
  /** In this order, after the state was kept; what is to be reported stands in the state. */
  readonly actions: readonly Action[];
}

/** For so long lists may lag behind what was written. */
const SETTLES_MS = 60_000;

/** @param now milliseconds since the epoch */
export function advance(course: Course, state: RolloutState, facts: Facts, now: number): Advanced {
  if (facts.kind === "decisions") return { state: heard(course, state, facts.decisions, now), actions: [] };
  if (facts.kind === "restored") return only(restored(course, state, facts.decisions));
  if (state.status !== "running") return { state, actions: [] };
  switch (facts.kind) {
    case "changed":
    case "stopped":
      return only(state.phase === "undoing" ? state : paused(course, state, facts.why));
    case "tripped":
      return only(tripped(course, state, facts.why, now));
    case "baseline": {
      const began = [...state.began.slice(0, state.wave), now];
      const { open, ended = [] } = facts;
      const begun = { ...state, open, ended, began, since: now, doubt: null, dueAt: now };
      return only(reporting(course, begun, "began", null));
    }
    case "unmeasured":
      return only(doubtful(course, state, facts.why, now));
    case "looked":
      return looked(course, state, facts.parts, now);
    case "applied":
      return only(applied(course, state, facts, now));
    case "gates":
      return only(gated(course, state, facts.readings, now));
    case "backs":
      return takenBack(course, state, facts.runs, now);
  }
}

function only(state: RolloutState): Advanced {
  return { state, actions: [] };
}

function looked(course: Course, state: RolloutState, parts: readonly PartFact[], now: number): Advanced {
  if (state.phase !== "applying") return only(state);
  const first = (kind: PartFact["state"]) => parts.find((part) => part.state === kind);
  const stopping = first("differs") ?? first("blocked");
  const isDone = new Set([
    ...state.done,
    ...parts.flatMap((part) => (part.state === "as-declared" ? part.account : [])),
  ]);
  const passedOver = parts.reduce(
    (all, part) => (isDone.has(part.account) ? withLeftOut(course, all, part) : all),
    state,
  );
  const known = { ...passedOver, done: [...isDone] };
  if (stopping !== undefined) return only(paused(course, known, stopping.why));
  const accounts = parts.flatMap(({ account, state: is }) => (is === "ready" && !isDone.has(account) ? account : []));
  const unknown = first("unknown");
  if (unknown !== undefined)
    return { state: doubtful(course, known, unknown.why, now), actions: applying(accounts, now, known, course) };
  if (accounts.length > 0) return { state: { ...known, dueAt: now }, actions: [{ does: "apply", accounts }] };
  return only(ifCarriedOut(course, { ...known, doubt: null }, now));
}

/** One account that can't be read keeps no other from being applied, as long as it is waited for. */
function applying(
  accounts: readonly string[],
  now: number,
  state: RolloutState,
  { waitMs }: Course,
): readonly Action[] {
  const isWaitedFor = state.doubt === null || now - state.doubt.since < waitMs;
  return accounts.length > 0 && isWaitedFor ? [{ does: "apply", accounts }] : [];
}

/** Once every account of the wave is as was asked for, it is watched; a wave that had nothing to do has passed, if some of its bots were seen so. */
function ifCarriedOut(course: Course, state: RolloutState, now: number): RolloutState {
  const parts = course.waves[state.wave]?.parts ?? [];
  if (parts.some(({ account }) => !state.done.includes(account))) return { ...state, dueAt: now };
  const steps = stepsGate(course, state);
  const isIdle = parts.every(({ reviewed }) => reviewed.length === 0);
  if (isIdle && steps.state === "passed") return passed(course, state, now);
  const begun = { phase: "baking", since: now, watched: { ms: 0, until: now }, dueAt: now } as const;
  const baking: RolloutState = { ...state, ...begun, doubt: null, gates: [steps], gatesSeenAt: now };
  return reporting(course, baking, "applied", null);
}

/** What it passes over of the account from now on; what it was before doesn't count any more. */
function withLeftOut(
  { waves }: Course,
  state: RolloutState,
  { account, leftOut = [] }: { readonly account: string; readonly leftOut?: readonly LeftOut[] },
): RolloutState {
  const parts = (waves[state.wave]?.parts ?? []).filter((part) => part.account === account);
  const own = new Set(parts.flatMap(({ bots }) => bots.map(({ address }) => address)));
  const others = (state.leftOut ?? []).filter(({ address }) => !own.has(address));
  return { ...state, leftOut: [...others, ...leftOut] };
}

/** A wave in which every bot was passed over shows nothing about the next one. */
function stepsGate({ waves }: Course, { wave, leftOut = [] }: RolloutState): GateReading {
  const parts = waves[wave]?.parts ?? [];
  const changing = parts.filter(({ reviewed }) => reviewed.length > 0);
  const addresses = (all: typeof parts) => new Set(all.flatMap(({ bots }) => bots.map(({ address }) => address)));
  const [all, counting] = [addresses(parts), addresses(changing.length > 0 ? changing : parts)];
  const text = leftOutText(leftOut.filter(({ address }) => all.has(address)));
  if (text === null) return { gate: "steps", state: "passed", text: "every step is carried out and verified" };
  const passedOver = leftOut.filter(({ address }) => counting.has(address)).length;
  return counting.size === 0 || passedOver < counting.size
    ? { gate: "steps", state: "passed", text: `every step is carried out and verified, and ${text}` }
    : { gate: "steps", state: "unknown", text: `nothing of the wave was carried out: ${text}` };
}

function applied(
  course: Course,
  state: RolloutState,
  { account, end, why, leftOut = [] }: Extract<Facts, { readonly kind: "applied" }>,
  now: number,
): RolloutState {
  if (state.phase !== "applying") return state;
  switch (end) {
    case "applied": {
      const done = [...new Set([...state.done, account])];
      return ifCarriedOut(course, { ...withLeftOut(course, state, { account, leftOut }), done }, now);
    }
    case "failed": {
      const steps: GateReading = { gate: "steps", state: "failed", text: why };
      return failed(course, { ...state, gates: [steps], gatesSeenAt: now }, why, now);
    }
    case "blocked":
      return paused(course, state, why);
    case "unknown":
      return doubtful(course, state, why, now);
  }
}

/** Always a gate, whatever is declared. */
function tripped(course: Course, state: RolloutState, why: string, now: number): RolloutState {
  if (state.phase === "undoing") return state;
  const breakers: GateReading = { gate: "breakers", state: "failed", text: why };
  const others = state.gates.filter(({ gate }) => gate !== "breakers");
  // Nobody has looked at the others now.
  const seen = others.length === 0 ? { gatesSeenAt: now } : {};
  return failed(course, { ...state, ...seen, gates: [...others, breakers] }, why, now);
}

function gated(course: Course, state: RolloutState, found: readonly GateReading[], now: number): RolloutState {
  if (state.phase !== "baking") return state;
  const { bakeMs = 0 } = course.waves[state.wave] ?? {};
  const watched = watchedUntil(state, bakeMs, now);
  // By a clock that was put back it may not have been applied yet.
  const age = now - state.since;
  const readings = age >= 0 && age < SETTLES_MS ? found.map(settling) : found;
  const steps = state.gates.filter(({ gate }) => gate === "steps");
  const known = { ...state, watched, gates: [...steps, ...readings], gatesSeenAt: now };
  const broken = readings.filter((one) => one.state === "failed");
  if (broken.length > 0) return failed(course, known, broken.map(({ text }) => text).join("; "), now);
  const leftMs = bakeMs - watched.ms;
  if (leftMs > 0) return { ...known, dueAt: now + Math.min(leftMs, lookMs(bakeMs)) };
  const unclear = [...steps, ...readings].filter((one) => one.state === "unknown");
  if (unclear.length > 0) return doubtful(course, known, unclear.map(({ text }) => text).join("; "), now);
  return passed(course, known, now);
}

/** What was just written may not stand in the service's lists yet: the apply has read it back one by one. */
function settling(reading: GateReading): GateReading {
  const { gate, state, text } = reading;
  return gate === "drift" && state === "failed"
    ? { gate, state: "unknown", text: `${text}, just after the apply` }
    : reading;
}

function takenBack(course: Course, state: RolloutState, runs: readonly BackFact[], now: number): Advanced {
  if (state.phase !== "undoing") return only(state);
  const blocked = runs.find((one) => one.state === "blocked");
  if (blocked !== undefined) return only(paused(course, state, blocked.why));
  const unknown = runs.find((one) => one.state === "unknown");
  // A later run is taken back first, so nothing goes back past one that isn't known.
  if (unknown !== undefined) return only(doubtful(course, state, unknown.why, now));
  const open = runs.flatMap(({ run, state: is }) => (is === "open" ? run : []));
  // Whether a doubt is over shows only once they are taken back.
  if (open.length > 0) return { state: { ...state, dueAt: now }, actions: [{ does: "back", runs: open }] };
  const over: RolloutState = { ...state, status: "undone", since: now, doubt: null, dueAt: null };
  return only(reporting(course, over, "undone", state.why));
}
