#!/usr/bin/env node
// argv in, exit code out: the only process.exit and the last catch.
import { join } from "node:path";
import { type Evaluated, evaluate } from "./bundles/compiled.js";
import type * as Program from "./bundles/everything.js";
import type * as Fault from "./bundles/fault.js";

const argv = process.argv.slice(2);

/** Commands whose code lies in files of their own, without what they never need; build.mjs makes them. */
const BUNDLES: Readonly<Record<string, readonly string[]>> = {
  plan: ["plan", "drift"],
  offline: ["validate", "render", "fmt", "policy", "explain", "schema"],
  online: [
    ...["apply", "show", "undo", "resolve", "history", "bots", "deals", "account", "accesses", "pairs"],
    ...["report", "risk", "diff"],
  ],
};

/** One file each: a file more to find is time more, and what is never compiled costs nothing. */
function bundleOf(command: string): string {
  return Object.keys(BUNDLES).find((bundle) => BUNDLES[bundle]?.includes(command)) ?? "everything";
}

function load<Exports>(bundle: string, purpose?: string): Evaluated<Exports> {
  return evaluate(join(__dirname, "bundles", `${bundle}.js`), BOTFORM_BUILD, purpose);
}

async function run(): Promise<void> {
  for (const event of ["uncaughtException", "unhandledRejection"] as const) process.on(event, lastWords);
  const [command = ""] = argv;
  const bundle = bundleOf(command);
  const program = load<typeof Program>(bundle, /^[a-z_]+$/.test(command) ? command : undefined);
  const exitCode = await program.exports.runProgram(argv);
  process.exitCode = exitCode;
  // Whoever was interrupted doesn't wait for answers that are still on their way.
  if (exitCode === 130) process.exit();
  // A command that doesn't exist ended with 3; what others compiled on the way to a refusal is little.
  if (exitCode === 0 || exitCode === 2) program.keep();
}

function lastWords(error: unknown): void {
  try {
    process.exit(load<typeof Fault>("fault").exports.reportFault(error));
  } catch {
    // The program's own files are gone, so nothing can be looked up; what failed is not repeated, it may hold secrets.
    process.stderr.write("botform: a fault of botform itself, and its files can't be read; install it again\n");
    process.exit(1);
  }
}

// Nothing is loaded to say a version.
if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) process.stdout.write(`${BOTFORM_VERSION}\n`);
else void run();
