// Runs the built command as a user would, without a terminal.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Result {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
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

const MAIN = fileURLToPath(new URL("../dist/main.js", import.meta.url));

/** Not in the repository's own folder, where the commands run. */
const JOURNAL = mkdtempSync(join(tmpdir(), "botform-journal-"));
process.once("exit", () => rmSync(JOURNAL, { recursive: true, force: true }));

/** The same program in this process, from the sources: what would be a second of starting for each call isn't. */
process.env.BOTFORM_JOURNAL = JOURNAL;
async function within(args: readonly string[], given: Record<string, string> = {}): Promise<Result> {
  const { runProgram } = await import("../src/cli/program.js");
  const { plainContext } = await import("../src/cli/context.js");
  const printed = { out: "", err: "" };
  const context = plainContext({
    out(text) {
      printed.out += text;
    },
    err(text) {
      printed.err += text;
    },
    env: { PATH: process.env.PATH, BOTFORM_JOURNAL: JOURNAL, ...given },
  });
  return { exitCode: await runProgram(args, context), ...printed };
}

/**
 * Runs the command with these arguments; the environment holds nothing but PATH and what is given. In a process of its own,
 * as a user would, where a folder, signals, streams or a script of its own matter; else within this one.
 */
export function botform(args: readonly string[], options: RunOptions = {}): Promise<Result> {
  const { env, ...apart } = options;
  const isPlain = Object.values(apart).every((value) => value === undefined) && !args.includes("-");
  if (isPlain && env?.BOTFORM_JOURNAL === undefined && args[0] !== "demo") return within(args, env);
  return spawned(args, options);
}

/** `dist/main.js` in a process of its own. */
export function spawned(args: readonly string[], options: RunOptions = {}): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [options.script ?? MAIN, ...args], {
      env: { PATH: process.env.PATH ?? "", BOTFORM_JOURNAL: JOURNAL, ...options.env },
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
    child.on("close", (code, signal) => resolve({ exitCode: code ?? (signal === "SIGINT" ? 130 : -1), out, err }));
  });
}

/** The environment that opens an emulator's account for configurations that use BOTFORM_DEMO_…. */
export function demoEnv(url: string): Record<string, string> {
  return { BOTFORM_DEMO_API_URL: url, BOTFORM_DEMO_API_KEY: "demo-key", BOTFORM_DEMO_API_SECRET: "demo-secret" };
}
