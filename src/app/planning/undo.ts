// Undoes a recorded run, and resolves what it left unknown.
import { isIdle, isTurnOffsAlone, type Plan, UNDO_DIGEST } from "../../model/plan/plan.js";
import { DiskError, type ServiceReader } from "../../model/ports.js";
import type { History, PastRun } from "../../reconcile/ledger/history.js";
import { ifThere } from "../../reconcile/ledger/ledger.js";
import { isAmong, type Place } from "../../reconcile/ledger/names.js";
import { createdElsewhere, isInDoubt, type Resolution, resolveSteps } from "../../reconcile/undo/resolve.js";
import { planUndo } from "../../reconcile/undo/undo.js";
import { serviceReader } from "../../service/ports.js";
import { systemClock } from "../clock.js";
import { type BudgetOptions, type Endpoint, type Tuning, withClient } from "../endpoint.js";
import { AppError } from "../error.js";
import type { ConfigOptions } from "../files/configuration.js";
import type { Candidate } from "../gate/gate.js";
import type { Host } from "../host.js";
import { type HistoryOptions, ofAccount, pickRun, readFolder } from "../ledger/history.js";
import { type LedgerOptions, ledgerOf, placesOf, recall, record, stopWatch, withoutKept } from "../ledger/ledger.js";
import { type Opened, openAccount } from "../live/open-account.js";
import { atHost } from "./at-host.js";
import { type LimitOptions, limited } from "./plan.js";
import { evaluatedNow, policySourceFor } from "./policies.js";

/**
 * Plans the way back from a recorded run: an ordinary plan, to be reviewed and applied like any other. Reads only. Throws
 * RangeError where the run was made against another service, otherwise as `plan`.
 */
export async function undo(
  run: PastRun,
  endpoint: Endpoint,
  options: Tuning & {
    /** What is remembered of the account; without it, nothing is. */
    readonly ledger?: LedgerOptions;
  } = {},
): Promise<Plan> {
  const { ledger } = options;
  const past = ledger && withoutKept(await recall(ledgerOf(ledger, run.begin.account, endpoint)));
  return readingFor(run, endpoint, options, (reader) => planUndo(run, reader, past));
}

/**
 * Resolves the unknown steps of a recorded run. Reads only. `runs` are all known runs, so that what another one has created
 * isn't taken for this one's. By `ledger` the service is known whatever its host was called then. Throws as `undo`.
 */
export async function resolve(
  run: PastRun,
  endpoint: Endpoint,
  options: Tuning & { readonly runs?: readonly PastRun[]; readonly ledger?: LedgerOptions } = {},
): Promise<readonly Resolution[]> {
  const { runs = [], ...others } = options;
  return readingFor(run, endpoint, others, (reader, places) =>
    resolveSteps(run, reader, { now: systemClock.now(), madeElsewhere: createdElsewhere(run, runs, places) }),
  );
}

async function readingFor<T>(
  { begin }: PastRun,
  endpoint: Endpoint,
  options: Tuning & { readonly ledger?: LedgerOptions },
  task: (reader: ServiceReader, places: readonly Place[]) => Promise<T>,
): Promise<T> {
  const { ledger, ...tuning } = options;
  const places = await knownPlaces(begin.account, endpoint, ledger);
  if (!isAmong(places, begin)) throw new RangeError("the run was made against another service");
  return withClient({ ...tuning, ...endpoint, allow: "read" }, (client) =>
    task(serviceReader(client, begin.plan.exchange), places),
  );
}

/** A ledger that can't be read knows no other place. */
function knownPlaces(account: string, endpoint: Endpoint, ledger?: LedgerOptions): Promise<readonly Place[]> {
  const own = [{ account, origin: new URL(endpoint.apiUrl).origin }];
  return ifThere(ledger === undefined ? Promise.resolve(own) : placesOf(ledger, account, endpoint), own);
}

export interface BackOptions extends HistoryOptions, ConfigOptions, BudgetOptions, LimitOptions {
  readonly journal: string;
  readonly id: string;
  readonly concurrency: number;
}

/**
 * The way back from the run that is meant, for the gate. Throws AppError for a run that isn't there, or was made elsewhere,
 * and ServiceError where the account can't be read.
 */
