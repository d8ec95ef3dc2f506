// How a command of the command line says what is to be done: its action names it, and it runs once all is parsed.
import type { Context } from "./context.js";

/** Resolves to the exit code. */
export type Run = (context: Context) => Promise<number>;

export type Choose = (run: Run) => void;
