// The ledger of an account, in a folder of this machine: what plans remember, what an apply records, and what came of it.
import { hash, randomBytes } from "node:crypto";
import { isDatabase } from "../../database/connection.js";
import { heldLease, type Lease, LostLease } from "../../database/lease.js";
import type { Desired } from "../../model/bot/desired.js";
import type { Observed } from "../../model/bot/observed.js";
import type { ApplyReport } from "../../model/plan/outcome.js";
import type { Plan } from "../../model/plan/plan.js";
import { type Clock, type Disk, DiskError, LEASE_LOST } from "../../model/ports.js";
import type { PinnedFacts } from "../../model/service-facts.js";
import { type ApplyOptions, COMMAND_DEADLINE_MS } from "../../reconcile/apply/run-options.js";
import { type AccountAcknowledged, accountAcknowledged } from "../../reconcile/ledger/acknowledged.js";
import { type AccountApprovals, accountApprovals } from "../../reconcile/ledger/approvals.js";
import { type AccountBreakers, accountBreakers, failuresSince } from "../../reconcile/ledger/breakers.js";
import { DamagedLedger } from "../../reconcile/ledger/damage.js";
import { type Deeds, ledgerDeeds } from "../../reconcile/ledger/deeds.js";
import type { KnownBot } from "../../reconcile/ledger/facts.js";
import { type History, type PastRun, readHistory, runId } from "../../reconcile/ledger/history.js";
import { type AccountHolds, accountHolds } from "../../reconcile/ledger/holds.js";
import { addToJournal, type Heading, type Journal } from "../../reconcile/ledger/journal.js";
import { type KeptPlans, keptPlans } from "../../reconcile/ledger/kept-plans.js";
import { folderLedger, ifThere, type Ledger, NO_MEMORY } from "../../reconcile/ledger/ledger.js";
import type { LedgerOwner, Place } from "../../reconcile/ledger/names.js";
import { type AccountReported, accountReported } from "../../reconcile/ledger/reported.js";
import { type Rollouts, rollouts } from "../../reconcile/ledger/rollouts.js";
import type { StopWatch } from "../../reconcile/ledger/stops.js";
import { endedByRun, endedDrift } from "../../reconcile/plan/acknowledged.js";
import { type Past, seen } from "../../reconcile/plan/remembered.js";
import { type Resolution, resolvedEntry } from "../../reconcile/undo/resolve.js";
import { systemClock } from "../clock.js";
import { keptAside } from "./aside.js";
import { knownOf } from "./known-of-service.js";
import { ledgerAt } from "./ledger-place.js";
import { accessNames, lockedAccesses } from "./lock.js";

/** Where the ledger is. */
export interface LedgerOptions {
  /** Its folder, made where there is none; or the address of a database, which isn't. */
  readonly folder: string;
  /** Where turn-offs are recorded while the database can't be asked. */
  readonly aside?: string | undefined;
}

/** Where an apply writes its journal, and how the journal names the run. */
export interface JournalOptions extends LedgerOptions {
  readonly command?: Heading["command"];
  /** Of the saved plan that is carried out. */
  readonly planId?: string;
  /** Tells of the stops since it was made; by default, of those since the run began. */
  readonly isStopped?: StopWatch | undefined;
}

/** Where an endpoint is, without its credentials. */
interface Service {
  readonly apiUrl: string;
  /** Nobody can tell from what is kept of it what it is. */
  readonly apiKey?: string | undefined;
  /** What a file pins of a service. */
  readonly serviceFacts?: PinnedFacts | undefined;
  /** Seconds for which it accepts a request after its nonce; what botform assumes where nothing is stated. */
  readonly nonceWindow?: number | undefined;
}

export function ledgerOf(options: LedgerOptions, account: string, service: Service, lease?: Lease): Ledger {
  return folderLedger(diskOf(options, lease), systemClock, ownerOf(account, service));
}

/** Where runs are recorded. */
export function diskOf({ folder, aside }: LedgerOptions, lease?: Lease): Disk {
  const disk = ledgerAt(folder, lease);
  return aside === undefined ? disk : keptAside(disk, aside, lease);
}

/**
 * Tells of the stops from now on: taken before anything is read, so that what bots off stops meanwhile isn't turned on. Undefined
 * where the ledger can't be read, which stops a run later, when it can't be written.
 */
export async function stopWatch(
  options: LedgerOptions,
  account: string,
  service: Service,
): Promise<StopWatch | undefined> {
  return ifThere<StopWatch | undefined>(ledgerOf(options, account, service).watchStops(), undefined);
}

/** The holds of an account, whether or not it can be reached. @param service where it is known, the account is found under another name later, too */
export function holdsOf({ folder }: LedgerOptions, account: string, service?: Service): AccountHolds {
  return accountHolds(ledgerAt(folder), systemClock, service === undefined ? { account } : ownerOf(account, service));
}

