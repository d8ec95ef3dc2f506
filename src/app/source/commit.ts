// Which commit the files of a folder are of, and whether they differ from it. Only git knows what a commit holds; nothing of the repository runs.
import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type GitRun, git } from "../../disk/git.js";
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
  const repository = repositoryOf(resolve(folder));
  if (repository === undefined) return {};
  const run = { env, cwd: folder, timeoutMs: MOST_MS };
  const commit = headIn(repository) ?? (await headByGit(run));
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

/** Its `.git`; undefined outside a work tree. */
export function repositoryOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return join(at, ".git");
    if (dirname(at) === at) return undefined;
  }
}

/** By its files, which spares a program; undefined of a repository that keeps its refs in another way. */
function headIn(repository: string): string | undefined {
  try {
    const head = readFileSync(join(repository, "HEAD"), "utf8").trim();
    if (isCommit(head)) return head;
    const ref = /^ref: (refs\/heads\/[\w-][\w./-]*)$/.exec(head)?.[1];
    if (ref === undefined || ref.includes("..")) return undefined;
    const path = join(repository, ref);
    const packed = () => readFileSync(join(repository, "packed-refs"), "utf8").split("\n");
    const commit = existsSync(path)
      ? readFileSync(path, "utf8").trim()
      : packed()
          .find((line) => line.endsWith(` ${ref}`))
          ?.split(" ")[0];
    return commit !== undefined && isCommit(commit) ? commit : undefined;
  } catch {
    return undefined;
  }
}

async function headByGit(run: GitRun): Promise<string> {
  const head = await git(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], run);
  return head.ok ? head.output.toString().trim() : "";
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
