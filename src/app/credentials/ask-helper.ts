// Asks the program that keeps the keys, once for an account: lines to its standard input, lines from its standard output.
import { homedir } from "node:os";
import type { ValueFault } from "../../config/credential-problems.js";
import { errorCode, systemReason } from "../../model/text/error-code.js";
import { redactor } from "../../model/text/redact.js";
import { secretFault } from "../../model/text/secret-text.js";
import { interruption } from "../error.js";
import type { Env } from "../host.js";
import type { Helper } from "./helper.js";

/** Nothing in it is secret. */
export interface Question {
  readonly account: string;
  /** Where the account's API is, so that the helper can refuse a key to another host. */
  readonly api: string | undefined;
  readonly variables: readonly string[];
}

/** Values of what was asked for, as far as the helper has them, and what it wrote to standard error, without secrets. */
export interface Answer {
  readonly values: Readonly<Record<string, string>>;
  readonly remarks: string;
}

const LARGEST_KIB = 64;
const LINE = /^([A-Za-z_][\w.-]*)=(.*)$/;

/**
 * Waits for the answer, which blocks this process: what reads and writes bots hasn't begun yet. Ctrl-C reaches the program,
 * too. Throws AppError then.
 * @param env the program's environment
 */
export function askHelper(
  { program, args }: Helper,
  question: Question,
  env: Env,
  timeoutMs = 10_000,
): Answer | ValueFault {
  // Loaded by whoever has a helper alone: it takes longer than the rest of this.
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { error, status, signal, stdout, stderr } = spawnSync(program, [...args, "get"], {
    input: linesOf(question),
    env: { ...env },
    // Not the working folder, whose files may choose what a program runs.
    cwd: homedir(),
    timeout: timeoutMs,
    killSignal: "SIGKILL",
    maxBuffer: LARGEST_KIB * 1024,
    windowsHide: true,
  });
  const remarks = remarksOf(String(stderr ?? ""), String(stdout ?? ""));
  const failed = (what: string): ValueFault => ({
    fault: `the credential helper ${program} ${what}${remarks === "" ? "" : `: ${remarks}`}`,
    remedy: `Try it by itself: echo account=${question.account} | ${program} get. docs/how-to/keep-keys.md says what it is asked, and how it answers.`,
  });
  const code = errorCode(error);
  if (code === "ETIMEDOUT") return failed(`didn't answer within ${timeoutMs / 1000} seconds`);
  if (code === "ENOBUFS") return failed(`wrote more than ${LARGEST_KIB} KiB`);
  // It needn't have read the question.
  if (code !== undefined && code !== "EPIPE") return failed(`can't be started: ${systemReason(code)}`);
  if (signal === "SIGINT") throw interruption();
  if (signal !== null) return failed(`was ended by ${signal}`);
  if (status !== 0) return failed(`ended with code ${status}`);
  const values = valuesOf(stdout, question.variables);
  return "fault" in values ? failed(values.fault) : { values: values.found, remarks };
}

/** As git asks its helpers: key=value, and an empty line at the end. */
function linesOf({ account, api, variables }: Question): string {
  const lines = [
    ["account", account],
    ...(api === undefined ? [] : [["api", api]]),
    ...variables.map((name) => ["variable", name]),
  ];
  return `${lines.map(([key, value]) => `${key}=${value}`).join("\n")}\n\n`;
}

/** What wasn't asked for isn't kept. A fault follows the helper's name. */
function valuesOf(
  output: Buffer,
  variables: readonly string[],
): { readonly found: Readonly<Record<string, string>> } | { readonly fault: string } {
  const found = new Map<string, string>();
  // A byte stands for itself, so that what is no ASCII is found, in whatever encoding.
  const lines = output.toString("latin1").split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const [, name = "", value = ""] = LINE.exec(line) ?? [];
    if (name === "")
      return { fault: `answers with a line that isn't NAME=value: line ${index + 1}, which isn't shown` };
    if (!variables.includes(name) || value.trim() === "") continue;
    if (found.has(name)) return { fault: `answers with two values for ${name}` };
    const fault = secretFault(value);
    if (fault !== undefined) return { fault: `answers with a value for ${name} that ${fault}` };
    found.set(name, value.trim());
  }
  return { found: Object.fromEntries(found) };
}

const MOST_LINES = 3;
const MOST_CHARACTERS = 300;

/** The last lines of what a program says, without what it answers, or shows of its variables as a shell does that traces. */
function remarksOf(remarks: string, output: string): string {
  const values = output.split(/\r?\n/).map((line) => LINE.exec(line)?.[2]?.trim() ?? line.trim());
  const lines = redactor(values)(remarks)
    .replace(/(BOTFORM_\w+["']?[ \t]*[=:][ \t]*)\S.*/g, "$1***")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.slice(-MOST_LINES).join(" / ").slice(0, MOST_CHARACTERS);
}
