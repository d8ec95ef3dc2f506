// A ledger that several machines share: set up, looked over, moved to and from a folder, and kept from growing without end.
import { databaseName, isDatabase } from "../../database/connection.js";
import { databaseDisk } from "../../database/disk.js";
import { type LeaseHolder, leases, SKEW_S } from "../../database/lease.js";
import {
  type DatabaseFacts,
  databaseFacts,
  makeTables,
  pruneFiles,
  type QueueFacts,
  queueFacts,
} from "../../database/setup.js";
import { folderDisk } from "../../disk/folder.js";
import { type Disk, DiskError } from "../../model/ports.js";
import { FACTS_SUFFIX } from "../../reconcile/ledger/facts-file.js";
import { JOURNAL_SUFFIX } from "../../reconcile/ledger/journal.js";
import { PLANS_SUFFIX } from "../../reconcile/ledger/kept-plans.js";
import { REVISIONS_SUFFIX } from "../../reconcile/ledger/revisions.js";
import { ROLLOUTS_FILE } from "../../reconcile/ledger/rollouts.js";
import { SENDS_SUFFIX } from "../../reconcile/ledger/sends.js";
import { AppError } from "../error.js";
import { EXIT } from "../exit.js";
import type { Host } from "../host.js";
import { asideFolder, settleAside } from "./aside.js";

export interface StateOptions {
  /** Where the ledger is. */
  readonly journal: string;
}

/** The database's address. Throws AppError where the ledger is in a folder. */
function databaseOf({ journal }: StateOptions): string {
  if (isDatabase(journal)) return journal;
  throw new AppError(
    `the ledger is in the folder ${journal}, not in a database\nWrite state: { postgres: "\${env.BOTFORM_STATE_URL}" } in botform.yaml, and set the variable to postgres://user@host/database.`,
  );
}

export interface SetUp {
  readonly database: string;
  /** Numbers of the migrations that were made. */
  readonly made: readonly string[];
  /** Whether workers of a fleet have their queue; false where the package for it isn't installed. */
  readonly queue: boolean;
}

/** Makes the tables, or those that a newer version adds. Throws AppError. */
export async function stateInit(options: StateOptions): Promise<SetUp> {
  const url = databaseOf(options);
  const made = await answered(makeTables(url));
  const { makeQueue } = await import("../../database/queue.js");
  return { database: databaseName(url), made, queue: await makeQueue(url) };
}

export interface StateFacts extends DatabaseFacts {
  /** Who may write to accesses now. */
  readonly leases: readonly LeaseHolder[];
  /** Of a fleet's workers; null where there is none. */
  readonly queue: QueueFacts | null;
  /** What keeps botform from relying on it. */
  readonly faults: readonly string[];
}

/** Warned of a second before no intent would be written. */
const MOST_SKEW_S = SKEW_S - 1;

/** Throws AppError where it doesn't answer. */
export async function stateCheck(host: Pick<Host, "say" | "env">, options: StateOptions): Promise<StateFacts> {
  const url = databaseOf(options);
  const facts = await answered(databaseFacts(url));
  const held = facts.missing.length > 0 ? [] : await answered(leases(url));
  if (facts.missing.length === 0) await settleAside(host, url, asideFolder(url, host.env));
  const queue = (await answered(queueFacts(url))) ?? null;
  const faults = [
    ...(facts.missing.length > 0 ? [`its tables lack ${facts.missing.join(", ")}: run botform state init`] : []),
    ...(Math.abs(facts.clockAhead) > MOST_SKEW_S
      ? [`this machine's clock is ${facts.clockAhead} s ahead of the database's: set it, or no run may write`]
      : []),
    ...(facts.durable ? [] : ["synchronous_commit is off: what was committed may be lost with the power"]),
  ];
  const leased = held.filter(({ released, until }) => !released && until.getTime() > Date.now());
  return { ...facts, leases: leased, queue, faults };
}

/** What became of each file. */
export interface Copied {
  readonly from: string;
  readonly to: string;
  readonly copied: readonly string[];
  /** There already, with the same lines. */
  readonly same: readonly string[];
  /** There already with other lines; they were left alone. */
  readonly different: readonly string[];
}

/** Takes a folder's ledger over into the database; run twice, it copies what is new. Throws AppError. */
export async function stateImport({ folder, ...options }: StateOptions & { readonly folder: string }): Promise<Copied> {
  const url = databaseOf(options);
  return copyAll(folderDisk(folder), folder, databaseDisk(url), databaseName(url));
}

/** Writes the database's ledger into a folder, line by line as it is. Throws AppError. */
export async function stateExport({ folder, ...options }: StateOptions & { readonly folder: string }): Promise<Copied> {
  const url = databaseOf(options);
  return copyAll(databaseDisk(url), databaseName(url), folderDisk(folder), folder);
}

/** Only what belongs to a ledger: not the locks beside it. */
const SUFFIXES = [JOURNAL_SUFFIX, SENDS_SUFFIX, FACTS_SUFFIX, PLANS_SUFFIX, REVISIONS_SUFFIX, ROLLOUTS_FILE];

async function copyAll(source: Disk, from: string, target: Disk, to: string): Promise<Copied> {
  const names = (await answered(source.names())).filter((name) => SUFFIXES.some((suffix) => name.endsWith(suffix)));
  // Whoever mistypes a folder mustn't believe that its holds and doubts were taken over.
  if (names.length === 0) throw new AppError(`there is no ledger in ${from}; nothing was copied`);
  const became = { copied: [] as string[], same: [] as string[], different: [] as string[] };
  for (const name of names.toSorted()) became[await answered(copyOne(source, target, name))].push(name);
  return { from, to, ...became };
}

async function copyOne(source: Disk, target: Disk, name: string): Promise<keyof Omit<Copied, "from" | "to">> {
  const text = await source.read(name);
  const there = (await target.size(name)) === 0 ? "" : await target.read(name);
  if (there === text && text !== "") return "same";
  // A file only grows: what has come since is added.
  if (!text.startsWith(there)) return "different";
  const file = await target.open(name, true);
  try {
    await file.append(text.slice(there.length));
    await file.sync();
  } finally {
    await file.close();
  }
  return "copied";
}

export interface Pruned {
  readonly database: string;
  readonly removed: number;
}

/** Removes the records of runs, webhooks and plans that ended so many days ago, but for an account's newest runs. Throws AppError. */
export async function statePrune({ days, ...options }: StateOptions & { readonly days: number }): Promise<Pruned> {
  const url = databaseOf(options);
  return { database: databaseName(url), removed: await answered(pruneFiles(url, days)) };
}

async function answered<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    throw new AppError(error.message, { exitCode: EXIT.failed });
  }
}
