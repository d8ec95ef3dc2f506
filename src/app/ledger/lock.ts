// One writer at a time, on this machine and with this ledger: locks for each access that a plan writes to, whatever the account is called.
import { hash } from "node:crypto";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isDatabase } from "../../database/connection.js";
import { type Lease, type LeaseHolder, LostLease, newestNonces, takeLease } from "../../database/lease.js";
import { folderDisk } from "../../disk/folder.js";
import { breakLock, type Holder, inspect, isGone, Silence, tryLock } from "../../disk/lock.js";
import type { LockFacts, ShownLock } from "../../model/lock.js";
import { isTurnOffsAlone, type Plan } from "../../model/plan/plan.js";
import { DiskError } from "../../model/ports.js";
import { serviceOf } from "../../reconcile/ledger/names.js";
import type { Endpoint } from "../endpoint.js";
import { AppError } from "../error.js";
import { EXIT } from "../exit.js";
import type { Host } from "../host.js";

export interface LockOptions {
  /** The folder of the locks; by default in the machine's own state folder, never in one that is cached or shared. */
  readonly lockDir?: string;
  /** Seconds to wait for another run. */
  readonly lockTimeout?: number;
  /** Go on where another run was taken over, and the service still accepts what it may have signed. */
  readonly takeOver?: boolean;
  /** Its writes are no intents of the ledger: whoever takes over from it can't look up what it has signed. */
  readonly isUnrecorded?: boolean;
  /** Folder of the ledger: who shares it shares a lock, whatever machine or container it is in. */
  readonly journal?: string;
}

/** Where an account is, and what opens it. */
type Opens = Pick<Endpoint, "apiUrl" | "apiKey"> & Partial<Pick<Endpoint, "apiSecret" | "nonceWindow">>;

/** What is locked. */
interface Locked {
  readonly account: string;
  readonly endpoint: Opens;
  /** None for what waits for nobody. */
  readonly accessIds: readonly number[];
}

/** The accesses that a plan writes to; turn-offs wait for nobody. */
export function lockedAccesses(made: Plan): readonly number[] {
  return isTurnOffsAlone(made) ? [] : Object.values(made.bots).map(({ accessId }) => accessId);
}

/** Locks that were taken. */
export interface Lock {
  readonly waited: boolean;
  /** Why what it locks may be another's by now; asked before every write that has no intent in the ledger (F5). */
  lost(): DiskError | undefined;
  release(): Promise<void>;
}

const DEFAULT_TIMEOUT_S = 600;
const EVERY_MS = 500;

/** The machine's own folder for what outlives a run. */
export function machineFolder(env: Host["env"]): string {
  const state = env.XDG_STATE_HOME;
  return join(state !== undefined && state !== "" ? state : join(homedir(), ".local", "state"), "botform");
}

export function lockFolder({ lockDir }: LockOptions, env: Host["env"]): string {
  const named = lockDir ?? env.BOTFORM_LOCK_DIR;
  return named !== undefined && named !== "" ? named : join(machineFolder(env), "locks");
}

/**
 * Takes the locks of all these accesses, in one order, and waits for whoever holds one. Resolves to who holds it where that
 * took too long. Rejects with AppError when the user interrupts.
 */
