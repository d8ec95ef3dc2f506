// One look at accounts, and what follows from it: reports, corrections, questions, breakers, and when the next look is due.
import { hash } from "node:crypto";
import type { AccountDrift } from "../../model/bot/drift.js";
import { hasDrifted } from "../../model/bot/drift.js";
import { type LookMeasure, type LookRecord, type Mode, NOTHING_REPORTED, type Reported } from "../../model/look.js";
import { isInDoubt } from "../../model/plan/plan.js";
import type { Breaker } from "../../model/policy/breaker.js";
import { DiskError, ServiceError } from "../../model/ports.js";
import { type Action, aboutToReport, advance, type Facts } from "../../reconcile/continuous/advance.js";
import { countedDrift, type DriftedAccount } from "../drift/drift.js";
import type { Stopping } from "../emergency-stop.js";
import { AppError, explain, oneLine } from "../error.js";
import { EXIT, type ExitCode, mostSerious } from "../exit.js";
import type { ChosenAccounts } from "../files/configuration.js";
import { keepSnapshot } from "../fleet/snapshots.js";
import { admitted } from "../gate/admission.js";
import type { AppliedAccount } from "../gate/apply.js";
import type { Host } from "../host.js";
import { serviceIfKnown } from "../ledger/account-ledger.js";
import { reportedOf } from "../ledger/ledger.js";
import type { RolloutPorts } from "../rollout/drive.js";
import type { Current } from "../source/place.js";
import type { SourceOptions, SourcePorts } from "../source/source.js";
import { type Acting, type ActOptions, asked, breakersNow, corrected } from "./act.js";

export interface ReconcileOptions extends ActOptions, Pick<SourceOptions, "git" | "ref" | "source"> {
  /** Seconds from one look at a stable account to the next; without it, each account is looked at once. */
  readonly every?: number;
}

export interface ReconcilePorts extends RolloutPorts {
  /** Turns bots off, where a breaker trips. */
  readonly stopping: Stopping;
  /** Called for each report, in order; what it says is said when it resolves. */
  readonly report: (reported: Reported) => Promise<void>;
  /** What is reported of where the configuration comes from, in order. */
  readonly revised: SourcePorts["revised"];
  /** Called with what counts, again and again. */
  readonly counts?: (current: Current) => void;
  /** Called once it has its configuration, and looks from now on. */
  readonly began?: () => void;
  /** Called after each look at an account. */
  readonly looked?: (measure: LookMeasure) => void;
  /** Rejects with AppError where it is interrupted. */
  readonly wait: (ms: number) => Promise<void>;
  /** The accounts that somebody wants looked at now; each is named once. */
  readonly wanted?: () => ReadonlySet<string>;
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
}

export interface Watched {
  dueAt: number;
  record: LookRecord;
  last: DriftedAccount | undefined;
  /** How its breakers came out at this look. */
  breakersEnd: ExitCode;
}

/** No look is due later, whatever a clock said that was set back since. */
export function longestMs({ every = 0 }: ReconcileOptions): number {
  return every * 1_100;
}

/** Those whose time has come; undefined where there is none. */
export async function due(
  host: Host,
  options: ReconcileOptions,
  { config, accounts }: ChosenAccounts,
  watched: Map<string, Watched>,
  { now, wanted }: ReconcilePorts,
): Promise<ChosenAccounts["accounts"] | undefined> {
  for (const { desired } of accounts) {
    const { account } = desired;
    if (watched.has(account)) continue;
    // A ledger that can't be read says so at the look; what was reported is reported again.
    const record = await reportedOf({ folder: options.journal }, account, await serviceIfKnown(host, config, account))
      .read()
      .catch(orNothing);
    watched.set(account, { dueAt: 0, record, last: undefined, breakersEnd: EXIT.done });
  }
  const atOnce = wanted?.();
  const [first, ...others] = accounts.filter(({ desired }) => {
    if (atOnce?.has(desired.account) === true) return true;
    const leftMs = (watched.get(desired.account)?.dueAt ?? 0) - now();
    return leftMs <= 0 || leftMs > longestMs(options);
  });
  return first === undefined ? undefined : [first, ...others];
}

