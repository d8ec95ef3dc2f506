#!/usr/bin/env node
// argv in, exit code out: the only process.exit and the last catch.
const argv = process.argv.slice(2);

if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
  // Nothing is loaded to say a version.
  process.stdout.write(`${BOTFORM_VERSION}\n`);
} else {
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, async (error) => {
      try {
        const { reportFault } = await import("./cli/failure.js");
        process.exit(reportFault(error));
      } catch {
        // The program's own files are gone, so nothing can be looked up; what failed is not repeated, it may hold secrets.
        process.stderr.write("botform: a fault of botform itself, and its files can't be read; install it again\n");
        process.exit(1);
      }
    });
  }
  const { runProgram } = await import("./cli/program.js");
  process.exitCode = await runProgram(argv);
  // Whoever was interrupted doesn't wait for answers that are still on their way.
  if (process.exitCode === 130) process.exit();
}

export {};
