// What was done while the database of a ledger was away: recorded in a folder of this machine, and added to the ledger when it is back.
import { hash } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseError, isDatabase } from "../database/connection.js";
import { databaseDisk, isIntent } from "../database/disk.js";
import { folderDisk } from "../disk/folder.js";
import { type Disk, DiskError, type DiskFile, LEASE_LOST, LEDGER_AWAY } from "../model/ports.js";
import type { Host } from "./host.js";
import { machineFolder } from "./lock.js";

/** Where this machine keeps what it couldn't record in that ledger; undefined for a ledger in a folder. */
export function asideFolder(ledger: string, env: Host["env"]): string | undefined {
  const { host, pathname } = isDatabase(ledger) && URL.canParse(ledger) ? new URL(ledger) : { host: "", pathname: "" };
  // A folder, or a variable that names nothing.
  if (host === "") return undefined;
  return join(machineFolder(env), "unrecorded", hash("sha256", `${host}${pathname}`).slice(0, 16));
}

/**
 * The same disk, whose new files go on in the folder where the database can't be asked. There no intent is written but those of
 * turn-offs, which wait for nobody: a run whose lease can't be confirmed may send nothing else (F5).
 */
export function keptAside(disk: Disk, folder: string): Disk {
  return {
    ...disk,
    async create(name) {
      const there = await unlessAway(disk.create(name));
      return goingOn(there, () => folderDisk(folder).open(name, true));
    },
  };
}

function goingOn(there: DiskFile | undefined, open: () => Promise<DiskFile>): DiskFile {
  // All that was to be written: nobody knows how much of it the database has.
  let written = "";
  let aside: DiskFile | undefined;
  const write = async (text: string): Promise<void> => {
    if (aside === undefined && there !== undefined) {
      const isThere = await unlessAway(there.append(text).then(() => true));
      if (isThere === true) {
        written += text;
        return;
      }
    }
    const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
    const allowed = lines.filter((line) => !isIntent(line) || line.includes(TURN_OFF)).join("");
    written += allowed;
    if (aside === undefined) {
      aside = await open();
      await aside.append(written);
    } else await aside.append(allowed);
    if (allowed.length < text.length)
      throw new DiskError(LEDGER_AWAY, "the database of the ledger can't be asked, so only turn-offs are sent");
  };
  return {
    append: write,
    sync: async () => (aside ?? there)?.sync(),
    async close() {
      await aside?.close();
      await there?.close();
    },
  };
}

const TURN_OFF = '"sends":"turn-off"';

/** undefined where the database can't be asked. */
async function unlessAway<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code === LEASE_LOST) throw error;
    return undefined;
  }
}

/** Adds what was kept aside to the ledger, as far as it isn't there, and removes it. Resolves to the number of files; rejects with DatabaseError while the database is away. */
export async function addAside(ledger: string, folder: string | undefined): Promise<number> {
  if (folder === undefined || !existsSync(folder)) return 0;
  const [aside, disk] = [folderDisk(folder), databaseDisk(ledger)];
  const names = (await aside.names()).toSorted();
  for (const name of names) {
    const file = await disk.open(name, true);
    const known = new Set((await disk.read(name)).split("\n"));
    const missing = (await aside.read(name)).split("\n").filter((line) => line !== "" && !known.has(line));
    await file.append(missing.map((line) => `${line}\n`).join(""));
    rmSync(join(folder, name), { force: true });
  }
  return names.length;
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