function orNothing(error: unknown): LookRecord {
  if (!(error instanceof DiskError)) throw error;
  return NOTHING_REPORTED;
}

/** Breakers first, then drift; accounts side by side, and none stops another. */
export async function lookAt(
  host: Host,
  options: ReconcileOptions,
  chosen: ChosenAccounts,
  watched: ReadonlyMap<string, Watched>,
  ports: ReconcilePorts,
): Promise<void> {
  const { stopping } = ports;
  const begun = ports.now();
  const all = chosen.accounts.flatMap((configured) => {
    const { account } = configured.desired;
    const own = watched.get(account);
    const { mode = "report", breakers = [] } = configured;
    const about = { host, options, chosen: { ...chosen, accounts: [configured] as const }, mode, ports, stopping };
    return own === undefined ? [] : [{ account, own, about, breakers }];
  });
  await admitted(all, options, ({ account, own, about, breakers }) =>
    contained(host, account, async () => {
      const result = own.last ?? { account, exitCode: EXIT.done };
      // Until they were measured.
      own.breakersEnd = breakers.length === 0 ? EXIT.done : EXIT.unknown;
      const found = await measured({ ...about, result }, own.record, breakers);
      if (found === undefined) return;
      own.breakersEnd = found.exitCode;
      await follow({ ...about, result }, own, found.facts);
    }),
  );
  const results = await driftOf(host, options, chosen);
  if (results === undefined) {
    for (const { own } of all) own.dueAt = ports.now() + AGAIN_MS;
    return;
  }
  await admitted(all, options, ({ account, own, about, breakers }) =>
    contained(host, account, async () => {
      const result = results.find((one) => one.account === account);
      if (result === undefined) return;
      const { dueAt } = own;
      own.last = result;
      await follow({ ...about, result }, own, factsOf(result));
      if (breakers.length > 0) own.dueAt = Math.min(dueAt, own.dueAt);
      own.last = { ...own.last, exitCode: mostSerious([own.last.exitCode, own.breakersEnd]) };
      ports.looked?.({ account, outcome: outcomeOf(result), ms: ports.now() - begun });
      await show(about, own, result);
    }),
  );
}

const AGAIN_MS = 15_000;
/** A database that starts anew is back by then. */
const ONCE_MORE_MS = 5_000;

/** What newly can't be measured is measured once more before anybody hears of it. */
async function measured(about: About, { breakers: { unknown } }: LookRecord, breakers: readonly Breaker[]) {
  const found = await breakersNow(about, breakers);
  if (found?.facts.kind !== "breakers" || found.facts.tripped.size > 0) return found;
  if ([...found.facts.unknown.keys()].every((name) => unknown.includes(name))) return found;
  await about.ports.wait(ONCE_MORE_MS);
  return breakersNow(about, breakers);
}

/** undefined where these accounts can't be looked at together; whoever looks once ends with that. */
async function driftOf(
  host: Host,
  options: ReconcileOptions,
  chosen: ChosenAccounts,
): Promise<readonly DriftedAccount[] | undefined> {
  try {
    return (await countedDrift(host, options, chosen)).results;
  } catch (error) {
    if (options.every === undefined || !(error instanceof AppError) || error.exitCode === EXIT.interrupted) throw error;
    host.say({ kind: "warning", text: `${oneLine(error.message)}; the next look tries again` });
    return undefined;
  }
}

/** What goes wrong with one account is said, and the others go on; an interrupt ends all. */
async function contained(host: Host, account: string, task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    if (!(error instanceof AppError || error instanceof DiskError || error instanceof ServiceError)) throw error;
    if (error instanceof AppError && error.exitCode === EXIT.interrupted) throw error;
    host.say({ kind: "warning", account, text: `${oneLine(explain(error).message)}; the next look tries again` });
  }
}

function outcomeOf({ drift }: DriftedAccount): LookMeasure["outcome"] {
  if (drift === undefined) return "unreadable";
  if (isInDoubt(drift)) return "in-doubt";
  return hasDrifted(drift) ? "drifted" : "in-step";
}

