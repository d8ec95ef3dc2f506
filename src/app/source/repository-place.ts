// A ref of a repository as the place that a configuration comes from. Workers that see it at different moments agree by the ledger.
import { TreeRefused } from "../../config/git-tree.js";
import { digestOfFiles } from "../../model/revision.js";
import type { Host } from "../host.js";
import { acceptCopy } from "./copied.js";
import { type Asked, type Candidate, type Found, type Place, Refusal } from "./place.js";
import { type CommitFacts, openRepository, type Repository, type RepositoryOptions } from "./repository.js";

/** Another worker may see a commit so much earlier, in milliseconds: after that, what is seen here counts. */
const BEHIND_MS = 600_000;

/** Throws AppError for an address or a ref that can't be used. */
export function repositoryPlace(host: Host, options: RepositoryOptions, everyMs: number): Place {
  const repository = openRepository(host, options);
  const { name } = repository;
  const from = options.config === undefined ? name : `${name} ${options.config}`;
  return {
    ...{ from, everyMs, isKept: true, keeps: true, isReported: true },
    look: (asked) => host.read(name, () => lookAt(repository, from, asked)),
  };
}

async function lookAt(repository: Repository, from: string, asked: Asked): Promise<Found> {
  const { current, refused, now } = asked;
  const tip = await repository.tip();
  const newest = await asked.newest();
  const before = newest?.commit;
  const isCurrent = current?.revision.commit === tip;
  if (newest === undefined || before === undefined || before === tip) {
    if (isCurrent || refused === tip) return { kind: "same" };
    return { kind: "candidate", candidate: await candidateAt(repository, from, tip) };
  }
  const contains = await repository.contains(tip, before);
  if (contains === undefined && Math.abs(now - newest.at) < BEHIND_MS) return { kind: "behind", newest };
  if (refused === tip) return { kind: "same" };
  const candidate = await candidateAt(repository, from, tip);
  return { kind: "candidate", candidate, ...(contains !== true && { rewritten: before }) };
}

async function candidateAt(repository: Repository, from: string, commit: string): Promise<Candidate> {
  const about = await repository.facts(commit);
  return {
    id: commit,
    about,
    accept: async (host, options) => {
      const candidate = { id: commit, about };
      const { files, root, entry } = await readAt(repository, about);
      const revision = {
        ...{ ...about, from, by: "", at: 0, digest: digestOfFiles(files), files },
        ...(entry !== undefined && { entry }),
      };
      return acceptCopy(host, options, revision, candidate, root === "" ? "" : `${root}/`);
    },
  };
}

/** Rejects with Refusal, and with Unreachable. */
async function readAt(repository: Repository, about: CommitFacts) {
  try {
    return await repository.files(about.commit);
  } catch (error) {
    if (!(error instanceof TreeRefused)) throw error;
    throw new Refusal("the repository's files can't be used", [error.problem], { id: about.commit, about });
  }
}
