// Somebody at a terminal, or nobody: runs one command of writing/ and keeps what it asked and printed.
import { AppError } from "../../../../src/app/error.js";
import { type Context, contextOf } from "../../../../src/cli/terminal/context.js";
import { testScreen } from "../terminal/terminal.js";

export interface Heard {
  /** The exit code, or the message of the error that it threw. */
  readonly end: number | string;
  readonly out: string;
  readonly err: string;
}

/** @param answer what is typed at every question; without it there is no terminal */
export async function heard(
  env: Readonly<Record<string, string>>,
  run: (context: Context) => Promise<number>,
  answer?: string,
): Promise<Heard> {
  const screen = testScreen({ env });
  const ask = async (question: string) => {
    screen.err(question);
    return answer;
  };
  const context = contextOf(answer === undefined ? screen : { ...screen, ask, isTerminal: true });
  const end = await run(context).catch((error: unknown) => {
    if (error instanceof AppError) return `${error.exitCode}: ${error.message}`;
    throw error;
  });
  const { out, err } = screen.printed;
  return { end, out: out.join(""), err: err.filter((text) => !IS_STATUS.test(text)).join("") };
}

/** On a busy machine any command takes so long that its status is printed: `0 of 1 step, 2 s`. */
const IS_STATUS = /^[^\n]*, \d+ s\n$/;

/** Lines of a text, each with its line feed. */
export const lines = (...all: readonly string[]) => all.map((line) => `${line}\n`).join("");