/** What people are shown is as of the look: a correction is seen by the next one. */
async function show(
  { options: { journal }, mode, ports }: Pick<About, "options" | "mode" | "ports">,
  { record, dueAt }: Watched,
  { account, bots, drift, error }: DriftedAccount,
): Promise<void> {
  const unreadable = drift === undefined ? (error ?? "it couldn't be read") : undefined;
  await keepSnapshot(journal, { account, mode, record, at: ports.now(), dueAt, unreadable, bots });
}

/** A ledger that can't be written makes reports come again, and stops none. */
async function keep({ host, options, chosen, result: { account } }: About, record: LookRecord): Promise<void> {
  try {
    await reportedOf({ folder: options.journal }, account, await serviceIfKnown(host, chosen.config, account)).set(
      record,
    );
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    const text = `the ledger can't be written (${error.message}), so this may be reported again`;
    host.say({ kind: "warning", account, text });
  }
}

interface About extends Acting {
  readonly options: ReconcileOptions;
  readonly mode: Mode;
  readonly ports: ReconcilePorts;
}

/** Carries out what follows from the facts, and what follows from that. */
async function follow(about: About, own: Watched, facts: Facts, applied?: AppliedAccount): Promise<void> {
  const { ports, options, mode, result } = about;
  const around = { mode, everyMs: (options.every ?? 0) * 1000, now: ports.now(), chance: ports.random() };
  const advanced = advance(own.record, facts, around);
  const ahead = aboutToReport(own.record, advanced);
  own.record = advanced.record;
  own.dueAt = advanced.dueAt;
  if (ahead !== undefined) await keep(about, ahead);
  for (const action of advanced.actions) {
    const { account } = result;
    if (action.does === "report")
      await ports.report({
        ...{ account, mode, at: ports.now(), news: action.news },
        ...{ drift: result.drift, report: applied?.report },
      });
    else await act(about, own, action);
  }
  await keep(about, own.record);
}

async function act(about: About, own: Watched, { does }: Exclude<Action, { readonly does: "report" }>): Promise<void> {
  const { asked: last, drift } = own.record;
  const before = last === null ? undefined : { plan: last.plan, isOfThis: last.digest === drift?.digest };
  const { facts, applied } = await (does === "correct" ? corrected(about) : asked(about, before));
  if (applied !== undefined) own.last = { ...about.result, exitCode: applied.exitCode };
  if (facts !== undefined) await follow(about, own, facts, applied);
}

function factsOf({ drift, error = "it couldn't be read" }: DriftedAccount): Facts {
  if (drift === undefined) return { kind: "unreadable", why: error };
  return { kind: "looked", drift: hasDrifted(drift) ? digestOf(drift) : null, isInDoubt: isInDoubt(drift) };
}

/** Of what differs, and not since when, nor in which line. */
function digestOf({ drifted, held, missing, strays }: AccountDrift): string {
  const settings = drifted.map((bot) => [
    bot.botId,
    bot.settings.map(({ name, dealId = 0, live, declared }) => [name, dealId, live, declared]),
  ]);
  const others = [held.map(({ address, why }) => [address, why]), missing.map(({ address }) => address), strays];
  return hash("sha256", JSON.stringify([settings, others])).slice(0, 16);
}

/**
 * One look at the one account that was chosen, and what follows from it. Resolves to when the next one is due, and to what isn't in the ledger.
 *
 * @param failing of the looks before
 */
export async function lookAtAccount(
  host: Host,
  options: ReconcileOptions,
  chosen: ChosenAccounts,
  failing: LookRecord["failing"],
  ports: ReconcilePorts,
): Promise<{ readonly dueAt: number; readonly failing: LookRecord["failing"] }> {
  const watched = new Map<string, Watched>();
  await due(host, options, chosen, watched, ports);
  const [own] = watched.values();
  if (own === undefined) throw new Error("no account was chosen");
  own.record = { ...own.record, failing: failing ?? own.record.failing };
  await lookAt(host, options, chosen, watched, ports);
  return { dueAt: own.dueAt, failing: own.record.failing };
}
