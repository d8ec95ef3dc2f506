// Which commit the files of a folder are of, and whether they differ from it. Only git knows what a commit holds; nothing of the repository runs.
import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { git } from "../../disk/git.js";
import { type ConfigFile, isCommit, type Revision } from "../../model/revision.js";
import type { Env } from "../host.js";

/** A plan waits no longer for it. */
const MOST_MS = 2_000;

type Commit = Pick<Revision, "commit" | "isChanged">;

export interface CommitQuestion {
  readonly folder: string;
  /** Whether every YAML file of the folder is part of the configuration. */
  readonly isWhole: boolean;
  /** That were read, with their names from the folder. */
  readonly files: readonly ConfigFile[];
}

/** As the reader of folders has it. */
const READ = /^(?!(?:.*\/)?(?:\.[^/.]|node_modules\/)).*\.ya?ml$/i;

/**
 * Empty where the folder is in no work tree, or git doesn't say. Starts no program without a `.git`. `isChanged` says that a
 * file that was read differs from the commit, or that the commit has a YAML file in the folder that wasn't read.
 */
export async function committed({ folder, isWhole, files }: CommitQuestion, env: Env): Promise<Commit> {
  if (!isInWorkTree(resolve(folder))) return {};
  const run = { env, cwd: folder, timeoutMs: MOST_MS };
  const head = await git(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], run);
  const commit = head.ok ? head.output.toString().trim() : "";
  if (!isCommit(commit)) return {};
  const outside = files.flatMap(({ name }) => (name.startsWith("../") ? [name] : []));
  const listing = await git(["ls-tree", "-r", "-z", commit, "--", ".", ...outside], run);
  if (!listing.ok) return {};
  const ids = new Map(
    listing.output
      .toString()
      .split("\0")
      .flatMap((line) => {
        const [, id, name] = /^\d{6} blob ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
        return id === undefined || name === undefined ? [] : [[name, id] as const];
      }),
  );
  const names = new Set(files.map(({ name }) => name));
  const isAllRead = !isWhole || [...ids.keys()].every((name) => names.has(name) || !READ.test(name));
  const isSame = isAllRead && files.every(({ name, text }) => isBlob(text, ids.get(name)));
  return { commit, ...(!isSame && { isChanged: true }) };
}

function isInWorkTree(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return true;
    if (dirname(at) === at) return false;
  }
}

/** Whether git names the text so: with its line ends, or with those that it keeps. */
function isBlob(text: string, id: string | undefined): boolean {
  if (id === undefined) return false;
  const algorithm = id.length === 64 ? "sha256" : "sha1";
  return [text, `\ufeff${text}`, text.replaceAll("\r\n", "\n")].some((one) => {
    const bytes = Buffer.from(one);
    return hash(algorithm, Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes])) === id;
  });
}
