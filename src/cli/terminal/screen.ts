// The screen that a command prints to and asks on: the streams of this process, or others that a caller gives.
import { isNamedPath } from "../../app/credentials/files.js";
import { redactor } from "../../model/text/redact.js";
import { type Paint, paint, WIDTH } from "../../render/text/paint.js";
import { wrappedOnTerminal } from "../../render/text/wrap.js";
import { cutOffText, outputTo } from "./output.js";

export interface Screen {
  readonly out: (text: string) => void;
  /** The same for an example's keys that are there to be copied: nothing is taken out. */
  readonly outAsItIs?: (text: string) => void;
  readonly err: (text: string) => void;
  /** Sentences, on standard error: a terminal gets them within its width, a log each on its line. */
  readonly tell?: (text: string) => void;
  /** From now on these values are taken out of whatever is shown (threat 5), until the function that it gives is called. */
  readonly conceal?: (secrets: readonly string[]) => () => void;
  /** The same for what is written to a file that others may read. */
  readonly redacted?: (text: string) => string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly colour: Paint;
  /** The same for standard error, which may be a terminal where standard output is not. */
  readonly errColour: Paint;
  /** Resolves when everything printed has left; false if standard output couldn't be written. */
  readonly isWhole?: () => Promise<boolean>;
  /** Whether standard output is a terminal. */
  readonly isTerminal?: boolean;
  /** Whether standard error is a terminal: progress is then drawn in place. */
  readonly live: boolean;
  /** Asks a question on the terminal, undefined where there is none; an answer of undefined is Ctrl-C. */
  readonly ask: ((question: string) => Promise<string | undefined>) | undefined;
}

/** The screen of this process. Output that can't be written changes nothing but the exit code, least of all a run. */
export function processScreen(): Screen {
  const { env, stdin, stdout, stderr } = process;
  stderr.on("error", () => {});
  const err = (text: string) => void stderr.write(text);
  const output = outputTo(stdout, (code) => err(lostText(code)));
  const plain = plainScreen({ out: output.write, err, env });
  return {
    ...plain,
    tell: (text) => plain.err(wrappedOnTerminal(text, { terminal: widthOf(stderr) })),
    isWhole: output.isWhole,
    colour: paint(wantsColour(stdout, env), widthOf(stdout), isAscii(env)),
    errColour: paint(wantsColour(stderr, env), widthOf(stderr)),
    isTerminal: isTerminal(stdout),
    live: isTerminal(stderr) && env.TERM !== "dumb" && env.CI === undefined,
    ask: stdin.isTTY ? askOnTerminal : undefined,
  };
}

/** Where the locale names another charset than UTF-8, or plainly none. One that is silent, as in a container, is taken for UTF-8. */
export function isAscii({ LC_ALL, LC_CTYPE, LANG, TERM }: Screen["env"]): boolean {
  const locale = [LC_ALL, LC_CTYPE, LANG].find((text) => text !== undefined && text !== "") ?? "";
  if (/utf-?8/i.test(locale)) return false;
  return TERM === "dumb" || /^(?:C|POSIX)$/.test(locale) || locale.includes(".");
}

/** The screen of a command whose output goes anywhere but to a terminal, and whom nobody can answer. */
export function plainScreen({ out, err, env }: Pick<Screen, "out" | "err" | "env">): Screen {
  const ofEnv = secretsOf(env);
  // Each as it was given: two looks may have read the same one.
  const others = new Set<readonly string[]>();
  let redacting: ReturnType<typeof redactor> | undefined;
  const redact = (text: string) => {
    redacting ??= redactor([...new Set([...ofEnv, ...[...others].flat()])]);
    return redacting(text);
  };
  return {
    out: (text) => out(redact(text)),
    outAsItIs: out,
    err: (text) => err(redact(text)),
    conceal(more) {
      const own = [...more];
      others.add(own);
      redacting = undefined;
      return () => {
        if (others.delete(own)) redacting = undefined;
      };
    },
    redacted: redact,
    env,
    colour: paint(false),
    errColour: paint(false),
    live: false,
    ask: undefined,
  };
}

const SECRET_NAME = /^BOTFORM_.*(?:KEY|SECRET|TOKEN|PASS|HOOK|PROXY)/i;

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** Values of the environment that are secrets by the name of their variable (threat 5). */
export function secretsOf(env: Screen["env"]): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && isSecretName(name) && !isOrigin(value) && !isNamedPath(name, value) ? [value.trim()] : [],
  );
}

/** A webhook's address is a secret for the token after its host; the host alone is none, and may be the API's, too. */
function isOrigin(value: string): boolean {
  return /^https?:\/\/[^/?#@\s]+\/?$/i.test(value.trim());
}

function wantsColour(stream: Stream, env: NodeJS.ProcessEnv): boolean {
  return isTerminal(stream) && (env.NO_COLOR === undefined || env.NO_COLOR === "") && env.TERM !== "dumb";
}

/** Wider lines are hard to read; narrower than this, no terminal is. */
function widthOf({ isTTY, columns = WIDTH }: Stream): number | undefined {
  return isTTY === true ? Math.max(40, Math.min(columns, WIDTH)) : undefined;
}

interface Stream {
  /** Absent of a pipe or a file, whatever Node's types say. */
  readonly isTTY?: boolean;
  readonly columns?: number;
}

function isTerminal({ isTTY }: Stream): boolean {
  return isTTY === true;
}

function lostText(code: string): string {
  return `${cutOffText(code)} The command itself goes on: look at botform history before you repeat one that writes.\n`;
}

async function askOnTerminal(question: string): Promise<string | undefined> {
  const { createInterface } = await import("node:readline");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    const answer = (text: string | undefined) => {
      resolve(text);
      terminal.close();
    };
    terminal.question(wrappedOnTerminal(question, { terminal: widthOf(process.stderr) }), answer);
    terminal.once("SIGINT", () => answer(undefined));
    // Ctrl-D, or a terminal that goes away, is a no.
    terminal.once("close", () => answer(""));
  });
}