/** What botform reconcile has reported of an account. @param service as of holds */
export function reportedOf({ folder }: LedgerOptions, account: string, service?: Service): AccountReported {
  return accountReported(
    ledgerAt(folder),
    systemClock,
    service === undefined ? { account } : ownerOf(account, service),
  );
}

/** The roll-outs of the ledger, whatever accounts they are of. */
export function rolloutsOf({ folder }: LedgerOptions): Rollouts {
  return rollouts(ledgerAt(folder), systemClock);
}

const sharedByFolder = new Map<string, Rollouts>();

/**
 * The same for all who only report in this process, look after look: it is read again only where its size is another one. Whoever
 * writes by what it says reads it itself, since a restored ledger may have grown to the same size again.
 */
export function sharedRollouts({ folder }: LedgerOptions): Pick<Rollouts, "all"> {
  const known = sharedByFolder.get(folder) ?? rolloutsOf({ folder });
  sharedByFolder.set(folder, known);
  return known;
}

/** What people did at the page. */
export function deedsOf({ folder }: LedgerOptions): Deeds {
  return ledgerDeeds(ledgerAt(folder), systemClock);
}

/** The acknowledged drift of an account, whether or not it can be reached. @param service as of holds */
export function acknowledgedOf({ folder }: LedgerOptions, account: string, service?: Service): AccountAcknowledged {
  const owner = service === undefined ? { account } : ownerOf(account, service);
  return accountAcknowledged(ledgerAt(folder), systemClock, owner);
}

/** The answers to an account's plans that wait for a person, whether or not it can be reached. */
export function approvalsOf({ folder }: LedgerOptions, account: string): AccountApprovals {
  return accountApprovals(ledgerAt(folder), systemClock, account);
}

/** The plans that wait for a person, or have waited, of every account. */
export function keptPlansAt({ folder }: LedgerOptions): KeptPlans {
  return keptPlans(ledgerAt(folder));
}

/** What is remembered of an account's breakers, whether or not it can be reached. @param service as of holds */
export function breakerLedgerOf({ folder }: LedgerOptions, account: string, service?: Service): AccountBreakers {
  const owner = service === undefined ? { account } : ownerOf(account, service);
  return accountBreakers(ledgerAt(folder), systemClock, owner);
}

/** When steps of the account's runs failed. Rejects with DiskError, also where a run can't be read. @param since milliseconds since the epoch */
export async function failedSteps(
  options: LedgerOptions,
  account: string,
  service: Service,
  since: number,
): Promise<readonly number[]> {
  return failuresSince(ledgerAt(options.folder), await placesOf(options, account, service), since);
}

/** Which lines of an account's ledger are lost; undefined where none is. Rejects with DiskError. @param service where it is known, all of it is looked at */
export function damageOf(options: LedgerOptions, account: string, service?: Service): Promise<string | undefined> {
  return service === undefined
    ? holdsOf(options, account).damage()
    : ledgerOf(options, account, service)
        .recall()
        .then(({ damaged }) => damaged);
}

/** What the account was called, and where, whatever its host is called now. Rejects with DiskError. */
export function placesOf(options: LedgerOptions, account: string, service: Service): Promise<readonly Place[]> {
  return ledgerOf(options, account, service).places();
}

function ownerOf(account: string, { apiUrl, apiKey, serviceFacts }: Service): LedgerOwner {
  const key = apiKey === undefined ? undefined : hash("sha256", apiKey).slice(0, 32);
  return { account, origin: new URL(apiUrl).origin, key, facts: serviceFacts };
}

/** What an apply knows of the past, and where it records itself. Rejects with DiskError. */
export async function openJournal(wanted: JournalOptions, plan: Plan, endpoint: Service, options: ApplyOptions) {
  const lease = leaseFor(wanted, plan, endpoint);
  const ledger = ledgerOf(wanted, plan.account, endpoint, lease);
  const heading = headingOf(wanted, plan, endpoint);
  const { commandDeadlineMs } = options;
  const known = knownOf((await ledger.relied()).seen);
  // What the configuration states counts.
  const nonceWindow = endpoint.nonceWindow ?? known.nonceWindow;
  const run = await openRun(ledger, plan, { heading, isStopped: wanted.isStopped, commandDeadlineMs, nonceWindow });
  const lostLease = lease && (() => (lease.isHeld() ? undefined : new LostLease(lease)));
  let isUnanswered = false;
  const journal = hearing(run.ports.journal, ({ kind }) => {
    isUnanswered ||= kind === "ambiguous";
  });
  const remember = async (report: ApplyReport) => {
    await run.remember(report);
    // What it has sent may still arrive, unless it was seen to: whoever writes next asks for proof that it can't.
    if (isUnanswered && report.outcomes.some(({ kind }) => kind === "unknown" || kind === "failed"))
      await ifThere(lease?.abandon() ?? Promise.resolve(), undefined);
  };
  return { ...run, remember, ports: { ...run.ports, journal, ...(lostLease && { lostLease }) }, known };
}

