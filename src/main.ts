#!/usr/bin/env node
// argv in, exit code out: the only process.exit and the last catch.
const argv = process.argv.slice(2);

/** Commands whose code lies in files of their own, without what they never need; build.mjs makes them. */
const OFFLINE: ReadonlySet<string> = new Set(["validate", "render", "fmt", "policy", "explain", "schema"]);
const ONLINE: ReadonlySet<string> = new Set([
  ...["plan", "apply", "show", "undo", "resolve", "history", "bots", "deals", "account", "accesses", "pairs"],
  ...["report", "risk", "diff", "drift"],
]);

/** One file each: a file more to find and link is a millisecond more, and what is never compiled costs nothing. */
async function program(command: string) {
  if (OFFLINE.has(command)) return import("./bundles/offline.js");
  if (ONLINE.has(command)) return import("./bundles/online.js");
  return import("./bundles/everything.js");
}

if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
  // Nothing is loaded to say a version.
  process.stdout.write(`${BOTFORM_VERSION}\n`);
} else {
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, async (error) => {
      try {
        const { reportFault } = await import("./bundles/fault.js");
        process.exit(reportFault(error));
      } catch {
        // The program's own files are gone, so nothing can be looked up; what failed is not repeated, it may hold secrets.
        process.stderr.write("botform: a fault of botform itself, and its files can't be read; install it again\n");
        process.exit(1);
      }
    });
  }
  const { runProgram } = await program(argv[0] ?? "");
  process.exitCode = await runProgram(argv);
  // Whoever was interrupted doesn't wait for answers that are still on their way.
  if (process.exitCode === 130) process.exit();
}

export {};
