// Runs the built command with exactly the environment given, and ends it when the test that asked for it ends.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

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

const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

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

/**
 * Runs a command once for each form, each in a folder of its own that holds this configuration, since two applies in one
 * folder wait for each other; gives all that is printed and left behind.
 */
export async function traceOf(
  args: readonly string[],
  yaml: string,
  env: Readonly<Record<string, string>>,
  formats: readonly string[] = ["text", "json"],
): Promise<{ readonly exitCodes: readonly (number | null)[]; readonly text: string }> {
  const runs = await Promise.all(formats.map((format) => traceOfOne([...args, "--format", format], yaml, env)));
  return { exitCodes: runs.map(({ exitCode }) => exitCode), text: runs.map(({ text }) => text).join("\n") };
}

async function traceOfOne(args: readonly string[], yaml: string, env: Readonly<Record<string, string>>) {
  const folder = new Folder();
  try {
    folder.put("botform.yaml", yaml);
    const { exitCode, out, err } = await command(args, { env, cwd: folder.path });
    return { exitCode, text: [out, err, folder.everything().replace(yaml, "")].join("\n") };
  } finally {
    folder.remove();
  }
}
