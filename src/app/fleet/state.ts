// The state of a fleet: what the last looks saw of each account, and the plans that wait for a person.
import type { AccountSnapshot, BotSnapshot } from "../../model/fleet.js";
import {
  ACCOUNT_STATES,
  type AccountState,
  type BotCounts,
  type FleetAccount,
  type FleetPlan,
  type FleetState,
  NO_ACCOUNTS,
  NO_BOTS,
  rolloutNeeds,
} from "../../model/fleet-state.js";
import { byText } from "../../model/order.js";
import type { WaitingPlans } from "../../model/planfile/approval.js";
import type { ShownRollout } from "../../model/rollout/shown.js";
import { counted } from "../../model/text/counted.js";
import { spanText } from "../../model/text/span.js";
import { EXIT, type ExitCode, mostSerious } from "../exit.js";
import { waiting } from "../gate/approvals.js";
import { type AccountLedgerOptions, accountsOf, configurationOf, onDisk } from "../ledger/account-ledger.js";
import { rolloutStatus } from "../rollout/decide.js";
import { dealsOf, nakedIn, sumsOf } from "./deal-sums.js";
import { snapshotsOf } from "./snapshots.js";

/** Needs no service. Throws AppError. */
export async function fleetState(options: AccountLedgerOptions, now: number): Promise<FleetState> {
  const { journal } = options;
  const [snapshots, plans, rollout] = await Promise.all([
    onDisk(() => snapshotsOf(journal)),
    waiting({ journal }),
    rolloutStatus({ journal }),
  ]);
  const names = accountsOf(configurationOf(options), options);
  return stateFrom(namesOr(names, snapshots), snapshots, plans, now, rollout);
}

/** @param names of the configuration's accounts; where there are none, those that were looked at */
export function namesOr(names: readonly string[], snapshots: ReadonlyMap<string, AccountSnapshot>): readonly string[] {
  return names.length === 0 ? [...snapshots.keys()] : names;
}

/** The same from what was read already. */
export function stateFrom(
  names: readonly string[],
  snapshots: ReadonlyMap<string, AccountSnapshot>,
  { plans, unusable, damaged }: WaitingPlans,
  now: number,
  last: ShownRollout | null = null,
): FleetState {
  const rollout = last !== null && (last.status === "running" || last.status === "paused") ? last : null;
  const own = plans.filter(({ saved }) => names.includes(saved.account));
  const waitsFor = new Map<string, string[]>();
  for (const { digest, state, saved } of own)
    if (state === "waiting") waitsFor.set(saved.account, [...(waitsFor.get(saved.account) ?? []), digest]);
  const accounts = names
    .map((name) => accountOf(name, snapshots.get(name), waitsFor.get(name) ?? [], now))
    .map((one) => inWave(one, rollout))
    .toSorted((left, right) => rank(left) - rank(right) || byText(left.account, right.account));
  return {
    at: iso(now),
    accounts,
    counts: countsOf(NO_ACCOUNTS, accounts),
    plans: own.flatMap(planOf),
    rollout,
    unusable: unusable.map(({ digest, problem }) => ({ digest, why: problem.summary })),
    damaged,
  };
}

function inWave(one: Omit<FleetAccount, "wave">, rollout: ShownRollout | null): FleetAccount {
  const wave = rollout?.waves.find(({ accounts, state }) => state !== "passed" && accounts.includes(one.account))?.name;
  return { ...one, wave: wave ?? null };
}

function planOf({ digest, state, saved }: WaitingPlans["plans"][number]): FleetPlan[] {
  if (state !== "waiting" && state !== "approved") return [];
  const { account, plan, createdAt: madeAt, expiresAt } = saved;
  return [{ digest, account, state, steps: plan.steps.length, madeAt, expiresAt }];
}

function rank({ state }: Pick<FleetAccount, "state">): number {
  return ACCOUNT_STATES.indexOf(state);
}

/** How the state of a fleet ends a command: what isn't known outranks what is. */
export function exitOfFleet({ counts, unusable, damaged, rollout }: FleetState): ExitCode {
  const waits = rolloutNeeds({ rollout }) === undefined ? [] : [EXIT.blocked];
  const ends = ACCOUNT_STATES.flatMap((state) => (counts[state] > 0 ? ENDS[state] : []));
  return mostSerious([...ends, ...waits, ...(unusable.length > 0 || damaged !== undefined ? [EXIT.failed] : [])]);
}

const ENDS: Readonly<Record<AccountState, ExitCode>> = {
  ...{ "in-doubt": EXIT.unknown, unreadable: EXIT.unknown, late: EXIT.unknown, "never-seen": EXIT.unknown },
  ...{ unmeasured: EXIT.unknown },
  ...{ tripped: EXIT.blocked, waiting: EXIT.changesPending, drifted: EXIT.changesPending },
  ...{ held: EXIT.done, "in-step": EXIT.done },
};

