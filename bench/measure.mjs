// Runs one program once and tells how long it took, how much memory it had at most, and how it ended.
import { spawn } from "node:child_process";
import { accessSync, constants, readFileSync } from "node:fs";
import { join } from "node:path";

/** GNU time waits for its child with wait4 and so knows its largest resident set exactly; no polling does. */
const TIME = "/usr/bin/time";
/** Each of these would change what is measured. */
const DISTURBING = /^(?:NODE_|BOTFORM_|AUTH0_|FORCE_COLOR$|NO_COLOR$)/;

export const hasTime = canRun(TIME);

function canRun(file) {
  try {
    accessSync(file, constants.X_OK);
    return process.platform === "linux";
  } catch {
    return false;
  }
}

/**
 * @typedef {{ readonly ms: number, readonly cpuMs: number | null, readonly memoryMiB: number | null, readonly code: number | null, readonly out: string, readonly err: string }} Run
 *
 * Runs node, or another program, with these arguments. `ms` is wall time from before the process is made until it has ended and its output is read.
 * `cpuMs` is the processor time of all its processes, `memoryMiB` that of its largest one.
 *
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} env
 * @param {string} folder where to work, and where the memory is noted
 * @param {string} [program]
 * @returns {Promise<Run>}
 */
export async function measure(args, env, folder, program = process.execPath) {
  const note = join(folder, "memory.txt");
  const command = hasTime ? [TIME, "-o", note, "-f", "%M %U %S", program, ...args] : [program, ...args];
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !DISTURBING.test(name)));
  const start = process.hrtime.bigint();
  const child = spawn(command[0], command.slice(1), {
    cwd: folder,
    env: { ...inherited, NO_COLOR: "1", BOTFORM_LOCK_DIR: join(folder, "locks"), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const out = collect(child.stdout);
  const err = collect(child.stderr);
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  const noted = hasTime ? readFileSync(note, "utf8").trim().split("\n").at(-1).split(" ").map(Number) : undefined;
  const [memoryMiB, cpuMs] = noted === undefined ? [null, null] : [noted[0] / 1024, (noted[1] + noted[2]) * 1_000];
  return { ms, cpuMs, memoryMiB, code, out: out(), err: err() };
}

function collect(stream) {
  const chunks = [];
  stream.on("data", (chunk) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString("utf8");
}

/** Median, least and most. @param {readonly number[]} values */
export function spread(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const median = (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
  return { median, min: sorted[0], max: sorted[sorted.length - 1] };
}
