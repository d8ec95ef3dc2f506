// What was done while the database of a ledger was away: recorded in a folder of this machine, and added to the ledger when it is back.
import { hash } from "node:crypto";
import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseError, isDatabase, isUnset } from "../../database/connection.js";
import { databaseDisk, isIntent } from "../../database/disk.js";
import { type Lease, LostLease } from "../../database/lease.js";
import { folderDisk } from "../../disk/folder.js";
import { type Disk, DiskError, type DiskFile, LEDGER_AWAY } from "../../model/ports.js";
import { errorCode } from "../../model/text/error-code.js";
import { stateOf } from "../../reconcile/ledger/checked-lines.js";
import type { Host } from "../host.js";
import { machineFolder } from "./lock.js";

/** Where this machine keeps what it couldn't record in that ledger; undefined for a ledger in a folder. */
export function asideFolder(ledger: string, env: Host["env"]): string | undefined {
  if (!isDatabase(ledger) || isUnset(ledger)) return undefined;
  const { host, pathname, searchParams } = URL.canParse(ledger) ? new URL(ledger) : NO_URL;
  const place = host === "" ? (searchParams.get("host") ?? ledger) : host;
  return join(machineFolder(env), "unrecorded", hash("sha256", `${place}${pathname}`).slice(0, 16));
}

const NO_URL = { host: "", pathname: "", searchParams: new URLSearchParams() };
/** Of a file that a process still writes to. */
const PART = ".part";
/** Nobody writes to one for as long. */
const LEFT_MS = 24 * 3_600_000;

/**
 * The same disk, whose new files go on in the folder where the database can't be asked. There no intent is written but those of
 * turn-offs, which wait for nobody: a run whose lease can't be confirmed may send nothing else (F5). Nor those once the
 * database can be asked and says that the lease is another's, as after a restart or once it was restored.
 */
export function keptAside(disk: Disk, folder: string, lease?: Lease): Disk {
  return {
    ...disk,
    async create(name) {
      const there = await unlessAway(disk.create(name));
      return goingOn(there, folder, name, lease);
    },
  };
}

function goingOn(there: DiskFile | undefined, folder: string, name: string, lease: Lease | undefined): DiskFile {
  // All that was to be written: nobody knows how much of it the database has.
  let written = "";
  let aside: DiskFile | undefined;
  const append = async (text: string): Promise<void> => {
    if (aside === undefined && there !== undefined && (await unlessAway(there.append(text).then(() => true)))) {
      written += text;
      return;
    }
    const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
    const isTaken = lines.some(isIntent) && (await lease?.isTaken()) === true;
    const allowed = lines.filter((line) => !isIntent(line) || (!isTaken && line.includes(TURN_OFF))).join("");
    written += allowed;
    if (aside === undefined) {
      aside = await folderDisk(folder).create(`${name}${PART}`);
      await aside.append(written);
    } else await aside.append(allowed);
    if (isTaken && lease !== undefined) throw new LostLease(lease);
    if (allowed.length < text.length)
      throw new DiskError(LEDGER_AWAY, "the database of the ledger can't be asked, so only turn-offs are sent");
  };
  return {
    append,
    sync: async () => (aside ?? there)?.sync(),
    async close() {
      await there?.close();
      if (aside === undefined) return;
      await aside.close();
      onDisk(() => renameSync(join(folder, `${name}${PART}`), join(folder, name)));
    },
  };
}

const TURN_OFF = '"sends":"turn-off"';

/** undefined where the database can't be asked. */
async function unlessAway<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return undefined;
  }
}

/** Adds what was kept aside to the ledger, as far as it isn't there, and removes it. Resolves to the number of files; rejects with DatabaseError while the database is away. */
export async function addAside(ledger: string, folder: string | undefined): Promise<number> {
  if (folder === undefined || !existsSync(folder)) return 0;
  const [aside, disk] = [folderDisk(folder), databaseDisk(ledger)];
  const names = (await aside.names()).toSorted();
  let added = 0;
  for (const found of names) {
    const claimed = claim(folder, found);
    if (claimed === undefined) continue;
    const [name = ""] = found.split(/(?<=\.jsonl)\./);
    try {
      const file = await disk.open(name, true);
      const known = new Set((await disk.read(name)).split("\n"));
      // The last line may have broken off with the power.
      const lines = (await aside.read(claimed)).split("\n").filter((line) => stateOf(line) === "whole");
      await file.append(lines.flatMap((line) => (known.has(line) ? [] : `${line}\n`)).join(""));
    } catch (error) {
      onDisk(() => renameSync(join(folder, claimed), join(folder, name)));
      throw error;
    }
    onDisk(() => rmSync(join(folder, claimed), { force: true }));
    added += 1;
  }
  return added;
}

/** The file under a name that no other process takes; undefined where one has it, or still writes to it. */
function claim(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  const claimed = `${name.replace(/(?<=\.jsonl)\..*$/, "")}.${process.pid}${PART}`;
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY);
  if (name.endsWith(PART) && name !== claimed && age < LEFT_MS) return undefined;
  try {
    renameSync(path, join(folder, claimed));
    return claimed;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw new DiskError(errorCode(error) ?? "EIO", `${path} can't be taken`);
  }
}

/** What a folder of this machine refuses is no fault of ours. */
function onDisk(task: () => void): void {
  try {
    task();
  } catch (error) {
    throw new DiskError(
      errorCode(error) ?? "EIO",
      `what is kept for the ledger can't be moved: ${errorCode(error) ?? ""}`,
    );
  }
}

/** The same, and says what it did, or why it is still to be done. */
export async function settleAside(host: Pick<Host, "say">, ledger: string, folder: string | undefined): Promise<void> {
  try {
    const count = await addAside(ledger, folder);
    if (count > 0)
      host.say({ kind: "note", text: `the ledger has got ${runs(count)} that this machine had kept for it` });
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    host.say({
      kind: "warning",
      text: `${folder} keeps what the ledger lacks (${error.message}); the next apply, bots off or state check on this machine adds it`,
    });
  }
}

function runs(count: number): string {
  return count === 1 ? "the record of a run" : `the records of ${count} runs`;
}
