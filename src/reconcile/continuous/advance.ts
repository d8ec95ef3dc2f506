// Decides what follows from one look at an account: what is reported, what is corrected, and when the next look is due. Time and chance come in.
import { type LookRecord, type Mode, type News, NOTHING_REPORTED } from "../../model/look.js";

/** What a look, or what followed from it, has found. */
export type Facts =
  /** `drift` tells what differs, and nothing of it; null where nothing does. */
  | { readonly kind: "looked"; readonly drift: string | null; readonly isInDoubt: boolean }
  /** Whether the account is as declared isn't known. */
  | { readonly kind: "unreadable"; readonly why: string }
  /** The plan was carried out, and every step's effect was seen. */
  | { readonly kind: "corrected" }
  /** Nothing, or not all of it, was carried out. */
  | { readonly kind: "refused"; readonly why: string; readonly wrote: boolean }
  /** A person was asked to approve the plan of that digest. */
  | { readonly kind: "asked"; readonly plan: string }
  /** What each breaker says, by its name. */
  | {
      readonly kind: "breakers";
      readonly near: ReadonlyMap<string, string>;
      readonly unknown: ReadonlyMap<string, string>;
      readonly tripped: ReadonlyMap<string, string>;
      /** Why bots of a tripped breaker may be on; null where all are known to be off, and held. */
      readonly exposed: string | null;
      /** Bots that were on though a breaker had tripped before, and were turned off. */
      readonly turnedOff: readonly string[];
    };

export type Action = { readonly does: "report"; readonly news: News } | { readonly does: "correct" | "ask" };

export interface Advanced {
  readonly record: LookRecord;
  /** In this order. */
  readonly actions: readonly Action[];
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
}

interface Around {
  readonly mode: Mode;
  /** From one look at a stable account to the next, in milliseconds. */
  readonly everyMs: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** In [0, 1): it spreads the looks at many accounts. */
  readonly chance: number;
}

/** An account that needs attention is looked at so many times as often. */
const ATTENTION = 5;
const LEAST_MS = 15_000;
/** By so much an interval may be shorter or longer. */
const JITTER = 0.1;
/** So often is the same drift corrected without success. */
const MOST_WRITES = 3;
/** A look that fails once or twice is no news. */
const REPORTED_FROM = 3;

/**
 * What is kept is written before the actions with `aboutToReport`, and after them as it is: a crash between them repeats a report,
 * and hides none.
 */
export function advance(record: LookRecord, facts: Facts, around: Around): Advanced {
  const { everyMs, now, chance } = around;
  const after = (ms: number) => now + Math.round(ms * (1 - JITTER + 2 * JITTER * chance));
  const soon = Math.min(everyMs, Math.max(LEAST_MS, everyMs / ATTENTION));
  switch (facts.kind) {
    case "looked": {
      const next = looked(record, facts, around);
      const isStable = facts.drift === null && !facts.isInDoubt;
      return { ...next, dueAt: after(isStable ? everyMs : soon) };
    }
    case "unreadable": {
      // Whoever looks once hears of it at once.
      const next = unreadable(record, facts.why, now, everyMs === 0 ? 1 : REPORTED_FROM);
      const times = next.record.failing?.times ?? 1;
      return { ...next, dueAt: after(Math.min(everyMs, soon * 2 ** (times - 1))) };
    }
    case "corrected": {
      // The next look shows that the drift is over.
      const actions = [report({ kind: "corrected" })];
      return { record: { ...record, refused: null }, actions, dueAt: after(Math.min(soon, LEAST_MS)) };
    }
    case "asked": {
      const asked = { digest: record.drift?.digest ?? "", plan: facts.plan };
      return {
        record: { ...record, asked },
        actions: [report({ kind: "asked", plan: facts.plan })],
        dueAt: after(soon),
      };
    }
    case "breakers":
      return { ...breakers(record, facts), dueAt: after(isCalm(facts) ? everyMs : soon) };
    case "refused": {
      const digest = record.drift?.digest ?? "";
      const last = record.refused?.digest === digest ? record.refused : { times: 0, writes: 0, why: "" };
      const times = last.times + 1;
      const refused = { digest, why: facts.why, times, writes: last.writes + (facts.wrote ? 1 : 0) };
      const actions = last.why === facts.why ? [] : [report({ kind: "refused", why: facts.why })];
      return { record: { ...record, refused }, actions, dueAt: after(Math.min(everyMs, soon * 2 ** (times - 1))) };
    }
  }
}

