// Runs the built command as a user would, without a terminal.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { MAIN } from "./dist.js";

export interface Result {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** A text whose long lines were broken, as one line a sentence. */
export function unwrapped(text: string): string {
  return text.replace(/\n +/g, " ");
}

export interface RunOptions {
  readonly env?: Record<string, string>;
  readonly cwd?: string;
  readonly script?: string;
  /** Handed the means to send signals, as soon as the child runs. */
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
  /** Called with what either stream prints, as it comes; may send signals. */
  readonly onText?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** Not in the repository's own folder, where the commands run. */
const JOURNAL = mkdtempSync(join(tmpdir(), "botform-journal-"));
process.once("exit", () => rmSync(JOURNAL, { recursive: true, force: true }));

/** What a whole process has one of: the folder it stands in, and the journal's where `--journal` says none. */
const REPOSITORY = { cwd: process.cwd(), journal: JOURNAL };
const stand = { ...REPOSITORY, running: 0 };
process.env.BOTFORM_JOURNAL = JOURNAL;

/** Moves this process there, unless a run stands elsewhere; what it gives has to be called when the run is over. */
function standAt(cwd: string, journal: string): (() => void) | undefined {
  if (stand.running > 0 && (stand.cwd !== cwd || stand.journal !== journal)) return undefined;
  moveTo(cwd, journal);
  stand.running += 1;
  return () => {
    stand.running -= 1;
    if (stand.running === 0) moveTo(REPOSITORY.cwd, REPOSITORY.journal);
  };
}

function moveTo(cwd: string, journal: string): void {
  if (stand.cwd !== cwd) process.chdir(cwd);
  process.env.BOTFORM_JOURNAL = journal;
  Object.assign(stand, { cwd, journal });
}

/** The same program in this process, from the sources: what would be a third of a second of starting for each call isn't. */
async function within(args: readonly string[], given: Record<string, string> = {}): Promise<Result> {
  const { runProgram } = await import("../../src/cli/program.js");
  const { plainContext } = await import("../../src/cli/terminal/context.js");
  const printed = { out: "", err: "" };
  const context = plainContext({
    out(text) {
      printed.out += text;
    },
    err(text) {
      printed.err += text;
    },
    env: {
      PATH: process.env.PATH,
      BOTFORM_JOURNAL: JOURNAL,
      BOTFORM_SETTLE: "0",
      BOTFORM_LOCK_DIR: process.env.BOTFORM_LOCK_DIR ?? "",
      // Whatever the machine's own settings name.
      BOTFORM_CREDENTIAL_HELPER: "",
      ...given,
    },
  });
  return { exitCode: await runProgram(args, context), ...printed };
}

/**
 * Runs the command with these arguments; the environment holds nothing but PATH and what is given. In a process of its own,
 * as a user would, where signals, streams, a script of its own, Node's options or a folder other than that of a run under
 * way matter; else within this one.
 */
export async function botform(args: readonly string[], options: RunOptions = {}): Promise<Result> {
  const { env, cwd, ...apart } = options;
  const isPlain = Object.values(apart).every((value) => value === undefined) && !args.includes("-");
  const isForNode = Object.keys(env ?? {}).some((name) => name.startsWith("NODE_"));
  if (!isPlain || isForNode || args[0] === "demo") return spawned(args, options);
  const leave = standAt(resolve(cwd ?? REPOSITORY.cwd), env?.BOTFORM_JOURNAL ?? JOURNAL);
  if (leave === undefined) return spawned(args, options);
  try {
    return await within(args, env);
  } finally {
    leave();
  }
}

/** `dist/main.js` in a process of its own. */
export function spawned(args: readonly string[], options: RunOptions = {}): Promise<Result> {
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, [options.script ?? MAIN, ...args], {
      env: {
        PATH: process.env.PATH ?? "",
        BOTFORM_JOURNAL: JOURNAL,
        BOTFORM_SETTLE: "0",
        BOTFORM_NO_PROGRESS: "1",
        BOTFORM_LOCK_DIR: process.env.BOTFORM_LOCK_DIR ?? "",
        BOTFORM_CREDENTIAL_HELPER: "",
        ...options.env,
      },
      stdio: ["ignore", "pipe", "pipe"],
      ...(options.cwd !== undefined && { cwd: options.cwd }),
    });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      options.onText?.(text, (signal) => child.kill(signal));
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      err += text;
      options.onText?.(text, (signal) => child.kill(signal));
    });
    options.onStart?.((signal) => child.kill(signal));
    child.on("error", reject);
    child.on("close", (code, signal) => done({ exitCode: code ?? (signal === "SIGINT" ? 130 : -1), out, err }));
  });
}

/**
 * The environment that opens an emulator's account for configurations that use BOTFORM_DEMO_…. Locks lie in the test's own
 * folder: one that a killed process leaves in the machine's would hold up whoever gets the port later.
 */
export function demoEnv(url: string): Record<string, string> {
  const locks = process.env.BOTFORM_LOCK_DIR;
  return {
    ...{ BOTFORM_DEMO_API_URL: url, BOTFORM_DEMO_API_KEY: "demo-key", BOTFORM_DEMO_API_SECRET: "demo-secret" },
    ...(locks !== undefined && { BOTFORM_LOCK_DIR: locks }),
  };
}
