// Where a day takes place: a recording emulator, a ledger on PostgreSQL, a repository, a chat, workers, and a person with a work tree; all of them real processes or servers.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { MAIN } from "../../../support/dist.js";
import { type GitServer, gitServer } from "../../../support/git-server.js";
import { asked } from "../../../support/postgres.js";
import { accountsOf, type Bots, type DayAccount, desiredOf, envOf, type Rules, seedOf, yamlOf } from "./fleet.js";
import { leaseNameOf, watchLeases } from "./ledger.js";
import type { Desired } from "./log.js";
import { type Recorder, startRecorder } from "./recorder.js";

export interface Running {
  readonly name: string;
  readonly child: ChildProcess;
  readonly printed: { out: string; err: string };
  /** What it has reported so far, on standard output. */
  readonly documents: Document[];
  readonly ended: Promise<number | null>;
}

/** A document that a worker has printed. */
export interface Document {
  readonly worker: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly account: string | undefined;
  readonly rollout: { readonly id: string } | undefined;
  readonly revision: { readonly commit?: string } | undefined;
  readonly diagnostics: readonly { readonly position?: object }[] | undefined;
  readonly news: {
    readonly kind: string;
    readonly wave?: string;
    readonly why?: string | null;
    readonly plan?: string;
  };
}

export interface Stage {
  readonly accounts: readonly DayAccount[];
  readonly emulator: Recorder;
  readonly git: GitServer;
  readonly state: string;
  /** Bodies that the chat was posted. */
  readonly notices: readonly string[];
  readonly workers: Running[];
  /** What each commit asks for, of those that are valid. */
  readonly desiredBy: Map<string, Desired>;
  /** Secrets of the day, by what they are. */
  readonly secrets: ReadonlyMap<string, string>;
  commit(subject: string, bots: Bots, rules?: Rules): string;
  worker(name: string): Running;
  /** The page, which looks after no account. */
  page(): Running;
  /** Runs a command as a person does, in the work tree; expects that exit code, and gives what it printed. */
  person(exitCode: number, ...args: readonly string[]): Promise<string>;
  news(): readonly Document[];
  /** All that processes have printed, chats were posted and files hold, by where it stands. */
  texts(): Map<string, string>;
  close(): Promise<void>;
}

const CHAT_TOKEN = "hook-token-8wq3nx5";
const DATABASE_PASSWORD = "database-password-t5jk1m";
const LONGEST_MS = 900_000;

/** Waits for what a day brings; it may take long on a busy machine. */
export async function until(what: string, is: () => boolean | Promise<boolean>, about: () => string): Promise<void> {
  try {
    await vi.waitUntil(is, { timeout: LONGEST_MS, interval: 250 });
  } catch (error) {
    throw new Error(`${what} didn't come about\n${about()}`, { cause: error });
  }
}

