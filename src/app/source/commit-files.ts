// Reads the files of a configuration at one commit, without a work tree: nothing of the repository runs.
import { configEntries, entriesOf, placeIn, type TreePlace, TreeRefused } from "../../config/git-tree.js";
import type { GitAnswer, GitRun } from "../../disk/git.js";
import type { ConfigFile } from "../../model/revision.js";
import { DEFAULT_PATHS } from "../files/project.js";
import { Unreachable } from "./place.js";

/** Runs git in one repository. */
export type InRepository = (args: readonly string[], more?: Partial<GitRun>) => Promise<GitAnswer>;

export interface CommitFiles extends TreePlace {
  readonly files: readonly ConfigFile[];
}

/**
 * Rejects with TreeRefused for a commit that can't be used, and with Unreachable.
 * @param config its path from the root of the repository
 */
export async function filesAt(run: InRepository, commit: string, config: string | undefined): Promise<CommitFiles> {
  const listing = needed(await run(["ls-tree", "-r", "-z", "--long", "--full-tree", commit])).toString();
  const all = entriesOf(listing);
  const place = placeIn(all, config, DEFAULT_PATHS);
  const entries = configEntries(all, place);
  const input = entries.map(({ id }) => `${id}\n`).join("");
  const batch = needed(await run(["cat-file", "--batch"], { input }));
  return { ...place, files: entries.map(contentsIn(batch)) };
}

/** Throws Unreachable. */
export function needed(answer: GitAnswer): Buffer {
  if (answer.ok) return answer.output;
  throw new Unreachable(answer.why);
}

/** One blob after another, in the order in which they were asked for. */
function contentsIn(batch: Buffer): (entry: { readonly name: string; readonly path: string }) => ConfigFile {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let at = 0;
  return ({ name, path }) => {
    const end = batch.indexOf(10, at);
    const size = Number(/^[0-9a-f]+ blob (\d+)$/.exec(batch.subarray(at, end).toString())?.[1] ?? Number.NaN);
    if (end < 0 || Number.isNaN(size)) throw new Unreachable(`git doesn't give ${path}`);
    const bytes = batch.subarray(end + 1, end + 1 + size);
    at = end + size + 2;
    try {
      return { name, text: decoder.decode(bytes) };
    } catch {
      throw new TreeRefused(`${path} contains bytes that aren't UTF-8`, "Save the file as UTF-8.", path);
    }
  };
}