/** The same journal, and whoever wants to know how writes were answered. */
function hearing(journal: Journal, answered: (answer: Parameters<Journal["answer"]>[1]) => void): Journal {
  return {
    intent: (...about) => journal.intent(...about),
    answer(write, answer) {
      answered(answer);
      journal.answer(write, answer);
    },
    outcome: (outcome) => journal.outcome(outcome),
    end: (report) => journal.end(report),
  };
}

/** What the gate has taken for the run; none for turn-offs, which wait for nobody. */
function leaseFor({ folder }: LedgerOptions, plan: Plan, { apiUrl, apiKey = "" }: Service): Lease | undefined {
  const names = lockedAccesses(plan).flatMap((id) => accessNames({ apiUrl, apiKey }, id));
  const lease = heldLease(folder, names);
  if (lease === undefined && names.length > 0 && isDatabase(folder))
    throw new DiskError(LEASE_LOST, "the run has no lease of what it writes to");
  return lease;
}

interface OpenedRun extends Pick<JournalOptions, "isStopped">, Pick<Service, "nonceWindow"> {
  readonly commandDeadlineMs: number | undefined;
  readonly heading: Omit<Heading, "commandDeadlineMs">;
}

/** The same in that ledger. Rejects with DiskError; with DamagedLedger where a hold may be lost, unless the plan only turns bots off. */
export async function openRun(ledger: Ledger, plan: Plan, options: OpenedRun) {
  const { heading, commandDeadlineMs, nonceWindow } = options;
  const { intents, bots, damaged } = await ledger.recall(commandDeadlineMs);
  if (damaged !== undefined && plan.steps.some(({ action }) => action !== "turn-off")) throw new DamagedLedger(damaged);
  const isStopped = options.isStopped ?? (await ledger.watchStops());
  const deadline = Math.min(commandDeadlineMs ?? COMMAND_DEADLINE_MS, Number.MAX_SAFE_INTEGER);
  const begun = { ...heading, commandDeadlineMs: Math.ceil(deadline) };
  const journal = await ledger.begin(begun, plan, nonceWindow);
  const past = { earlier: intents, knownBots: bots };
  const remember = async ({ outcomes, stop }: ApplyReport) => {
    await ifThere(ledger.saw(madeBots(plan, outcomes)), undefined);
    const lifted = stop === undefined ? (plan.lifted ?? []) : [];
    await ifThere(ledger.unprotect(lifted.map(({ id }) => id)), undefined);
    const acknowledged = await ifThere(ledger.acknowledged(), []);
    await ifThere(ledger.endAcknowledged(endedByRun(plan, outcomes, acknowledged)), undefined);
  };
  return { ports: { journal, isStopped }, past, runId: heading.id, remember };
}

/** Bots that a run has made, as they were planned. */
function madeBots({ bots }: Plan, outcomes: ApplyReport["outcomes"]): readonly KnownBot[] {
  return outcomes.flatMap(({ address, action, botId }): KnownBot[] => {
    const planned = bots[address];
    if (action !== "create" || botId === undefined || planned === undefined) return [];
    return [{ id: botId, accessId: planned.accessId, title: planned.title, address }];
  });
}

/** What is remembered at this moment. A ledger that can't be read says so, and is empty: the service is the truth. */
export async function recall(ledger: Ledger, clock: Pick<Clock, "now"> = systemClock): Promise<Past> {
  const now = clock.now();
  try {
    return { memory: await ledger.recall(), now };
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return { memory: { ...NO_MEMORY, unread: error.message }, now };
  }
}

/** What is held or protected is planned all the same: the gate says why it isn't done. */
export function withoutKept({ memory: { kept: _kept, ...memory }, now }: Past): Past {
  return { memory, now };
}

/** Remembers what was observed, and which acknowledged drift has ended. A disk that can't be written is no reason to fail. */
export async function remember(ledger: Ledger, observed: Observed, desired: Desired): Promise<void> {
  await ifThere(ledger.saw(seen(observed, desired)), undefined);
  await ifThere(ledger.endAcknowledged(endedDrift(desired, observed)), undefined);
}

export function headingOf(
  { command = "apply", planId }: JournalOptions,
  { account }: Plan,
  { apiUrl }: Service,
): Heading {
  return {
    id: runId(systemClock.now(), randomBytes(4).toString("hex"), account),
    command,
    tool: BOTFORM_VERSION,
    account,
    origin: new URL(apiUrl).origin,
    ...(planId !== undefined && { planId }),
  };
}

/** Every run of a journal's folder. Rejects with DiskError if the folder can't be read. */
export async function history(folder: string): Promise<History> {
  return readHistory(ledgerAt(folder));
}

/** Adds what resolve found out to a run's journal. Rejects with DiskError. */
export async function record(folder: string, run: PastRun, found: readonly Resolution[]): Promise<void> {
  const now = systemClock.now();
  const entries = found.map((resolution) => resolvedEntry(resolution, now));
  if (entries.length > 0) await addToJournal(ledgerAt(folder), run.begin.id, entries);
}