export async function lock(
  host: Host,
  options: LockOptions,
  locked: Locked,
): Promise<Lock | { readonly heldBy: string }> {
  const { account } = locked;
  const taken: (() => Promise<void>)[] = [];
  const leases: Lease[] = [];
  const release = async () => void (await Promise.all(taken.splice(0).map((one) => one())));
  const seconds = options.lockTimeout ?? DEFAULT_TIMEOUT_S;
  let waited = false;
  const fence = async (lease: Lease, url: string) => {
    let isFree = lease.takenOver === undefined || options.takeOver === true;
    try {
      isFree ||= await isProved(host, url, locked, lease.takenOver?.signedUntil);
    } finally {
      if (!isFree) await lease.abandon();
    }
    if (isFree) {
      leases.push(lease);
      return lease;
    }
    throw new AppError(`${account}: nothing was written: ${NOT_FENCED}`, { exitCode: EXIT.failed });
  };
  const take = async (attempt: Attempt) => {
    const found = await attempt();
    if ("release" in found) return void taken.push(found.release);
    waited = true;
    const { heldBy } = found;
    const limit = `for up to ${seconds} s (--lock-timeout)`;
    if (seconds > 0) host.say({ kind: "note", text: `${account}: waiting for ${heldBy} ${limit}` });
    const free = await host.read(`${account} as soon as the lock is free`, () => waitFor(attempt, seconds));
    if (free === undefined) return heldBy;
    return void taken.push(free.release);
  };
  try {
    for (const place of places(options, host.env)) {
      const { folder, isLedger } = place;
      try {
        for (const attempt of attemptsAt(place, locked, options, fence)) {
          const heldBy = await take(attempt);
          if (heldBy === undefined) continue;
          await release();
          return { heldBy };
        }
      } catch (error) {
        if (!(error instanceof DiskError)) throw error;
        // Without its lease a run could send nothing but turn-offs anyway, and others share the ledger because they are elsewhere.
        if (isDatabase(folder))
          throw new AppError(`${account}: nothing was written, since the ledger can't be asked: ${error.message}`, {
            exitCode: EXIT.failed,
          });
        host.say({ kind: "warning", text: withoutLock(account, error, isLedger) });
      }
    }
    const lost = () => leases.flatMap((one) => (one.isHeld() ? [] : new LostLease(one)))[0];
    return { waited, lost, release };
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Whether the service is known to accept nothing any more that the last owner may have signed (F4). @param signedUntil the last
 * second in which it may have signed what the ledger doesn't have
 */
async function isProved(
  host: Host,
  url: string,
  { account, endpoint }: Locked,
  signedUntil: number | undefined,
): Promise<boolean> {
  const service = serviceOf(new URL(endpoint.apiUrl).origin);
  const nonces = [...(await newestNonces(url))].flatMap(([origin, nonce]) =>
    serviceOf(origin) === service ? nonce : [],
  );
  if (signedUntil !== undefined) nonces.push(signedUntil);
  if (nonces.length === 0) return true;
  const { apiSecret } = endpoint;
  const { isFenced } = await import("./fence.js");
  return host.read(`${account}: whether what a run that broke off has sent can still arrive`, () =>
    apiSecret === undefined ? Promise.resolve(false) : isFenced({ ...endpoint, apiSecret }, Math.max(...nonces)),
  );
}

interface LockPlace {
  readonly folder: string;
  /** It may lie where others reach it, and in a cache that outlives its runs: who falls silent there is gone. */
  readonly isLedger: boolean;
}

/** Where locks are taken, in this order: two runs that share both can't wait for each other. */
function places(options: LockOptions, env: Host["env"]): readonly LockPlace[] {
  const own = { folder: lockFolder(options, env), isLedger: false };
  const { journal } = options;
  const isBeside = journal !== undefined && (isDatabase(journal) || resolve(journal) !== resolve(own.folder));
  return isBeside ? [own, { folder: journal, isLedger: true }] : [own];
}

/** The locks of this machine. Throws AppError where the folder can't be read. */
export async function listLocks(host: Host, options: LockOptions): Promise<LockFacts> {
  const folder = lockFolder(options, host.env);
  const names = (await onDisk(() => folderDisk(folder).names())).filter((name) => name.endsWith(SUFFIX)).sort();
  const locks = await Promise.all(names.map((name) => onDisk(() => shownLock(folder, name))));
  return { folder, locks: locks.flatMap((one) => one ?? []) };
}

async function shownLock(folder: string, name: string): Promise<ShownLock | undefined> {
  const found = await inspect(join(folder, name));
  if (found === undefined) return undefined;
  const { about = null, host = null, pid = null, since = null } = found.heldBy ?? {};
  return { name, about, host, pid, since, gone: found.heldBy !== undefined && isGone(found.heldBy) };
}

/** Removes the locks of these names, and tells which. Throws AppError for a name that isn't there. */
export async function breakLocks(
  host: Host,
  { names, ...options }: LockOptions & { readonly names: readonly string[] },
): Promise<LockFacts> {
  const { folder, locks } = await listLocks(host, options);
  const missing = names.filter((name) => locks.every((one) => one.name !== name));
  if (missing.length > 0)
    throw new AppError(`there is no lock ${missing.join(", ")} in ${folder}\nbotform lock show lists the locks.`);
  for (const name of names) await onDisk(() => breakLock(join(folder, name)));
  return { folder, locks: locks.filter(({ name }) => names.includes(name)) };
}

async function onDisk<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    throw new AppError(`the locks can't be read: ${error.message}`, { exitCode: EXIT.failed });
  }
}