/** A look that takes its time isn't late. */
const LEAST_PATIENCE_MS = 60_000;
/** Whoever looks once, from cron, says nothing of the next look. */
const PATIENCE_MS = 3_600_000;

/** One interval more than it should have been, at least a minute; an hour where no next look was planned. */
export function isOverdue({ at, dueAt }: AccountSnapshot["look"], now: number): boolean {
  // Of a clock that is ahead: nobody knows when that was.
  if (at - now > LEAST_PATIENCE_MS) return true;
  if (dueAt <= at) return now - at > PATIENCE_MS;
  return now - dueAt > Math.max(LEAST_PATIENCE_MS, dueAt - at);
}

function accountOf(
  account: string,
  snapshot: AccountSnapshot | undefined,
  plans: readonly string[],
  now: number,
): Omit<FleetAccount, "wave"> {
  if (snapshot === undefined) {
    const nothing = { mode: null, lookedAt: null, dueAt: null, seenAt: null, driftedSince: null };
    const why = "botform hasn't looked at it yet";
    return {
      ...{ account, state: "never-seen", why, ...nothing, isLate: false, plans },
      ...{ bots: null, deals: null, naked: null },
    };
  }
  const { look, seen } = snapshot;
  const isLate = isOverdue(look, now);
  const deals = seen && dealsOf(seen.bots);
  return {
    ...{ account, ...worstOf(snapshot, plans, isLate, now), mode: look.mode },
    ...{ lookedAt: iso(look.at), dueAt: iso(look.dueAt), isLate, seenAt: seen === undefined ? null : iso(seen.at) },
    ...{ driftedSince: look.driftedSince === null ? null : iso(look.driftedSince), plans },
    bots: seen === undefined ? null : botCounts(seen.bots),
    deals: deals === undefined ? null : sumsOf(seen?.bots ?? []),
    naked: deals === undefined ? null : nakedIn(deals),
  };
}

type Worst = Pick<FleetAccount, "state" | "why">;

function worstOf({ look, seen }: AccountSnapshot, plans: readonly string[], isLate: boolean, now: number): Worst {
  const counts = countsOf(NO_BOTS, seen?.bots ?? []);
  const { tripped, exposed, unknown } = look.breakers;
  const drifted = counts.drifted + counts.missing;
  if (counts["in-doubt"] > 0)
    return { state: "in-doubt", why: `a command to ${counted(counts["in-doubt"], "bot")} may still take effect` };
  if (exposed !== null) return { state: "tripped", why: `a breaker has tripped, and its bots may be on: ${exposed}` };
  if (tripped.length > 0) return { state: "tripped", why: `tripped: ${tripped.join(", ")}` };
  if (look.unreadable !== null) return { state: "unreadable", why: look.unreadable };
  if (isLate) return { state: "late", why: lateText(look, now) };
  if (seen === undefined) return { state: "unreadable", why: "its bots were never read" };
  if (unknown.length > 0) return { state: "unmeasured", why: `not measured: ${unknown.join(", ")}` };
  if (plans.length > 0) return { state: "waiting", why: `${counted(plans.length, "plan")} to approve or reject` };
  if (drifted > 0 || look.driftedSince !== null) {
    const bots = [
      ...(counts.drifted > 0 ? [`${counted(counts.drifted, "bot")} drifted`] : []),
      ...(counts.missing > 0 ? [`${counts.missing} missing`] : []),
    ];
    const what = bots.length === 0 ? "it differs from the configuration" : bots.join(", ");
    return { state: "drifted", why: look.refused === null ? what : `${what}; not corrected: ${look.refused}` };
  }
  if (counts.held > 0) return { state: "held", why: `${counted(counts.held, "bot")} held` };
  const waiting = counts["in-wave"];
  const rest = waiting === 0 ? "" : `, ${waiting} of which ${waiting === 1 ? "waits" : "wait"} for a wave`;
  return { state: "in-step", why: `${counted(seen.bots.length, "bot")}${rest}` };
}

/** `last look 40 min ago, the next was due 35 min ago`. */
function lateText({ at, dueAt }: AccountSnapshot["look"], now: number): string {
  const due = dueAt <= at ? "and no next one was planned" : `the next one was due ${spanText(now - dueAt)} ago`;
  return `last look ${spanText(now - at)} ago, ${due}`;
}

/** @param none of each state */
function countsOf<S extends string>(
  none: Readonly<Record<S, number>>,
  all: readonly { readonly state: S }[],
): Readonly<Record<S, number>> {
  const counts: Record<S, number> = { ...none };
  for (const { state } of all) counts[state] += 1;
  return counts;
}

function botCounts(bots: readonly BotSnapshot[]): BotCounts {
  const there = bots.filter(({ id }) => id !== null);
  return {
    ...countsOf(NO_BOTS, bots),
    total: bots.length,
    on: there.filter(({ on }) => on === true).length,
    onUnknown: there.filter(({ on }) => on === null).length,
  };
}

function iso(ms: number): string {
  return new Date(Math.max(0, Math.min(ms, 253_402_300_799_999))).toISOString();
}
