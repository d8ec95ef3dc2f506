// The file of apply --events: made anew for its owner alone, whole lines, each in the system's hands before the run goes on.

import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from "node:fs";
import { AppError } from "../../app/error.js";
import { EXIT } from "../../app/exit.js";
import { errorCode } from "../../model/text/error-code.js";

/** Appends one line, which must hold no line feed. Never throws. */
export interface EventsFile {
  readonly append: (line: string) => void;
  readonly close: () => void;
}

/** How every file of events begins. What begins otherwise is somebody else's, and left as it is. */
export const EVENTS_BEGIN = /^\{"formatVersion":\d{1,4},"seq":1,"type":"begin"/;

const { O_APPEND, O_CREAT, O_EXCL, O_NONBLOCK = 0, O_NOFOLLOW = 0, O_RDONLY, O_WRONLY } = constants;

/**
 * Throws AppError where there can't be such a file. A disk that gives out later is told to `onFailure`, once, with the
 * system's code; each line is tried all the same, and none is left torn.
 */
export function openEvents(path: string, onFailure: (code: string) => void): EventsFile {
  const file = made(path);
  let hasFailed = false;
  return {
    append(line) {
      try {
        appendWhole(file, Buffer.from(`${line}\n`, "utf8"));
      } catch (error) {
        if (!hasFailed) onFailure(errorCode(error) ?? "unknown");
        hasFailed = true;
      }
    },
    close() {
      try {
        closeSync(file);
      } catch {
        // Every line was the system's already.
      }
    },
  };
}

/** Of a line that finds no room nothing stays, so that the next one begins where a line begins. */
function appendWhole(file: number, bytes: Buffer): void {
  const { size } = fstatSync(file);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(file, bytes, written);
  } catch (error) {
    if (written > 0) ftruncateSync(file, size);
    throw error;
  }
}

function made(path: string): number {
  if (path === "-")
    throw new AppError("--events names a file: standard output holds what apply itself prints\nWrite --events FILE.");
  try {
    refuseForeign(path);
    rmSync(path, { force: true });
    return openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = errorCode(error) ?? "unknown";
    const why = code === "ENOENT" ? "there is no such folder" : code;
    throw new AppError(`the file of events ${path} can't be written: ${why}; nothing was read or written`, {
      exitCode: NOT_OF_THE_PATH.has(code) ? EXIT.failed : EXIT.invalid,
    });
  }
}

/** The path is the user's choice; a full or broken disk is not. */
const NOT_OF_THE_PATH: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EIO", "EROFS", "EMFILE", "ENFILE"]);

/** Only an empty file and one of events give way; links, pipes and devices are not followed (threat 10). */
function refuseForeign(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isFile()) throw new AppError(`${path} is no regular file\nName a file for --events.`);
  const file = openSync(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  try {
    const bytes = Buffer.alloc(64);
    const begin = bytes.subarray(0, readSync(file, bytes)).toString("utf8");
    if (begin !== "" && !EVENTS_BEGIN.test(begin))
      throw new AppError(
        `${path} exists and holds no events of botform's; it was left as it is\nName another file for --events, or remove this one.`,
      );
  } finally {
    closeSync(file);
  }
}
