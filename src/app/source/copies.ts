// Copies of a revision's files in this machine's own folder, from which they are read as any configuration is.
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder } from "../../disk/make-folder.js";
import { type ConfigFile, digestOfFiles, isSafeName } from "../../model/revision.js";
import { errorCode, systemReason } from "../../model/text/error-code.js";
import { AppError } from "../error.js";
import { EXIT } from "../exit.js";
import type { Env } from "../host.js";
import { machineFolder } from "../ledger/lock.js";

/** Copies that stay; of these, one is in use. */
const KEPT = 20;

/**
 * The folder that holds these files and no others: a new one for other files, so that what a run was planned from stays as it
 * was. Rejects with AppError where it can't be written.
 */
export async function copyOf(files: readonly ConfigFile[], env: Env): Promise<string> {
  if (!files.every(({ name }) => isSafeName(name)))
    throw new AppError("a file of the revision has a name that can't be used");
  const parent = join(machineFolder(env), "revisions");
  const folder = join(parent, digestOfFiles(files).slice(0, 32));
  try {
    await makeFolder(parent, 0o700);
    if (isWhole(folder, files)) {
      const now = new Date();
      await utimes(folder, now, now);
      return folder;
    }
    const own = join(parent, `.${randomBytes(8).toString("hex")}`);
    for (const { name, text } of files) {
      const path = join(own, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(path, text, { flag: "wx", mode: 0o600 });
    }
    if (existsSync(folder)) await rename(folder, `${own}-old`);
    await rename(own, folder);
    await removeOld(parent, folder);
    return folder;
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    // Another worker was faster.
    if (isWhole(folder, files)) return folder;
    throw new AppError(`the revision's files can't be copied to ${parent}: ${systemReason(code)}`, {
      exitCode: EXIT.failed,
    });
  }
}

/** What cleans up old files may have taken some of them, and somebody may have edited the copy. */
function isWhole(folder: string, files: readonly ConfigFile[]): boolean {
  try {
    const there = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => !one.isDirectory());
    return (
      there.length === files.length &&
      files.every(({ name, text }) => readFileSync(join(folder, name), "utf8") === text)
    );
  } catch {
    return false;
  }
}

async function removeOld(parent: string, folder: string): Promise<void> {
  const all = readdirSync(parent).flatMap((name) => {
    const path = join(parent, name);
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    return path === folder || changed === undefined ? [] : [{ path, changed }];
  });
  const old = all.toSorted((left, right) => right.changed - left.changed).slice(KEPT);
  for (const { path } of old) await rm(path, { recursive: true, force: true });
}
