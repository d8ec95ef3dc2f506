// Folders that botform keeps on a real disk, that of the journal above all: private to its owner, and no link is followed (threat 10).

import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  type Stats,
} from "node:fs";
import { type FileHandle, open, rm, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { type Disk, DiskError, type DiskFile } from "../model/ports.js";
import { errorCode, systemReason } from "../model/text/error-code.js";
import { makeFolder } from "./make-folder.js";
import { syncFolder } from "./whole-file.js";

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;
/** A journal larger than this was not written by botform. */
const MOST_BYTES = 256 * 1024 * 1024;
const NAME = /^[\w.-]+$/;

/** The folder is made, for its owner alone, when the first file is. What is read is read at once: by way of threads, small files take ten times as long. */
export function folderDisk(path: string): Disk {
  let isThere = false;
  return {
    folder: path,
    names: () => guarded(path, () => namesIn(path)),
    read: async (name) =>
      guarded(place(path, name), async () => {
        const file = openSync(place(path, name), O_RDONLY | O_NOFOLLOW);
        try {
          if (fstatSync(file).size > MOST_BYTES) throw new DiskError("EFBIG", `${name} is too large for a journal`);
          return readFileSync(file, "utf8");
        } finally {
          closeSync(file);
        }
      }),
    create: async (name) =>
      guarded(place(path, name), async () => {
        await makePrivate(path);
        const file = await open(place(path, name), O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
        await syncFolder(path).catch(async (error: unknown) => {
          await file.close();
          throw error;
        });
        return appendable(file, name);
      }),
    open: async (name, mayCreate = false) =>
      guarded(place(path, name), async () => {
        if (mayCreate) await makePrivate(path);
        const flags = O_WRONLY | O_APPEND | O_NOFOLLOW | (mayCreate ? O_CREAT : 0);
        return appendable(await open(place(path, name), flags, 0o600), name);
      }),
    remove: (name) =>
      guarded(place(path, name), async () => {
        if (isFolder(path)) await rm(place(path, name), { force: true });
      }),
    size: (name) =>
      guarded(path, async () => {
        isThere ||= isFolder(path);
        return isThere ? (seen(place(path, name))?.size ?? 0) : 0;
      }),
  };
}

const LISTINGS = new Map<string, Promise<readonly string[]>>();

/** Many accounts have one folder: all that ask in one turn of the event loop share a listing, which begins after they asked. */
function namesIn(path: string): Promise<readonly string[]> {
  const shared = LISTINGS.get(path);
  if (shared !== undefined) return shared;
  const listing = new Promise(setImmediate).then(() => {
    LISTINGS.delete(path);
    return isFolder(path) ? readdirSync(path) : [];
  });
  LISTINGS.set(path, listing);
  return listing;
}

/** Asked before every write: at once it costs a fraction of what it does by way of a thread. undefined where nothing is. */
function seen(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** Makes a folder for its owner alone, as those of journals are. Rejects with DiskError. */
export function makePrivateFolder(path: string): Promise<void> {
  return guarded(path, () => makePrivate(path));
}

function appendable(file: FileHandle, name: string): DiskFile {
  return {
    append: (text) => guarded(name, () => file.appendFile(text, "utf8")),
    sync: () => guarded(name, () => file.datasync()),
    close: () => guarded(name, () => file.close()),
  };
}

function place(folder: string, name: string): string {
  if (!NAME.test(name)) throw new DiskError("EINVAL", "that is not a journal's name");
  return join(folder, name);
}

/**
 * Whether there is such a folder. A link is refused: of a relative path in any of its parts, since a repository may hold one
 * that leads wherever its author wants; of an absolute one, which is this machine's own affair, in the last.
 */
function isFolder(path: string): boolean {
  if (!isAbsolute(path) && dirname(path) !== "." && !isFolder(dirname(path))) return false;
  const found = seen(path);
  if (found === undefined) return false;
  if (found.isSymbolicLink()) throw new DiskError("ELOOP", `${path} is a link; name the folder itself`);
  if (!found.isDirectory()) throw new DiskError("ENOTDIR", `${path} is not a folder`);
  return true;
}

/** The folder with its parent, both our own; a note for git keeps what they hold out of commits. */
async function makePrivate(path: string): Promise<void> {
  const parent = dirname(path);
  if (isFolder(path)) return;
  if (!existsSync(parent)) {
    await makeFolder(parent, 0o700);
    await writeFile(join(parent, ".gitignore"), "*\n", { flag: "a", mode: 0o600 });
  }
  await makeFolder(path, 0o700);
  await syncFolder(parent);
  if (!isFolder(path)) throw new DiskError("ENOTDIR", `${path} is not a folder`);
}

/** The system's error by its code, with the place and without what was to be written: rejects with DiskError in its place. */
export async function guarded<T>(what: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof DiskError) throw error;
    const code = errorCode(error);
    throw code === undefined ? error : new DiskError(code, `${what}: ${systemReason(code)}`);
  }
}
