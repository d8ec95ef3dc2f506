// Runs the git program: without prompts, hooks or filters, within a time, and with nothing of botform's in its environment.
import type { ChildProcess, ChildProcessByStdio } from "node:child_process";
import { dirname, resolve } from "node:path";
import type { Readable, Writable } from "node:stream";
import { errorCode, systemReason } from "../model/text/error-code.js";

type Env = Readonly<Record<string, string | undefined>>;

export interface GitRun {
  readonly env: Env;
  /** The repository: a bare one of botform's own, or a folder of a work tree. */
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly input?: string;
  /** Of its output. */
  readonly mostBytes?: number;
}

/** `code`: of a git that ran to its end. `why`: one line, which may hold an address that has to be concealed. */
export type GitAnswer =
  | { readonly ok: true; readonly output: Buffer }
  | { readonly ok: false; readonly code?: number; readonly why: string };

const MOST_BYTES = 64 * 1024 * 1024;
const MOST_OF_ERROR = 4_000;

/** Never rejects. The loop of events goes on meanwhile. */
export function git(args: readonly string[], run: GitRun): Promise<GitAnswer> {
  return new Promise((answer) => {
    const child = started(args, run);
    const output: Buffer[] = [];
    let [bytes, errors, ended] = [0, "", ""];
    const end = (why: string) => {
      ended ||= why;
      killed(child);
    };
    const timer = setTimeout(() => end(`git didn't end within ${run.timeoutMs / 1000} seconds`), run.timeoutMs);
    const orphaned = () => killed(child);
    process.once("exit", orphaned);
    const done = (found: GitAnswer) => {
      clearTimeout(timer);
      process.off("exit", orphaned);
      answer(found);
    };
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > (run.mostBytes ?? MOST_BYTES)) end("git wrote more than was to be expected");
      else output.push(chunk);
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      if (errors.length < MOST_OF_ERROR) errors += chunk;
    });
    child.on("error", (error) => done({ ok: false, why: notStarted(error) }));
    child.on("close", (code) => {
      if (ended !== "") done({ ok: false, why: ended });
      else if (code === 0) done({ ok: true, output: Buffer.concat(output) });
      else done({ ok: false, ...(code !== null && { code }), why: lastWords(errors) || `git ended with ${code}` });
    });
    // It needn't read all of it.
    child.stdin.on("error", () => {});
    child.stdin.end(run.input ?? "");
  });
}

/** A group of its own has no terminal to ask at, and ends as a whole. */
function started(args: readonly string[], { env, cwd }: GitRun): ChildProcessByStdio<Writable, Readable, Readable> {
  // Loaded by whoever needs it alone.
  const { spawn } = process.getBuiltinModule("node:child_process");
  const where = ["-C", resolve(cwd)];
  return spawn("git", [...where, ...SAFE.flatMap((setting) => ["-c", setting]), ...args], {
    // Not the repository, which may hold a program of that name: some systems would start it.
    cwd: dirname(process.execPath),
    env: gitEnvironment(env),
    detached: process.platform !== "win32",
    stdio: ["pipe", "pipe", "pipe"],
    windowsHide: true,
  });
}

/** No hook and no monitor of a repository runs, no submodule is fetched, and no other program carries a transport. */
const SAFE: readonly string[] = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "fetch.recurseSubmodules=false",
  "submodule.recurse=false",
  "protocol.allow=never",
  "protocol.https.allow=always",
  "protocol.ssh.allow=always",
  "protocol.http.allow=always",
  "http.followRedirects=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "advice.detachedHead=false",
];

/** What would lead git elsewhere: it is set where botform runs in a hook. */
const ELSEWHERE =
  /^GIT_(?:DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|PREFIX|CONFIG|CONFIG_PARAMETERS|CONFIG_COUNT|CONFIG_(?:KEY|VALUE)_\d+|QUARANTINE_PATH|TRACE.*|CURL_VERBOSE|EXTERNAL_DIFF|PROTOCOL.*|ALLOW_PROTOCOL)$/;

/** The settings of the user stay: credentials are git's own business. botform's variables, keys among them, are none of git's. */
export function gitEnvironment(env: Env): Record<string, string> {
  const own = Object.entries(env).flatMap(([name, value]) =>
    value === undefined || name.startsWith("BOTFORM_") || ELSEWHERE.test(name) ? [] : [[name, value] as const],
  );
  return {
    ...Object.fromEntries(own),
    // Wins over every setting, that of a user included.
    GIT_ALLOW_PROTOCOL: "https:ssh:http",
    GIT_TERMINAL_PROMPT: "0",
    GCM_INTERACTIVE: "never",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_OPTIONAL_LOCKS: "0",
    LC_ALL: "C",
  };
}

function killed({ pid, exitCode, signalCode }: Pick<ChildProcess, "pid" | "exitCode" | "signalCode">): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}

function notStarted(error: unknown): string {
  const code = errorCode(error) ?? "";
  return code === "ENOENT" ? "the git program isn't installed" : `git can't be started: ${systemReason(code)}`;
}

/** What it says in the end is what is wrong. */
function lastWords(errors: string): string {
  const lines = errors.split("\n").map((line) => line.trim());
  const fatal = lines.findLast((line) => line.startsWith("fatal: ")) ?? lines.findLast((line) => line !== "") ?? "";
  return fatal.replace(/^fatal: /, "").slice(0, 300);
}
