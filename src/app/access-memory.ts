// Remembers an account's accesses between plans, in a file for the user alone; what can't be kept is asked for again.
import { join } from "node:path";
import { makePrivateFolder } from "../disk/folder.js";
import { readWhole, replaceWhole } from "../disk/whole-file.js";
import type { AccessMemory, Endpoint } from "../index.js";
import { ACCESS_FILE_BYTES, accessFileName, readAccesses, sealAccesses } from "../model/planfile/access-file.js";
import { DiskError } from "../model/ports.js";

const FOLDER = ".botform/accesses";
const MINUTE_MS = 60_000;

/** What a plan is given to remember by, where the user wants it to. */
export function memoryOf(endpoint: Endpoint, minutes?: number): { readonly accesses?: AccessMemory } {
  return minutes === undefined ? {} : { accesses: accessMemory(endpoint, minutes, Date.now) };
}

/** @param minutes how long they hold */
export function accessMemory(endpoint: Endpoint, minutes: number, now: () => number): AccessMemory {
  const path = join(FOLDER, accessFileName(endpoint));
  return {
    recall: () =>
      tried(async () => {
        const bytes = await readWhole(path, ACCESS_FILE_BYTES);
        return readAccesses(bytes.toString("utf8"), endpoint, { now: now(), holdMs: minutes * MINUTE_MS });
      }),
    keep: async (accesses) => {
      await tried(async () => {
        await makePrivateFolder(FOLDER);
        await replaceWhole(path, sealAccesses(accesses, now(), endpoint));
      });
    },
  };
}

/** A memory that the disk doesn't have is none: the service is asked. */
async function tried<T>(task: () => Promise<T>): Promise<T | undefined> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof DiskError) return undefined;
    throw error;
  }
}
