// Creates a folder and those above it.
import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { errorCode } from "../model/text/error-code.js";

/**
 * What is there already is left as it is. Rejects with the system's error, EEXIST where something else has the name. Node's own
 * recursive mkdir never ends where the system takes no new folder and says that there is none (/proc).
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  const missing = [resolve(path)];
  for (let above = dirname(resolve(path)); !(await isThere(above)); above = dirname(above)) missing.unshift(above);
  for (const folder of missing) {
    await mkdir(folder, mode).catch(async (error: unknown) => {
      // Another run may create it at the same moment, which is fine.
      if (errorCode(error) !== "EEXIST" || !(await stat(folder)).isDirectory()) throw error;
    });
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: unknown) => errorCode(error) !== "ENOENT",
  );
}
