// A folder with a fleet, an emulator beside it, and scripts run there by bash as a forge's runner does.
import { spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningEmulator, startEmulator } from "../../../src/emulator/http/server.js";
import { demoEnv } from "../../support/command.js";
import { MAIN } from "../../support/dist.js";

export interface Ran {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

export interface Place {
  /** Where scripts run: the quick start's fleet, as if it were checked out. */
  readonly cwd: string;
  /** First on PATH: `botform`, and what a test puts there. */
  readonly bin: string;
  /** Outside of the checkout. */
  readonly temp: string;
  readonly emulator: RunningEmulator;
  /** PATH and HOME, and what opens the emulator's account. */
  readonly plain: Readonly<Record<string, string>>;
  readonly keys: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export async function place(): Promise<Place> {
  const root = mkdtempSync(join(tmpdir(), "botform-recipes-"));
  const [cwd, bin, temp] = [join(root, "checkout"), join(root, "bin"), join(root, "temp")];
  for (const folder of [cwd, bin, temp]) mkdirSync(folder);
  cpSync("examples/quick-start/botform.yaml", join(cwd, "botform.yaml"));
  const emulator = await startEmulator({ quirks: { commandDelay: 20 } });
  const here: Place = {
    cwd,
    bin,
    temp,
    emulator,
    plain: { PATH: `${bin}:${process.env.PATH}`, HOME: temp },
    keys: demoEnv(emulator.url),
    async close() {
      await emulator.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
  // Every start is written down, so that a test can tell what stood on a command line.
  tool(here, "botform", `printf '%s\\n' "$*" >> '${temp}/argv'\nexec '${process.execPath}' '${MAIN}' "$@"`);
  return here;
}

/** Puts a program of this name first on PATH. */
export function tool({ bin }: Place, name: string, script: string): void {
  writeFileSync(join(bin, name), `#!/usr/bin/env bash\n${script}\n`);
  chmodSync(join(bin, name), 0o755);
}

/** GitHub and GitLab both stop a script at the first command that fails. */
export function bash(at: Place, script: string, env: Readonly<Record<string, string>>): Promise<Ran> {
  return run(at, ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], env);
}

export function run(
  { cwd }: Place,
  [command = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  return new Promise((done, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    const ran = { out: "", err: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      ran.out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      ran.err += text;
    });
    child.on("error", reject);
    child.on("close", (code) => done({ exitCode: code ?? -1, ...ran }));
  });
}
