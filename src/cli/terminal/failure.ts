// The one place where what went wrong becomes a message and an exit code.
import { CommanderError } from "commander";
import { describeFault, type Explanation, explain, oneLine } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { resultJson } from "../../render/machine/json.js";
import { clean, cleanLines } from "../../render/sanitize.js";
import { diagnosticsText } from "../../render/text/diagnostics-text.js";
import type { Context } from "./context.js";

/** Prints the failure, of a usage error with the hint: text on standard error or, where JSON was asked for, the one document on standard output. */
export function reportFailure(
  context: Context,
  argv: readonly string[],
  error: unknown,
  usageHint = "See botform --help.",
): ExitCode {
  const { message: plain, exitCode, diagnostics } = explained(error);
  const message = error instanceof CommanderError ? `${plain}\n${usageHint}` : plain;
  if (wantsJson(argv)) {
    context.out(resultJson({ command: commandOf(argv), exitCode, diagnostics, error: oneLine(message) }));
    return exitCode;
  }
  if (diagnostics.length > 0) context.err(`${diagnosticsText(diagnostics, context.errColour)}\n`);
  context.err(`${context.errColour.bad("botform:")} ${cleanLines(message)}\n`);
  return exitCode;
}

/** Any error in words, those of the command line's own parser included. */
function explained(error: unknown): Explanation {
  if (!(error instanceof CommanderError)) return explain(error);
  // A secret on the command line is wrong enough: it isn't repeated (threat 5).
  const message = error.message
    .replace(/^error: /, "")
    .trim()
    .replace(/(--[\w-]*(?:key|secret|token|pass)[\w-]*=)[^\s']+/gi, "$1***");
  return { message, exitCode: EXIT.invalid, diagnostics: [] };
}

/** A fault that nobody caught: it is said, redacted, and what it left behind is unknown. */
export function reportFault(error: unknown): ExitCode {
  process.stderr.write(`botform: ${clean(describeFault(error))}\n`);
  return EXIT.unknown;
}

/** The command's name as its success says it, too: of two words where it has a second one. */
function commandOf([first = "", second = ""]: readonly string[]): string {
  return PARENTS.has(first) && /^[a-z][a-z-]*$/.test(second) ? `${first} ${second}` : first;
}

/** Commands that hold others. */
const PARENTS: ReadonlySet<string> = new Set(["bots", "deals", "history", "webhook", "emulator", "policy"]);

function wantsJson(argv: readonly string[]): boolean {
  return argv.some(
    (argument, index) => argument === "--format=json" || (argument === "--format" && argv[index + 1] === "json"),
  );
}
