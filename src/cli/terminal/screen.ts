// The screen that a command prints to and asks on: the streams of this process, or others that a caller gives.
import { redactor } from "../../model/text/redact.js";
import { type Paint, paint } from "../../render/text/paint.js";

export interface Screen {
  readonly out: (text: string) => void;
  /** The same for an example's keys that are there to be copied: nothing is taken out. */
  readonly outAsItIs?: (text: string) => void;
  readonly err: (text: string) => void;
  /** From now on these values are taken out of whatever is shown (threat 5). */
  readonly conceal?: (secrets: readonly string[]) => void;
  /** The same for what is written to a file that others may read. */
  readonly redacted?: (text: string) => string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly colour: Paint;
  /** The same for standard error, which may be a terminal where standard output is not. */
  readonly errColour: Paint;
  /** Whether standard error is a terminal: progress is then drawn in place. */
  readonly live: boolean;
  /** Asks a question on the terminal, undefined where there is none; an answer of undefined is Ctrl-C. */
  readonly ask: ((question: string) => Promise<string | undefined>) | undefined;
}

/** The screen of this process. Output that can't be written is lost and changes nothing else, least of all a run. */
export function processScreen(): Screen {
  const { env, stdin, stdout, stderr } = process;
  stdout.on("error", reportOnce("standard output"));
  stderr.on("error", () => {});
  const sinks = { out: (text: string) => void stdout.write(text), err: (text: string) => void stderr.write(text), env };
  return {
    ...plainScreen(sinks),
    colour: paint(wantsColour(stdout.isTTY, env)),
    errColour: paint(wantsColour(stderr.isTTY, env)),
    live: stderr.isTTY && env.TERM !== "dumb" && env.CI === undefined,
    ask: stdin.isTTY ? askOnTerminal : undefined,
  };
}

/** The screen of a command whose output goes anywhere but to a terminal, and whom nobody can answer. */
export function plainScreen({ out, err, env }: Pick<Screen, "out" | "err" | "env">): Screen {
  const secrets = secretsOf(env);
  let redact = redactor(secrets);
  return {
    out: (text) => out(redact(text)),
    outAsItIs: out,
    err: (text) => err(redact(text)),
    conceal(more) {
      secrets.push(...more);
      redact = redactor(secrets);
    },
    redacted: (text) => redact(text),
    env,
    colour: paint(false),
    errColour: paint(false),
    live: false,
    ask: undefined,
  };
}

const SECRET_NAME = /^BOTFORM_.*(?:KEY|SECRET|TOKEN|PASS|HOOK|PROXY)/i;

/** Values of the environment that are secrets by the name of their variable (threat 5). */
export function secretsOf(env: Screen["env"]): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && SECRET_NAME.test(name) && !isOrigin(value) ? [value.trim()] : [],
  );
}

/** A webhook's address is a secret for the token after its host; the host alone is none, and may be the API's, too. */
function isOrigin(value: string): boolean {
  return /^https?:\/\/[^/?#@\s]+\/?$/i.test(value.trim());
}

function wantsColour(terminal: boolean, env: NodeJS.ProcessEnv): boolean {
  return terminal && (env.NO_COLOR === undefined || env.NO_COLOR === "") && env.TERM !== "dumb";
}

/** A reader that has gone away (EPIPE) is no news; a full disk is. */
function reportOnce(what: string): (error: NodeJS.ErrnoException) => void {
  let isReported = false;
  return ({ code }) => {
    if (!isReported && code !== "EPIPE") process.stderr.write(`botform: ${what} can't be written (${code})\n`);
    isReported = true;
  };
}

async function askOnTerminal(question: string): Promise<string | undefined> {
  const { createInterface } = await import("node:readline");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    const answer = (text: string | undefined) => {
      resolve(text);
      terminal.close();
    };
    terminal.question(question, answer);
    terminal.once("SIGINT", () => answer(undefined));
    // Ctrl-D, or a terminal that goes away, is a no.
    terminal.once("close", () => answer(""));
  });
}
