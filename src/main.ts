#!/usr/bin/env node
// argv in, exit code out: the only process.exit and the last catch.
import { join } from "node:path";
import { cutOffText, outputTo } from "./cli/terminal/output.js";
import type * as Command from "./command.js";
import { evaluate } from "./compiled.js";
import { obeySignals } from "./first-process.js";
import { keepHeapSmall, optimiseNoWasm } from "./v8.js";

const argv = process.argv.slice(2);
let command: typeof Command | undefined;

async function run(): Promise<void> {
  obeySignals();
  for (const event of ["uncaughtException", "unhandledRejection"] as const) process.on(event, lastWords);
  const [name = ""] = argv;
  const purpose = /^[a-z_]+$/.test(name) ? name : undefined;
  optimiseNoWasm();
  const heapAsBefore = keepHeapSmall();
  const { exports, keep } = evaluate<typeof Command>(join(__dirname, "command.js"), BOTFORM_BUILD, purpose);
  command = exports;
  // Where nothing is left to wait for, node ends well, whatever hasn't come to its end.
  process.on("beforeExit", unended);
  const exitCode = await command.runProgram(argv);
  process.off("beforeExit", unended);
  heapAsBefore();
  process.exitCode = exitCode;
  // Whoever was interrupted doesn't wait for answers that are still on their way.
  if (exitCode === 130) process.exit();
  // A command that doesn't exist ended with 3; what others compiled on the way to a refusal is little.
  if (exitCode === 0 || exitCode === 2) keep();
}

function unended(): void {
  lastWords(new Error("the command didn't finish"));
}

function lastWords(error: unknown): void {
  if (command !== undefined) process.exit(command.reportFault(error));
  // The program's own file can't be read, so nothing can be looked up; what failed is not repeated, it may hold secrets.
  process.stderr.write("botform: botform's own files can't be read; install it again\n");
  process.exit(1);
}

/** Nothing is loaded for it. */
async function sayVersion(): Promise<void> {
  const output = outputTo(process.stdout, (code) => process.stderr.write(`${cutOffText(code)}\n`));
  output.write(`${BOTFORM_VERSION}\n`);
  if (!(await output.isWhole())) process.exitCode = 1;
}

void (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V") ? sayVersion() : run());
