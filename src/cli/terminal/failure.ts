// The one place where what went wrong becomes a message and an exit code.
import { CommanderError } from "commander";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { ServiceError } from "../../model/ports.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { resultJson } from "../../render/machine/json.js";
import { clean, cleanLines } from "../../render/sanitize.js";
import { diagnosticsText } from "../../render/text/diagnostics-text.js";
import type { Context } from "./context.js";

/** What the user did can't be carried out: a usage error, or a configuration with errors. */
export class UserError extends Error {
  readonly diagnostics: readonly Diagnostic[];
  readonly exitCode: ExitCode;

  constructor(
    message: string,
    options: { readonly diagnostics?: readonly Diagnostic[]; readonly exitCode?: ExitCode } = {},
  ) {
    super(message);
    this.name = "UserError";
    this.diagnostics = options.diagnostics ?? [];
    this.exitCode = options.exitCode ?? EXIT.invalid;
  }
}

/** Prints the failure, of a usage error with the hint: text on standard error or, where JSON was asked for, the one document on standard output. */
export function reportFailure(
  context: Context,
  argv: readonly string[],
  error: unknown,
  usageHint = "See botform --help.",
): ExitCode {
  const { message: plain, exitCode, diagnostics } = explain(error);
  const message = error instanceof CommanderError ? `${plain}\n${usageHint}` : plain;
  if (wantsJson(argv)) {
    context.out(resultJson({ command: commandOf(argv), exitCode, diagnostics, error: oneLine(message) }));
    return exitCode;
  }
  if (diagnostics.length > 0) context.err(`${diagnosticsText(diagnostics, context.errColour)}\n`);
  context.err(`${context.errColour.bad("botform:")} ${cleanLines(message)}\n`);
  return exitCode;
}

/** A message of several lines as one, each a sentence of its own. */
export function oneLine(message: string): string {
  return message.replaceAll(/([^.:;,!?…])\n/g, "$1. ").replaceAll("\n", " ");
}

/** A failure in words, and the exit code that belongs to it. */
export interface Explanation {
  readonly message: string;
  readonly exitCode: ExitCode;
  readonly diagnostics: readonly Diagnostic[];
}

/** What any error is to the user. */
export function explain(error: unknown): Explanation {
  if (error instanceof UserError)
    return { message: error.message, exitCode: error.exitCode, diagnostics: error.diagnostics };
  if (error instanceof CommanderError) {
    // A secret on the command line is wrong enough: it isn't repeated (threat 5).
    const message = error.message
      .replace(/^error: /, "")
      .trim()
      .replace(/(--[\w-]*(?:key|secret|token|pass)[\w-]*=)[^\s']+/gi, "$1***");
    return { message, exitCode: EXIT.invalid, diagnostics: [] };
  }
  if (error instanceof ServiceError)
    return { message: `${whereOf(error)}${error.message}\n${remedyOf(error)}`, exitCode: EXIT.failed, diagnostics: [] };
  return { message: describeFault(error), exitCode: EXIT.failed, diagnostics: [] };
}

/** No more of the address than its origin: what comes after it may be a token (threat 5). */
function whereOf({ where }: ServiceError): string {
  if (where === undefined) return "";
  return where.account === undefined ? `${where.origin}: ` : `the account ${where.account} at ${where.origin}: `;
}

function remedyOf({ kind, where }: ServiceError): string {
  const isHere = where !== undefined && LOOPBACK.test(where.origin);
  return `${isHere ? "The address is this machine's: botform emulator starts an emulator, if that is meant. " : ""}${REMEDIES[kind]}`;
}

const LOOPBACK = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

/** A fault that nobody caught: it is said, redacted, and what it left behind is unknown. */
export function reportFault(error: unknown): ExitCode {
  process.stderr.write(`botform: ${describeFault(error)}\n`);
  return EXIT.unknown;
}

/** Ours: the message may hold anything, so only its kind and place are shown (threat 6). */
function describeFault(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  const place = error instanceof Error ? placeOf(error) : "";
  return `this is a fault of botform itself (${clean(name)}${place === "" ? "" : ` at ${clean(place)}`}). Please report it with the command you ran.`;
}

/** The first place of the stack. A stack begins with the message, which may look like one. */
function placeOf({ stack = "", message }: Error): string {
  const at = stack.indexOf(message);
  const frames = at < 0 ? "" : stack.slice(at + message.length);
  return /^\s+at ([^\n]+)/.exec(frames)?.[1] ?? "";
}

const REMEDIES: Readonly<Record<ServiceError["kind"], string>> = {
  auth: "The service rejected the credentials: check the API key, the secret, an IP whitelist on the key, and this machine's clock. Nothing was written.",
  refused: "The service refused to answer; its message says why. Nothing was written.",
  absent: "Check the id: the service has no such bot. Nothing was written.",
  unreachable: "Check the account's apiUrl and the network. Nothing was written.",
  timeout: "The service didn't answer in time; try again. Nothing was written.",
  http: "The service is in trouble or wants fewer requests; try again later, or with a lower --concurrency. Nothing was written.",
  shape: "The answer is not what the interface promises: check that apiUrl is the service's API. Nothing was written.",
};

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