function looked(
  { drift: before, failing, refused, asked, breakers: ofBreakers }: LookRecord,
  { drift, isInDoubt }: Extract<Facts, { readonly kind: "looked" }>,
  { mode, now }: Around,
): Omit<Advanced, "dueAt"> {
  const actions: Action[] = [];
  if (failing?.isReported === true) actions.push(report({ kind: "readable", since: failing.since }));
  if (drift === null) {
    // Nothing is over while a command may still change it.
    if (isInDoubt) return { record: { drift: before, failing: null, refused, asked, breakers: ofBreakers }, actions };
    if (before !== null) actions.push(report({ kind: "closed", since: before.since }));
    return { record: { ...NOTHING_REPORTED, asked, breakers: ofBreakers }, actions };
  }
  const isKnown = before?.digest === drift && before.isReported;
  if (!isKnown) actions.push(report({ kind: before === null || before.digest === drift ? "opened" : "changed" }));
  // What was sent several times, and didn't help, isn't sent again.
  const isGivenUp = refused?.digest === drift && refused.writes >= MOST_WRITES;
  if (mode !== "report" && !isInDoubt && !isGivenUp) actions.push({ does: mode === "correct" ? "correct" : "ask" });
  const since = before?.since ?? now;
  const kept = {
    refused: refused?.digest === drift ? refused : null,
    // Of other drift, too: the plan that is asked for next supersedes it.
    asked,
  };
  return {
    record: { drift: { digest: drift, since, isReported: true }, failing: null, ...kept, breakers: ofBreakers },
    actions,
  };
}

type BreakerFacts = Extract<Facts, { readonly kind: "breakers" }>;

function isCalm({ near, unknown, tripped }: BreakerFacts): boolean {
  return near.size + unknown.size + tripped.size === 0;
}

/** Each is reported once, until it is over. */
function breakers(record: LookRecord, facts: BreakerFacts): Omit<Advanced, "dueAt"> {
  const before = record.breakers;
  const fresh = (kind: "near" | "unknown" | "tripped"): Action[] => {
    const says = [...facts[kind]].flatMap(([name, one]) => (before[kind].includes(name) ? [] : one));
    if (says.length === 0) return [];
    const names = [...facts[kind].keys()].filter((name) => !before[kind].includes(name));
    return [report(kind === "tripped" ? { kind, breakers: says, names } : { kind, breakers: says })];
  };
  const { exposed } = facts;
  const isExposed = exposed !== null && exposed !== before.exposed;
  const actions = [
    ...fresh("tripped"),
    ...(facts.turnedOff.length > 0 ? [report({ kind: "turned-off", bots: facts.turnedOff })] : []),
    ...(isExposed ? [report({ kind: "exposed", why: exposed })] : []),
    ...fresh("unknown"),
    ...fresh("near"),
  ];
  const names = (kind: "near" | "unknown" | "tripped") => [...facts[kind].keys()];
  const kept = { near: names("near"), unknown: names("unknown"), tripped: names("tripped"), exposed };
  return { record: { ...record, breakers: kept }, actions };
}

/** What was reported of drift stays: whether it is over isn't known. */
function unreadable(record: LookRecord, why: string, now: number, from: number): Omit<Advanced, "dueAt"> {
  const { since, times, isReported } = record.failing ?? { since: now, times: 0, isReported: false };
  const isNews = !isReported && times + 1 >= from;
  const failing = { since, times: times + 1, isReported: isReported || isNews };
  return { record: { ...record, failing }, actions: isNews ? [report({ kind: "unreadable", since, why })] : [] };
}

/** What is kept while the actions are under way: nobody knows yet who has heard of them. undefined where nothing is reported of drift. */
export function aboutToReport(
  before: LookRecord,
  { record, actions }: Pick<Advanced, "record" | "actions">,
): LookRecord | undefined {
  const drift = record.drift ?? before.drift;
  if (drift === null || actions.every(({ does }) => does !== "report")) return undefined;
  return { ...record, drift: { ...drift, isReported: false } };
}

function report(news: News): Action {
  return { does: "report", news };
}
