// AppError, an error with an exit code that the user can mend, and any error explained in words.

import { DiskError, ServiceError } from "../model/ports.js";
import type { Diagnostic } from "../model/text/diagnostic.js";
import { isLoopback } from "../model/text/safe-url.js";
import { EXIT, type ExitCode } from "./exit.js";

/** The user can mend it: a usage error, or a configuration with errors. */
export class AppError extends Error {
  readonly diagnostics: readonly Diagnostic[];
  readonly exitCode: ExitCode;

  constructor(
    message: string,
    options: { readonly diagnostics?: readonly Diagnostic[]; readonly exitCode?: ExitCode } = {},
  ) {
    super(message);
    this.name = "AppError";
    this.diagnostics = options.diagnostics ?? [];
    this.exitCode = options.exitCode ?? EXIT.invalid;
  }
}

/** The error of an interrupt before the first write. */
export function interruption(): AppError {
  return new AppError("interrupted; nothing was written", { exitCode: EXIT.interrupted });
}

/** A message of several lines as one line of sentences. */
export function oneLine(message: string): string {
  return message.replaceAll(/([^.:;,!?…])\n/g, "$1. ").replaceAll("\n", " ");
}

/** A failure in words, and the exit code that belongs to it. */
export interface Explanation {
  readonly message: string;
  readonly exitCode: ExitCode;
  readonly diagnostics: readonly Diagnostic[];
  /** The configuration or the environment can't be used, so another try changes nothing. */
  readonly isUnsound?: boolean;
}

/** Explains any error to the user. */
export function explain(error: unknown): Explanation {
  if (error instanceof AppError) {
    const { message, exitCode, diagnostics } = error;
    return { message, exitCode, diagnostics, isUnsound: exitCode === EXIT.invalid };
  }
  if (error instanceof ServiceError) {
    const message = `${whereOf(error)}${error.message}\n${remedyOf(error)}`;
    return { message, exitCode: EXIT.failed, diagnostics: [], isUnsound: error.kind === "auth" };
  }
  // A disk or a database that doesn't do as it was told is no fault of botform's.
  if (error instanceof DiskError) return { message: error.message, exitCode: EXIT.failed, diagnostics: [] };
  return { message: describeFault(error), exitCode: EXIT.failed, diagnostics: [] };
}

/** Shows only the address's origin, since the rest may be a token (threat 5). */
function whereOf({ where }: ServiceError): string {
  if (where === undefined) return "";
  return where.account === undefined ? `${where.origin}: ` : `the account ${where.account} at ${where.origin}: `;
}

function remedyOf({ kind, where, message }: ServiceError): string {
  const isHere = where !== undefined && isLoopback(new URL(where.origin));
  if (isHere && message.includes("ERR_SSL_WRONG_VERSION_NUMBER"))
    return `That port doesn't speak TLS: write ${where.origin.replace("https:", "http:")}. Nothing was written.`;
  return `${isHere && kind === "unreachable" ? "The address is on this machine; botform emulator starts an emulator, if you want one. " : ""}${wordsFor(kind, message)}`;
}

function wordsFor(kind: ServiceError["kind"], message: string): string {
  if (kind === "auth" && /\bnonce\b/i.test(message)) return NONCE;
  return kind === "refused" && /\bnot found\b/i.test(message) ? NOT_FOUND : REMEDIES[kind];
}

const NOT_FOUND =
  "The account may not have it: botform bots list shows its bots, botform deals active its deals. Nothing was written.";

/** A fault of botform itself. Its message may hold anything, so only its kind and place are shown (threat 6). */
export function describeFault(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  const place = error instanceof Error ? placeOf(error) : "";
  return `this is a bug in botform (${name}${place === "" ? "" : ` at ${place}`}). Please report it with the command that you ran.`;
}

/** The first place of the stack. A stack begins with the message, which may look like one. */
function placeOf({ stack = "", message }: Error): string {
  const at = stack.indexOf(message);
  const frames = at < 0 ? "" : stack.slice(at + message.length);
  return /^\s+at ([^\n]+)/.exec(frames)?.[1] ?? "";
}

/** The key and the secret may be right: it isn't them that the service complains about. */
const NONCE =
  "The service didn't accept the nonce, which is the time in seconds: check this machine's clock, and that no other program uses the key. If the service wants nonces in order, or each of them once, run botform service check: botform remembers its answer, and sends one request after the other from then on. Nothing was written.";

const REMEDIES: Readonly<Record<ServiceError["kind"], string>> = {
  auth: "The service rejected the credentials: check that the API key and the secret are right and not swapped, that the key's IP whitelist includes this machine, and that its clock is right. Nothing was written.",
  refused: "The service refused to answer; its message says why. Nothing was written.",
  absent: "The service has no such bot: check the id. Nothing was written.",
  unreachable: "Check the account's apiUrl and the network. Nothing was written.",
  timeout: "The service didn't answer in time: try again. Nothing was written.",
  http: "The service is failing or limiting requests: try again later, or with a lower --concurrency. Nothing was written.",
  shape: "The answer isn't one that the service's API gives: check that apiUrl is its address. Nothing was written.",
};
