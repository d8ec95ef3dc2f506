// Shows what a command reads: once, or again and again, redrawn in place on a terminal, block after block elsewhere.

import { AppError, explain, oneLine } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { ServiceError } from "../../model/ports.js";
import { resultJson } from "../../render/machine/json.js";
import { clean, cleanJson } from "../../render/sanitize.js";
import { type Context, undrawn } from "./context.js";
import { abandonable } from "./interrupt.js";

/** The result of one round. */
export interface Block {
  /** In the form that was asked for: with `--format json` the document. */
  readonly text: string;
  readonly exitCode?: ExitCode;
  /** What is said after it. */
  readonly last?: (() => void | Promise<void>) | undefined;
}

export interface WatchOptions {
  readonly format?: string;
  readonly watch?: boolean;
  /** Seconds from one look to the next. */
  readonly interval?: number;
}

/** Where blocks are shown, and what time passes between them; the process's own unless a test gives another. */
export interface Screen {
  readonly isTerminal: boolean;
  readonly rows: () => number;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** Whether nobody reads the output any more. */
  readonly isGone: () => boolean;
}

/**
 * Prints the block, or with `watch` one after another until Ctrl-C (130) or until nobody reads them. A first look that fails
 * rejects; later ones are said and tried again.
 */
export async function show(
  context: Context,
  command: string,
  options: WatchOptions,
  read: (context: Context) => Promise<Block>,
  customScreen?: Screen,
): Promise<ExitCode> {
  if (options.watch !== true) {
    const { text, exitCode = EXIT.done, last } = await read(context);
    context.out(text);
    await last?.();
    return exitCode;
  }
  const { interval = 0 } = options;
  const screen = customScreen ?? processScreen();
  const quiet = undrawn(context);
  const draw = options.format === "json" ? jsonLines(context, command) : texts(context, interval, screen);
  return untilInterrupted(async () => {
    draw.block((await read(quiet)).text);
    while (!screen.isGone()) {
      await screen.wait(interval * 1000);
      const next = await attempt(() => read(quiet));
      if ("block" in next) draw.block(next.block.text);
      else draw.failure(next.failure);
    }
    return EXIT.done;
  });
}

/** The task is left where it is. */
export function untilInterrupted(task: () => Promise<ExitCode>): Promise<ExitCode> {
  return endedByInterrupt(abandonable(task));
}

/** Ctrl-C is how watching ends: its exit code is that of every interrupt, and there is nothing to say. */
export async function endedByInterrupt(task: Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await task;
  } catch (error) {
    if (error instanceof AppError && error.exitCode === EXIT.interrupted) return EXIT.interrupted;
    throw error;
  }
}

async function attempt<T>(read: () => Promise<T>): Promise<{ readonly block: T } | { readonly failure: ServiceError }> {
  try {
    return { block: await read() };
  } catch (error) {
    if (error instanceof ServiceError) return { failure: error };
    throw error;
  }
}

interface Drawing {
  readonly block: (text: string) => void;
  readonly failure: (failure: ServiceError) => void;
}

/** One document a line. */
function jsonLines(context: Context, command: string): Drawing {
  return {
    block: (document) => context.out(jsonLine(document)),
    failure: (failure) => {
      const { exitCode, message } = explain(failure);
      const { formatVersion } = context;
      context.out(jsonLine(resultJson({ command, exitCode, formatVersion, error: oneLine(message) })));
    },
  };
}

/** A document on one line. */
export function jsonLine(document: string): string {
  return `${cleanJson(JSON.stringify(JSON.parse(document)))}\n`;
}

function texts(context: Context, interval: number, screen: Screen): Drawing {
  let last = "";
  let count = 0;
  const heading = () => {
    const time = `${new Date(screen.now()).toISOString().slice(0, 19).replace("T", " ")} UTC`;
    return context.colour.faint(screen.isTerminal ? `${time}, every ${interval} s; Ctrl-C to stop` : time);
  };
  const draw = (text: string, below: readonly string[]) => {
    count += 1;
    context.out(
      screen.isTerminal
        ? frame([heading(), ...text.trimEnd().split("\n")], below, screen.rows(), count === 1)
        : `${count === 1 ? "" : "\n"}${heading()}\n${text}`,
    );
  };
  return {
    block(text) {
      last = text;
      draw(text, []);
    },
    failure(failure) {
      const message = `${clean(oneLine(explain(failure).message))} Trying again.`;
      if (screen.isTerminal) draw(last, [context.colour.bad(message)]);
      else context.tell(`${context.errColour.bad("botform:")} ${message}\n`);
    },
  };
}

const HOME = "\u001b[H";
const CLEAR = "\u001b[2J";
const TO_END_OF_LINE = "\u001b[K";
const TO_END_OF_SCREEN = "\u001b[J";
/** A line that wraps would take the place of two. */
const WRAP_OFF = "\u001b[?7l";
const WRAP_ON = "\u001b[?7h";

/** The lines from the top of the screen; what doesn't fit is left out, and its last line says how much. */
export function frame(lines: readonly string[], below: readonly string[], rows: number, isFirst: boolean): string {
  const room = Math.max(1, rows - 1 - below.length);
  const over = lines.length - room;
  const fitting = over > 0 ? [...lines.slice(0, room - 1), `… ${over + 1} more lines`] : lines;
  const drawn = [...fitting, ...below].map((line) => `${line}${TO_END_OF_LINE}\n`).join("");
  return `${isFirst ? CLEAR : ""}${WRAP_OFF}${HOME}${drawn}${TO_END_OF_SCREEN}${WRAP_ON}`;
}

/** The screen of this process. */
export function processScreen(): Screen {
  const { stdout } = process;
  let isGone = false;
  const leave = () => {
    isGone = true;
  };
  stdout.once("error", leave);
  stdout.once("close", leave);
  return {
    isTerminal: stdout.isTTY === true && process.env.TERM !== "dumb",
    // Some terminals say 0, or nothing.
    rows: () => stdout.rows || 24,
    now: Date.now,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    isGone: () => isGone,
  };
}
