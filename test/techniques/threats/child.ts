// Runs the built command with exactly the environment given, and ends it when the test that asked for it ends.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "../../../src/cli/program.js";
import { plainContext } from "../../../src/cli/terminal/context.js";
import { MAIN } from "../../support/dist.js";

export interface Ended {
  /** null where the command was killed. */
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Start {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Options of node itself. */
  readonly node?: readonly string[];
  /** What a shell does before it becomes the command, for example `ulimit -f 1`. */
  readonly shell?: string;
  /** The test's own signal: a command that hangs is killed when the test's time is over. */
  readonly signal?: AbortSignal;
}

/** Ends what works for longer, however long it had to wait for the processor: for what once took minutes, and takes seconds at most. */
export const MINUTE_OF_WORK = "ulimit -t 60";

/** Nothing is added to the environment, not even PATH. */
export function command(args: readonly string[], start: Start = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const line = [process.execPath, ...(start.node ?? []), MAIN, ...args];
    const [first = "", ...rest] =
      start.shell === undefined ? line : ["/bin/sh", "-c", `${start.shell}; exec "$0" "$@"`, ...line];
    const child = spawn(first, rest, {
      env: { ...start.env },
      stdio: ["ignore", "pipe", "pipe"],
      ...(start.cwd !== undefined && { cwd: start.cwd }),
      ...(start.signal !== undefined && { signal: start.signal, killSignal: "SIGKILL" }),
    });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    child.on("error", () => {});
    child.on("close", (exitCode) => resolve({ exitCode, out, err }));
  });
}

/** A folder of a test's own. */
export class Folder {
  readonly path = mkdtempSync(join(tmpdir(), "botform-threat-"));

  /** Writes a file and gives its path. */
  put(name: string, content: string | Uint8Array): string {
    const path = join(this.path, name);
    writeFileSync(path, content);
    return path;
  }

  /** Names and contents of all files, as one text to search. */
  everything(): string {
    const files = readdirSync(this.path, { recursive: true, withFileTypes: true });
    return files
      .map((file) => `${file.name}\n${file.isFile() ? readFileSync(join(file.parentPath, file.name), "utf8") : ""}`)
      .join("\n");
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

export interface Trace {
  readonly exitCodes: readonly (number | null)[];
  /** All that is printed and left behind. */
  readonly text: string;
}

type Environment = Readonly<Record<string, string>>;
type Trail = (args: readonly string[], yaml: string, env: Environment, formats?: readonly string[]) => Promise<Trace>;

/**
 * Runs a command in a process of its own, once for each form, each in a folder of its own that holds this configuration,
 * since two applies in one folder wait for each other; gives all that is printed and left behind.
 */
export const traceApart: Trail = trail((args, folder, env) => command(args, { env, cwd: folder.path }));

// Each run listens for three signals, and many run side by side.
process.setMaxListeners(50);

/** Runs a command within this process, told where the configuration and the journal are. */
export async function commandHere(args: readonly string[], folder: Folder, env: Environment): Promise<Ended> {
  const printed = { out: "", err: "" };
  const context = plainContext({
    out(text) {
      printed.out += text;
    },
    err(text) {
      printed.err += text;
    },
    env,
  });
  const journal = args[0] === "apply" || args[0] === "bots" ? ["--journal", join(folder.path, "journal")] : [];
  const config = join(folder.path, "botform.yaml");
  return { exitCode: await runProgram([...args, "-c", config, ...journal], context), ...printed };
}

/** The same trace within this process. */
export const traceOf: Trail = trail(commandHere);

function trail(run: (args: readonly string[], folder: Folder, env: Environment) => Promise<Ended>): Trail {
  async function one(args: readonly string[], yaml: string, env: Environment) {
    const folder = new Folder();
    try {
      folder.put("botform.yaml", yaml);
      const { exitCode, out, err } = await run(args, folder, env);
      return { exitCode, text: [out, err, folder.everything().replace(yaml, "")].join("\n") };
    } finally {
      folder.remove();
    }
  }
  return async (args, yaml, env, formats = ["text", "json"]) => {
    const runs = await Promise.all(formats.map((format) => one([...args, "--format", format], yaml, env)));
    return { exitCodes: runs.map(({ exitCode }) => exitCode), text: runs.map(({ text }) => text).join("\n") };
  };
}