/** @param url of a database with botform's tables */
export async function openStage(url: string, count: number, every: string): Promise<Stage> {
  const accounts = accountsOf(count);
  const folder = mkdtempSync(join(tmpdir(), "botform-day-"));
  const emulator = await startRecorder(seedOf(accounts));
  const git = await gitServer(join(folder, "git"));
  const notices: string[] = [];
  const chat = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part: string) => {
      body += part;
    });
    request.on("end", () => {
      notices.push(body);
      response.end();
    });
  }).listen(0, "127.0.0.1");
  await once(chat, "listening");
  const address = chat.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const state = new URL(url);
  state.password = DATABASE_PASSWORD;
  await watchLeases(url);
  const env = {
    ...{ PATH: process.env.PATH ?? "", GIT_CONFIG_GLOBAL: "/dev/null", BOTFORM_DAY_URL: emulator.url },
    ...{ BOTFORM_JOURNAL: state.href, CHAT: `http://127.0.0.1:${port}/hook/${CHAT_TOKEN}` },
    ...Object.fromEntries(
      accounts.flatMap(({ name, apiKey, apiSecret }) => [
        [`BOTFORM_KEY_${envOf(name)}`, apiKey],
        [`BOTFORM_SECRET_${envOf(name)}`, apiSecret],
      ]),
    ),
  };
  const all: Running[] = [];
  const run = (name: string, cwd: string, args: readonly string[]): Running => {
    const home = join(folder, "homes", name);
    mkdirSync(home, { recursive: true });
    const child = spawn(process.execPath, [MAIN, ...args], {
      ...{ cwd, env: { ...env, HOME: home }, stdio: ["ignore", "pipe", "pipe"] },
    });
    const printed = { out: "", err: "" };
    const documents: Document[] = [];
    let read = 0;
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      printed.out += part;
      // Each line once: the emulator is in this process, and must not wait for it.
      for (let end = printed.out.indexOf("\n", read); end >= 0; end = printed.out.indexOf("\n", read)) {
        const line = printed.out.slice(read, end);
        read = end + 1;
        if (line.startsWith('{"')) documents.push(documentOf(name, line));
      }
    });
    child.stderr.on("data", (part) => {
      printed.err += String(part);
    });
    const running = {
      name,
      child,
      printed,
      documents,
      ended: once(child, "close").then(([code]): number | null => code),
    };
    all.push(running);
    return running;
  };
  const workers: Running[] = [];
  const desiredBy = new Map<string, Desired>();
  return {
    ...{ accounts, emulator, git, state: url, notices, workers, desiredBy },
    secrets: new Map([
      ...accounts.flatMap(({ name, apiKey, apiSecret }): (readonly [string, string])[] => [
        [`the key of ${name}`, apiKey],
        [`the secret of ${name}`, apiSecret],
      ]),
      ["the token of the chat", CHAT_TOKEN],
      ["the password of the database", DATABASE_PASSWORD],
    ]),
    commit(subject, bots, rules) {
      const commit = git.commit({ "fleet/botform.yaml": yamlOf(accounts, bots, rules) }, subject);
      if (rules?.leverage === undefined) desiredBy.set(commit, desiredOf(accounts, bots));
      return commit;
    },
    worker(name) {
      const source = ["--git", git.url, "--config", "fleet", "--all-accounts"];
      const how = ["--every", every, "--format", "json", "--notify-env", "CHAT", "--command-timeout", "20"];
      const running = run(name, folder, ["fleet", "worker", ...source, ...how]);
      workers.push(running);
      return running;
    },
    page() {
      const source = ["--git", git.url, "--config", "fleet", "--all-accounts"];
      const how = ["--page-only", "--listen", "127.0.0.1:0", "--notify-env", "CHAT"];
      return run("page", folder, ["fleet", "serve", ...source, ...how]);
    },
    async person(exitCode, ...args) {
      const { ended, printed } = run(`ana-${all.length}`, join(git.folder, "fleet"), args);
      expect([args.join(" "), await ended], `${printed.out}\n${printed.err}`).toEqual([args.join(" "), exitCode]);
      return printed.out;
    },
    news: () => workers.flatMap(({ documents }) => documents).toSorted((left, right) => left.at - right.at),
    texts() {
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
      return new Map([
        ...all.flatMap(({ name, printed }): (readonly [string, string])[] => [
          [`what ${name} printed`, printed.out],
          [`the errors of ${name}`, printed.err],
        ]),
        ...notices.map((text, at): readonly [string, string] => [`notice ${at}`, text]),
        ...files.map(({ parentPath, name }): readonly [string, string] => [
          join(parentPath, name),
          readFileSync(join(parentPath, name), "latin1"),
        ]),
      ]);
    },
    async close() {
      for (const { child } of all) child.kill("SIGKILL");
      await Promise.all(all.map(({ ended }) => ended));
      chat.closeAllConnections();
      chat.close();
      await git.close();
      await emulator.close();
      if (process.env.BOTFORM_DAY_KEEP === undefined) rmSync(folder, { recursive: true, force: true });
      else
        for (const { name, printed } of all)
          writeFileSync(join(folder, `${name}.txt`), `${printed.out}\n${printed.err}`);
    },
  };
}

function documentOf(worker: string, line: string): Document {
  const { at, account, rollout, revision, diagnostics, news } = JSON.parse(line);
  return { worker, at: new Date(at).getTime(), account, rollout, revision, diagnostics, news };
}

/** The workers' process that may write to one of these accounts now. */
export async function ownerOf({ state, workers, emulator, accounts }: Stage, account: string): Promise<Running> {
  const { accessId = 0 } = accounts.find(({ name }) => name === account) ?? {};
  const [row] = await asked(state, "select holder from botform.lease where name = $1 and not released", [
    leaseNameOf(emulator.url, accessId),
  ]);
  const owner = workers.find(({ child }) => String(row?.holder).startsWith(`process ${child.pid} on `));
  if (owner === undefined) throw new Error(`no worker holds ${account}: ${JSON.stringify(row)}`);
  return owner;
}
