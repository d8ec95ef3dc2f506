// Asks the program that keeps the keys, once for an account: lines to its standard input, lines from its standard output.
import type { ValueFault } from "../../config/credential-problems.js";
import { systemReason } from "../../model/text/error-code.js";
import { redactor } from "../../model/text/redact.js";
import { secretFault } from "../../model/text/secret-text.js";
import { interruption } from "../error.js";
import type { Env } from "../host.js";
import type { Helper } from "./helper.js";
import { runProgram } from "./run-program.js";

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
 * Resolves to its answer; meanwhile this process goes on with whatever else it does. An interrupt ends the program, and rejects
 * with AppError.
 * @param env the program's environment
 */
export async function askHelper(
  { program, args }: Helper,
  question: Question,
  env: Env,
  timeoutMs = 10_000,
): Promise<Answer | ValueFault> {
  const { end, stdout, stderr } = await runProgram({
    ...{ program, args: [...args, "get"], input: linesOf(question), env, timeoutMs },
    mostBytes: LARGEST_KIB * 1024,
  });
  const remarks = remarksOf(String(stderr), String(stdout));
  const failed = (what: string): ValueFault => ({
    fault: `the credential helper ${program} ${what}${remarks === "" ? "" : `: ${remarks}`}`,
    remedy: `Try it by itself: echo account=${question.account} | ${program} get. docs/how-to/keep-keys.md says what it is asked, and how it answers.`,
  });
  switch (end.kind) {
    case "late":
      return failed(`didn't answer within ${timeoutMs / 1000} seconds`);
    case "large":
      return failed(`wrote more than ${LARGEST_KIB} KiB`);
    case "unstarted":
      return failed(`can't be started: ${systemReason(end.code)}`);
    case "interrupted":
      throw interruption();
    case "signal":
      if (end.signal === "SIGINT") throw interruption();
      return failed(`was ended by ${end.signal}`);
    case "status": {
      if (end.status !== 0) return failed(`ended with code ${end.status}`);
      const values = valuesOf(stdout, question.variables);
      return "fault" in values ? failed(values.fault) : { values: values.found, remarks };
    }
  }
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
