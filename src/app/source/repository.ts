// A repository's ref as it is now: fetched into a cache of this machine, and read without a work tree, so that nothing of it can run.
import { hash } from "node:crypto";
import { join } from "node:path";
import type { TreePlace } from "../../config/git-tree.js";
import { type GitRun, git } from "../../disk/git.js";
import { makeFolder } from "../../disk/make-folder.js";
import { type ConfigFile, isCommit } from "../../model/revision.js";
import { isLoopback } from "../../model/text/safe-url.js";
import { AppError } from "../error.js";
import type { Host } from "../host.js";
import { machineFolder } from "../ledger/lock.js";
import { filesAt, needed } from "./commit-files.js";
import { Unreachable } from "./place.js";

export interface RepositoryOptions {
  readonly git: string;
  /** A branch, or a whole name as refs/tags/v1. */
  readonly ref: string;
  /** The configuration's path in it. */
  readonly config?: string | undefined;
}

export interface CommitFacts {
  readonly commit: string;
  readonly author?: string;
  readonly subject?: string;
}

export interface Repository {
  /** As it may be shown. */
  readonly name: string;
  /** The commit of the ref, which is in the cache then. Rejects with Unreachable. */
  tip(): Promise<string>;
  /** Whose it is. Rejects with Unreachable. */
  facts(commit: string): Promise<CommitFacts>;
  /** Rejects with TreeRefused for one that can't be used, and with Unreachable. */
  files(commit: string): Promise<TreePlace & { readonly files: readonly ConfigFile[] }>;
  /** Whether the older one is the newer one or comes before it; undefined where the older one isn't there. */
  contains(newer: string, older: string): Promise<boolean | undefined>;
}

const FETCH_MS = 60_000;
const READ_MS = 20_000;
const TIP = "refs/botform/tip";

/** Throws AppError for an address or a ref that can't be used. */
export function openRepository(host: Pick<Host, "env" | "conceal">, options: RepositoryOptions): Repository {
  const { git: url, config } = options;
  const ref = refNamed(options.ref);
  const name = `${shownAddress(url)} ${ref.replace(/^refs\/heads\//, "")}`;
  host.conceal(secretsOf(url));
  const cwd = join(machineFolder(host.env), "git", hash("sha256", JSON.stringify([url, ref])).slice(0, 16));
  const around = { env: host.env, cwd, timeoutMs: READ_MS };
  let isMade = false;
  let last = { id: "", commit: "" };
  const make = async () => {
    if (isMade) return;
    await makeFolder(cwd, 0o700).catch((error: unknown) => {
      throw new Unreachable(`the cache ${cwd} can't be made: ${error instanceof Error ? error.message : "no reason"}`);
    });
    needed(await git(["init", "--quiet", "--bare", "--template="], around));
    isMade = true;
  };
  // No other repository is looked for, in a folder above perhaps.
  const inCache = (args: readonly string[], more: Partial<GitRun> = {}) =>
    git(["--git-dir=.", ...args], { ...around, ...more });
  const isThere = async (commit: string) => (await inCache(["cat-file", "-e", `${commit}^{commit}`])).ok;
  return {
    name,
    async tip() {
      await make();
      const found = needed(await inCache(["ls-remote", "--", url, ref], { timeoutMs: FETCH_MS })).toString();
      const id = found.split("\n").flatMap((line) => (line.endsWith(`\t${ref}`) ? line.split("\t") : []))[0];
      if (id === undefined || !isCommit(id)) throw new Unreachable(`the repository has no ${ref}`);
      if (id === last.id) return last.commit;
      if (!(await isThere(id))) {
        const fetch = [
          "fetch",
          "--quiet",
          "--no-tags",
          "--no-write-fetch-head",
          "--no-recurse-submodules",
          "--",
          url,
          ref,
        ];
        needed(await inCache(fetch, { timeoutMs: FETCH_MS }));
      }
      const peeled = needed(await inCache(["rev-parse", "--verify", "--quiet", `${id}^{commit}`]))
        .toString()
        .trim();
      // What is known already isn't fetched again. Another process may write the ref at the same moment, which is as good.
      await inCache(["update-ref", TIP, peeled]);
      last = { id, commit: peeled };
      return peeled;
    },
    async facts(commit) {
      const text = needed(await inCache(["cat-file", "commit", commit])).toString();
      const [head = "", ...message] = text.split("\n\n");
      const author = /^author (.*?) ?<[^>\n]*> \d+ [+-]\d+$/m.exec(head)?.[1]?.slice(0, 200);
      const subject = message.join("\n\n").trimStart().split("\n")[0]?.slice(0, 200);
      return { commit, ...(author && { author }), ...(subject && { subject }) };
    },
    async files(commit) {
      return filesAt(inCache, commit, config);
    },
    async contains(newer, older) {
      if (!(await isThere(older))) return undefined;
      const answer = await inCache(["merge-base", "--is-ancestor", older, newer]);
      if (!answer.ok && answer.code !== 1) throw new Unreachable(answer.why);
      return answer.ok;
    },
  };
}

/** Throws AppError. */
function refNamed(ref: string): string {
  const whole = ref.startsWith("refs/") ? ref : `refs/heads/${ref}`;
  if (/^refs\/[\w./+-]{1,200}$/.test(whole) && !/\.\.|\/\/|\/$|\.lock$|\/[.-]|\.$/.test(whole)) return whole;
  throw new AppError(`"${ref}" can't be a ref\nName a branch, as main, or a whole ref, as refs/tags/v1.`);
}

const SSH_SHORT = /^(?:[\w.-]+@)?[A-Za-z0-9][\w.-]*:(?!\/\/)[\w~/][^\s]*$/;

/** Throws AppError for what no network carries safely, or might be taken for an option. */
function shownAddress(url: string): string {
  if (SSH_SHORT.test(url) && !url.includes("::")) return url;
  const parsed = URL.canParse(url) && !/[\s\p{Cc}]/u.test(url) ? new URL(url) : undefined;
  const isSafe =
    parsed !== undefined &&
    (/^(?:https|ssh):$/.test(parsed.protocol) || (parsed.protocol === "http:" && isLoopback(parsed)));
  if (!isSafe || parsed.hostname === "" || parsed.hostname.startsWith("-"))
    throw new AppError(
      "the address of the repository can't be used\nIt begins with https:// or ssh://, or is written user@host:path; git takes any other way to a program or a folder of this machine.",
    );
  return `${parsed.protocol}//${parsed.host}${parsed.pathname}`;
}

function secretsOf(url: string): readonly string[] {
  if (!URL.canParse(url)) return [];
  const { username, password, search, protocol } = new URL(url);
  const token = password === "" && protocol === "https:" ? username : password;
  return [...(token === "" ? [] : [url, token, decoded(token)]), ...(search.length > 8 ? [search.slice(1)] : [])];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
