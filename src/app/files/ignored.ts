// What git must not get from a folder with a configuration: credentials, the ledger, saved plans.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { withPrivateLines } from "../../authoring/starter.js";
import type { Source } from "../../config/yaml/source.js";
import { errorCode, systemReason } from "../../model/text/error-code.js";
import { AppError } from "../error.js";

export interface Ignoring extends Source {
  readonly before: string | undefined;
  /** The lines that it lacked. */
  readonly added: readonly string[];
}

/** The folder's `.gitignore` with what it lacks. Throws AppError. */
export async function ignoring(folder: string): Promise<Ignoring> {
  const file = join(folder, ".gitignore");
  const before = await readFile(file, "utf8").catch((error: unknown) => {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw code === undefined
      ? error
      : new AppError(`${file} can't be used: ${systemReason(code)}\nName another folder.`);
  });
  return { file, before, ...withPrivateLines(before) };
}
