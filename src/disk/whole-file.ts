// Reads and writes one file as a whole: bounded, atomically, for its owner alone, and never through a symbolic link (threat 10).

import { randomBytes } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DiskError } from "../model/ports.js";
import { errorCode, systemReason } from "../model/text/error-code.js";

/** A system without this flag (Windows) only has the check before opening. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
/** Opening a pipe must not wait for a writer; it is refused a moment later. */
const NO_WAIT = constants.O_NONBLOCK ?? 0;

/** Errors of systems that can't sync a folder; the file's own bytes are safe all the same. */
const NO_FOLDER_SYNC: ReadonlySet<string> = new Set(["EACCES", "EBADF", "EINVAL", "EISDIR", "ENOTSUP", "EPERM"]);

/** A regular file's bytes. Rejects with DiskError, for a file of more than `mostBytes` (EFBIG), too. */
export async function readWhole(path: string, mostBytes: number): Promise<Buffer> {
  refuseSpecial(path, await lstat(path).catch((error: unknown) => fail(error, path, "read")));
  const handle = await open(path, constants.O_RDONLY | NO_FOLLOW | NO_WAIT).catch((error: unknown) =>
    fail(error, path, "read"),
  );
  try {
    // The file may have been replaced between the check and the opening.
    refuseSpecial(path, await handle.stat());
    return await readAll(handle, path, mostBytes);
  } catch (error) {
    return fail(error, path, "read");
  } finally {
    await handle.close();
  }
}

async function readAll(handle: FileHandle, path: string, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of handle.createReadStream({ autoClose: false })) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > mostBytes) throw new DiskError("EFBIG", `${path} is larger than ${mostBytes} bytes`);
  }
  return Buffer.concat(chunks, length);
}

/**
 * Writes a file so that whoever opens it, even after a loss of power, finds the old content or the new one and nothing
 * between. A regular file is replaced; a link, a folder or a device is refused. Rejects with DiskError.
 */
export async function replaceWhole(path: string, text: string): Promise<void> {
  const before = await lstat(path).catch((error: unknown) => absent(error, path));
  if (before !== undefined) refuseSpecial(path, before);
  const folder = dirname(path);
  const temporary = join(folder, `.botform-${randomBytes(8).toString("hex")}.tmp`);
  try {
    await writeNew(temporary, text);
    // A link that has taken the place meanwhile is replaced, not followed.
    await rename(temporary, path);
    await syncFolder(folder);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    fail(error, path, "written");
  }
}

async function writeNew(path: string, text: string): Promise<void> {
  const handle = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW, 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A file whose name isn't on the disk yet is lost with the power. Not every system can sync a folder. */
export async function syncFolder(path: string): Promise<void> {
  try {
    const handle = await open(path, constants.O_RDONLY);
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (!NO_FOLDER_SYNC.has(errorCode(error) ?? "")) throw error;
  }
}

function refuseSpecial(path: string, stats: Stats): void {
  if (stats.isSymbolicLink()) throw new DiskError("ELOOP", `${path} is a symbolic link, and links are not followed`);
  if (stats.isDirectory()) throw new DiskError("EISDIR", `${path} is a folder`);
  if (!stats.isFile()) throw new DiskError("EINVAL", `${path} is not a regular file`);
}

function absent(error: unknown, path: string): undefined {
  if ((errorCode(error) ?? "") !== "ENOENT") fail(error, path, "written");
  return undefined;
}

function fail(error: unknown, path: string, what: "read" | "written"): never {
  if (error instanceof DiskError) throw error;
  const code = errorCode(error) ?? "";
  if (code === "") throw error;
  const why = code === "ENOENT" ? MISSING[what] : `can't be ${what}: ${systemReason(code)}`;
  throw new DiskError(code, `${path} ${why}`);
}

const MISSING = {
  read: "doesn't exist",
  written: "can't be written: its folder doesn't exist; create that first",
} as const;