const SUFFIX = ".lock";

/** What an access is known by: two keys may open it at one service, and one key by two spellings of its host. */
export function accessNames({ apiUrl, apiKey }: Opens, accessId: number): readonly string[] {
  const { origin } = new URL(apiUrl);
  const known = [
    [origin, accessId],
    [serviceOf(origin), apiKey, accessId],
  ];
  return known.map((one) => hash("sha256", JSON.stringify(one)).slice(0, 16));
}

const NOT_FENCED =
  "a run broke off, or ended without an answer to what it had sent, and the service still accepts requests as old as that, so it may yet arrive. Make sure that the run has ended, look at the account with botform plan, then add --take-over";

/** Asks for a lock: what gives it back, or who holds it, in words. */
type Attempt = () => Promise<{ readonly release: () => Promise<void> } | { readonly heldBy: string }>;

/** In a database one lease of all, in a folder a lock of each, sorted: two runs that share several can't wait for each other. */
function attemptsAt(
  { folder, isLedger }: LockPlace,
  { account, endpoint, accessIds }: Locked,
  { isUnrecorded = false }: LockOptions,
  fence: (lease: Lease, url: string) => Promise<Lease>,
): readonly Attempt[] {
  const about = `${account} at ${new URL(endpoint.apiUrl).origin}`;
  const names = [...new Set(accessIds.flatMap((id) => accessNames(endpoint, id)))];
  if (!isDatabase(folder))
    return names
      .map((name) => join(folder, `${name}${SUFFIX}`))
      .sort()
      .map((path) => trying(path, about, isLedger));
  if (names.length === 0) return [];
  return [
    async () => {
      const found = await takeLease(folder, names, about, isUnrecorded);
      return "release" in found ? fence(found, folder) : { heldBy: leaseholder(found.heldBy) };
    },
  ];
}

function leaseholder(held: LeaseHolder | undefined): string {
  return held === undefined
    ? "another run"
    : `the run on ${held.about} (${held.holder}, since ${held.since.toISOString()})`;
}

function trying(path: string, about: string, isLedger: boolean): Attempt {
  const silence = isLedger ? new Silence() : undefined;
  return async () => {
    const found = await tryLock(path, about, silence);
    return "release" in found ? found : { heldBy: describe(found.heldBy) };
  };
}

/** The lock, once it is free; undefined where the time is over. */
async function waitFor(attempt: Attempt, seconds: number): Promise<Pick<Lock, "release"> | undefined> {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    await wait(Math.min(EVERY_MS, Math.max(0, end - performance.now())));
    const found = await attempt();
    if ("release" in found) return found;
  }
  return undefined;
}

/** `the run of main at https://… (process 12 on host a, since 2026-…)` */
export function describe(holder: Holder | undefined): string {
  if (holder === undefined) return "another run, whose lock can't be read";
  const { about, pid, host, since } = holder;
  return `the run on ${about} (process ${pid} on ${host}, since ${since})`;
}

function withoutLock(account: string, { message }: DiskError, isLedger: boolean): string {
  const what = `${account}: no lock could be taken (${message}), so another run`;
  return isLedger
    ? `${what} elsewhere that uses the same --journal folder wouldn't be noticed`
    : `${what} on this machine wouldn't be noticed; name a writable folder of this machine with --lock-dir`;
}