export async function planBack(
  host: Host,
  options: BackOptions,
): Promise<{ readonly run: PastRun; readonly candidate: Candidate }> {
  const known = await readFolder(options.journal);
  const run = pickRun(known, options);
  if (options.id === "last") refuseUndoOfUndo(run, known, options);
  const { account } = run.begin;
  const opened = await openAccount(host, { ...options, account });
  await refuseElsewhere(run, opened, options);
  const { endpoint } = opened;
  const isStopped = await stopWatch({ folder: options.journal }, account, endpoint);
  const { concurrency } = options;
  const back = await host.read(account, (watch) =>
    undo(run, endpoint, { ledger: { folder: options.journal }, concurrency, ...watch }),
  );
  const unlimited = atHost(back, endpoint);
  // An unreadable configuration must not prevent an undo that turns a bot off.
  const policySource = isTurnOffsAlone(unlimited) ? undefined : policySourceFor(host, options, account);
  const policies = policySource === "unknown" || isIdle(unlimited) ? undefined : policySource;
  const evaluated = policies && (await evaluatedNow(host, concurrency, unlimited, policies, endpoint));
  const made = limited(evaluated === undefined ? unlimited : withoutLines(evaluated), options, policies?.account);
  return { run, candidate: { account, made, endpoint, policySource, hasFindings: evaluated !== undefined, isStopped } };
}

/** What policies name comes from the run that is undone: the configuration's line for it says something else. */
function withoutLines(made: Plan): Plan {
  return { ...made, findings: (made.findings ?? []).map(({ position: _position, ...finding }) => finding) };
}

/** Whoever undoes the last run twice doesn't mean to do again what the first time has undone. Throws AppError. */
function refuseUndoOfUndo(run: PastRun, { runs }: History, { account }: HistoryOptions): void {
  if (run.begin.command !== "undo") return;
  const own = ofAccount(runs, account);
  const undone = new Set(own.map(({ begin }) => begin.plan.configDigest));
  const earlier = own.findLast(({ begin }) => begin.command !== "undo" && !undone.has(`${UNDO_DIGEST}${begin.id}`));
  const further = earlier === undefined ? "" : `\nTo go further back: botform undo ${earlier.begin.id}`;
  throw new AppError(
    `the last run is an undo itself, so undoing it would do again what it has undone; nothing was done\nIf that is meant: botform undo ${run.begin.id}${further}`,
  );
}

/** Refuses a run of another service: the account's name may stand for another one by now. Throws AppError. */
async function refuseElsewhere(
  { begin }: PastRun,
  { endpoint, account }: Opened,
  { journal: folder }: HistoryOptions,
): Promise<void> {
  if (isAmong(await knownPlaces(begin.account, endpoint, { folder }), begin)) return;
  const { origin } = new URL(endpoint.apiUrl);
  throw new AppError(`${begin.id} ran against ${begin.origin}; the account ${account} is now at ${origin}`);
}

export interface ResolveOptions extends HistoryOptions, BudgetOptions {
  readonly journal: string;
  /** Without it every run of the account that leaves something in doubt. */
  readonly id?: string;
  readonly config?: string | undefined;
  readonly concurrency: number;
}

export interface ResolvedRuns {
  readonly account: string;
  /** The run that was asked for. */
  readonly asked: string | undefined;
  readonly runs: readonly { readonly run: PastRun; readonly steps: readonly Resolution[] }[];
  /** Steps that are still in doubt. */
  readonly open: number;
}

/** Looks again at what is unknown of earlier runs, and keeps in the journal what became of it. */
export async function resolveRuns(host: Host, options: ResolveOptions): Promise<ResolvedRuns> {
  const { id, journal, concurrency } = options;
  const past = await readFolder(journal);
  const chosen = id === undefined ? undefined : pickRun(past, { ...options, id });
  const opened = await openAccount(host, { ...options, account: chosen?.begin.account ?? options.account });
  const { account, endpoint } = opened;
  if (chosen !== undefined) await refuseElsewhere(chosen, opened, options);
  const ledger = { folder: journal };
  const places = await knownPlaces(account, endpoint, ledger);
  const doubtful = past.runs.filter(
    (run) => isAmong(places, run.begin) && run.steps.some(isInDoubt) && (chosen === undefined || run === chosen),
  );
  const runs: { readonly run: PastRun; readonly steps: readonly Resolution[] }[] = [];
  for (const run of doubtful) {
    const steps = await host.read(account, (watch) =>
      resolve(run, endpoint, { runs: past.runs, ledger, concurrency, ...watch }),
    );
    await keep(host, journal, run, steps);
    runs.push({ run, steps });
  }
  const open = runs.flatMap(({ steps }) => steps).filter(({ settled }) => !settled).length;
  return { account, asked: chosen?.begin.id, runs, open };
}

/** Findings are shown even if the journal can't keep them. */
async function keep(host: Host, folder: string, run: PastRun, found: readonly Resolution[]): Promise<void> {
  try {
    await record(folder, run, found);
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    host.say({ kind: "note", text: `the journal can't be written (${error.code}), so this isn't recorded` });
  }
}
