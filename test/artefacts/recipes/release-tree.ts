// The files of a release, made once a process as npm run release makes them, from the dist/ that is built.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeRelease } from "../../../tools/release-files.mjs";

export const REPOSITORY = "https://forge.example/someone/botform";

let made: string | undefined;

/** The folder that a release is written to. */
export function release(): string {
  if (made === undefined) {
    made = mkdtempSync(join(tmpdir(), "botform-release-"));
    const folder = made;
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    writeRelease(made, REPOSITORY);
  }
  return made;
}

/** What the release commit holds. */
export function releaseTree(): string {
  return join(release(), "action");
}
