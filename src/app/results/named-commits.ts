// The commits of the configuration with what each comes to, the oldest first: what versions of settings are named by.
import type { CommitsRead } from "../../model/results.js";
import type { ComposedCommit } from "../../results/commits.js";
import { type ConfigOptions, configurationPath, inputsOf } from "../files/configuration.js";
import type { Host } from "../host.js";
import { Unreachable } from "../source/place.js";
import { type CommitList, commitList } from "./commit-list.js";
import { composedAt, pruneComposed } from "./composed.js";

export interface NamedCommits {
  readonly read: CommitsRead;
  readonly commits: readonly ComposedCommit[];
}

/** Without Git there are none, and it says why. Rejects with AppError for an interrupt. @param most 0 reads none */
export async function namedCommits(host: Host, options: ConfigOptions, most: number): Promise<NamedCommits> {
  const path = configurationPath(options.config);
  if (most === 0) return none("--commits 0 reads none");
  if (path === undefined) return none("there is no configuration here");
  if (options.copy !== undefined) return none("the configuration is a copy, which no commit is known of");
  try {
    const listed = await commitList(path, most, host.env);
    if (listed === undefined) return none("the configuration isn't in a Git work tree");
    if (listed.commits.length === 0) return none("no commit of this branch touches the configuration");
    return await host.read("the commits of the configuration", () => allOf(listed, options, host));
  } catch (error) {
    if (error instanceof Unreachable) return none(`git doesn't give its commits: ${error.message}`);
    throw error;
  }
}

async function allOf({ run, path, commits, isCut, isShallow }: CommitList, options: ConfigOptions, { env }: Host) {
  const found: ComposedCommit[] = [];
  const inputs = inputsOf(options);
  for (const commit of commits.toReversed()) {
    const accounts = await composedAt(commit.commit, { run, path, inputs, env });
    if (accounts !== null) found.push({ ...commit, accounts });
  }
  await pruneComposed(env);
  const skipped = commits.length - found.length;
  const read: CommitsRead = { kind: "read", commits: commits.length, skipped, isCut, isShallow };
  return { read, commits: found };
}

function none(why: string): NamedCommits {
  return { read: { kind: "none", why }, commits: [] };
}
