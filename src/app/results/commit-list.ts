// The commits of a work tree that touch the configuration, the newest first, with their dates and subjects; nothing of the repository runs.
import { statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { git } from "../../disk/git.js";
import type { NamedCommit } from "../../model/results.js";
import { isCommit } from "../../model/revision.js";
import type { Env } from "../host.js";
import { repositoryOf } from "../source/commit.js";
import { type InRepository, needed } from "../source/commit-files.js";

const MOST_MS = 20_000;

export interface CommitList {
  readonly run: InRepository;
  /** The configuration's path from the root of the repository; `.` is the root itself. */
  readonly path: string;
  /** The newest first. */
  readonly commits: readonly NamedCommit[];
  readonly isCut: boolean;
  readonly isShallow: boolean;
}

/** undefined outside a work tree. Rejects with Unreachable where git doesn't answer. @param most commits */
export async function commitList(config: string, most: number, env: Env): Promise<CommitList | undefined> {
  const isFolder = statSync(config, { throwIfNoEntry: false })?.isDirectory() === true;
  const cwd = resolve(isFolder ? config : dirname(config));
  if (repositoryOf(cwd) === undefined) return undefined;
  // What a partial clone lacks isn't fetched: results need no network but the service's.
  const run: InRepository = (args, more = {}) =>
    git(args, { env: { ...env, GIT_NO_LAZY_FETCH: "1" }, cwd, timeoutMs: MOST_MS, ...more });
  const prefix = needed(await run(["rev-parse", "--show-prefix"]))
    .toString()
    .replace(/\n$/, "");
  const shallow = needed(await run(["rev-parse", "--is-shallow-repository"])).toString();
  const name = isFolder ? "." : `./${basename(config)}`;
  // Not git log, which may be set to start other programs.
  const listed = needed(await run(["rev-list", `--max-count=${most + 1}`, "HEAD", "--", name])).toString();
  const ids = listed.split("\n").filter(isCommit);
  const path = isFolder ? prefix || "." : `${prefix}${basename(config)}`;
  const commits = await factsOf(run, ids.slice(0, most));
  return { run, path, commits, isCut: ids.length > most, isShallow: shallow.trim() === "true" };
}

/** Of the commits themselves, as git keeps them. */
async function factsOf(run: InRepository, ids: readonly string[]): Promise<readonly NamedCommit[]> {
  const batch = needed(await run(["cat-file", "--batch"], { input: ids.map((id) => `${id}\n`).join("") }));
  let at = 0;
  return ids.flatMap((commit): NamedCommit[] => {
    const end = batch.indexOf(10, at);
    const size = Number(/^[0-9a-f]+ commit (\d+)$/.exec(batch.subarray(at, end).toString())?.[1] ?? Number.NaN);
    if (end < 0 || Number.isNaN(size)) return [];
    const text = batch.subarray(end + 1, end + 1 + size).toString();
    at = end + size + 2;
    const [head = "", ...message] = text.split("\n\n");
    const seconds = Number(/^committer .*> (\d{1,12}) [+-]\d+$/m.exec(head)?.[1] ?? Number.NaN);
    if (Number.isNaN(seconds)) return [];
    const subject = message.join("\n\n").trimStart().split("\n")[0]?.slice(0, 200) ?? "";
    return [{ commit, at: seconds * 1_000, subject }];
  });
}
