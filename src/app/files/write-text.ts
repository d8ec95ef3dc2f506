// Replaces a text file of the user's as a whole: the old text stays until the new one is complete. The mode is kept.

import { randomBytes } from "node:crypto";
import { chmod, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { placeOfNamed } from "../../config/yaml/within.js";
import { errorCode, systemReason } from "../../model/text/error-code.js";
import { AppError } from "../error.js";
import { EXIT } from "../exit.js";

/**
 * Replaces a file's text. A link is followed, unless it leads out of its folder and of the working folder (threat 10). Throws
 * AppError where the file can't be written, or where it isn't any more what it was when it was read.
 *
 * @param before its text when it was read; undefined for a file that wasn't there
 */
export async function writeText(path: string, text: string, before: string | undefined): Promise<void> {
  if (placeOfNamed(path, path) === "outside")
    throw new AppError(
      `${path} is a link that leads out of its folder, so it wasn't written\nName the file it leads to.`,
      {
        exitCode: EXIT.failed,
      },
    );
  const real = await realpath(path).catch(() => path);
  const temporary = join(dirname(real), `.botform-${randomBytes(8).toString("hex")}.tmp`);
  try {
    await refuseChanged(path, real, before);
    await writeFile(temporary, text, { flag: "wx", mode: 0o644 });
    if (before !== undefined) await chmod(temporary, (await stat(real)).mode & 0o7777);
    await rename(temporary, real);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    if (error instanceof AppError) throw error;
    const code = errorCode(error);
    throw new AppError(
      `${path} can't be written${code === undefined ? "" : `: ${systemReason(code)}`}; it is as it was`,
      {
        exitCode: EXIT.failed,
      },
    );
  }
}

async function refuseChanged(path: string, real: string, before: string | undefined): Promise<void> {
  const now = await readFile(real, "utf8").catch(() => undefined);
  if (now === before) return;
  throw new AppError(
    `${path} was changed by something else meanwhile, so it was left as it is\nRun the command again.`,
    {
      exitCode: EXIT.failed,
    },
  );
}
