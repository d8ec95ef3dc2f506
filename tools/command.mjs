// Runs one command of the package's checks to its end and gives what it printed, or an error that tells what went wrong.
import { spawnSync } from "node:child_process";

/** Something that has to come from a registry didn't; nothing is known about what it was to check. */
export class CouldNotGet extends Error {}

/** Standard output without the last line break. A command that ends with another code than 0 is an error. */
export function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: "utf8", maxBuffer: 1e8, ...options });
  if (error !== undefined) throw new Error(`${command} didn't start: ${error.message}`);
  if (status === 0) return stdout.trimEnd();
  throw new Error(`${command} ${args.join(" ")} ended with ${status}\n${stdout}${stderr}`);
}

/** As `run`, of a command that only fetches. */
export function fetched(command, args, options) {
  try {
    return run(command, args, options);
  } catch (error) {
    throw new CouldNotGet(error.message.split("\n").slice(0, 3).join(" "));
  }
}
