// Writes a page to a file: as a whole, for its owner alone, and never over what is no page of botform's.
import { readWhole, replaceWhole } from "../disk/whole-file.js";
import { DiskError } from "../model/ports.js";
import { PAGE_BEGIN } from "../render/html/page.js";
import { EXIT } from "./exit.js";
import { UserError } from "./failure.js";

/** Bytes of a page at most; what is larger isn't replaced. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Throws UserError. */
export async function writePage(file: string, text: string): Promise<void> {
  const before = await onDisk(() => beginOf(file));
  if (before !== "" && !before.startsWith(PAGE_BEGIN))
    throw new UserError(
      `${file} exists and is no page of botform's; it was left as it is\nName another file, or remove this one.`,
    );
  await onDisk(() => replaceWhole(file, text));
}

async function beginOf(file: string): Promise<string> {
  try {
    return (await readWhole(file, MOST_BYTES)).subarray(0, PAGE_BEGIN.length).toString("utf8");
  } catch (error) {
    if (error instanceof DiskError && error.code === "ENOENT") return "";
    throw error;
  }
}

/** The path is the user's choice; a full or broken disk is not. */
const NOT_OF_THE_PATH: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EIO", "EROFS", "EMFILE", "ENFILE"]);

async function onDisk<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    throw new UserError(error.message, { exitCode: NOT_OF_THE_PATH.has(error.code) ? EXIT.failed : EXIT.invalid });
  }
}
