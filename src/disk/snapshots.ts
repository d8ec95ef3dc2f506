// What the last looks saw, in the ledger's folder: one file for each account, replaced at every look.
import { hash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Snapshots } from "../model/fleet.js";
import { DiskError } from "../model/ports.js";
import { isRecord } from "../model/record.js";
import { errorCode, systemReason } from "../model/text/error-code.js";
import { parseJson } from "../model/text/json.js";
import { guarded } from "./folder.js";
import { makeFolder } from "./make-folder.js";
import { readWhole, replaceWhole } from "./whole-file.js";

/** Beside the runs. */
const FOLDER = "looks";
const MOST_BYTES = 16 * 1024 * 1024;
const PRIVATE = 0o700;

export function folderSnapshots(ledger: string): Snapshots {
  const folder = join(ledger, FOLDER);
  const fileOf = (account: string) => join(folder, `${hash("sha256", account).slice(0, 16)}.json`);
  return {
    async put(account, look, seen) {
      await guarded(folder, () => makeFolder(folder, PRIVATE));
      const before = seen === undefined ? await entryIn(fileOf(account)).catch(orNothing) : undefined;
      await replaceWhole(fileOf(account), `${JSON.stringify({ account, look, seen: seen ?? before?.seen ?? null })}\n`);
    },
    async all() {
      const names = await namesIn(folder);
      const read = await Promise.all(names.map((name) => entryIn(join(folder, name)).catch(orNothing)));
      return read.flatMap((one) => one ?? []);
    },
  };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => /^[0-9a-f]{16}\.json$/.test(name));
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw new DiskError(
      errorCode(error) ?? "EIO",
      `${folder} can't be read: ${systemReason(errorCode(error) ?? "EIO")}`,
    );
  }
}

/** undefined of what isn't one. */
async function entryIn(path: string) {
  const value = parseJson((await readWhole(path, MOST_BYTES)).toString("utf8"));
  if (!isRecord(value)) return undefined;
  const { account, look, seen = null } = value;
  if (typeof account !== "string" || typeof look !== "string") return undefined;
  return { account, look, seen: typeof seen === "string" ? seen : null };
}

/** One that is gone, or can't be read, is as if there had been no look. */
function orNothing(error: unknown): undefined {
  if (!(error instanceof DiskError)) throw error;
  return undefined;
}
