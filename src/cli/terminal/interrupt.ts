// Ctrl-C and its kin: while reading they end the command; while writing, once finishes what is under way, twice exits (rule 13).

import { setMaxListeners } from "node:events";
import { interruption } from "../../app/error.js";
import type { Screen } from "./screen.js";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export interface Leaving {
  /** Where to look for what nobody waited for. */
  readonly next?: string;
  /** How it is left; the process ends by the signal unless a test says otherwise. */
  readonly leave?: (signal: NodeJS.Signals) => void;
}

const NEXT = "botform history show last shows it, and botform resolve last checks it";

/** Runs `task` with a signal that the first interrupt aborts; the second one ends the process as signals do, and says that. */
export async function interruptible<T>(
  screen: Screen,
  task: (signal: AbortSignal) => Promise<T>,
  { next = NEXT, leave = (signal) => process.kill(process.pid, signal) }: Leaving = {},
): Promise<T> {
  const controller = new AbortController();
  // Each account that is looked at listens; a thousand of them are no leak.
  setMaxListeners(0, controller.signal);
  // One listener for both: while there is none for a moment, the next signal would end the process without a word.
  const stopListening = onInterrupt((signal) => {
    if (!controller.signal.aborted) {
      screen.err("\nInterrupted: finishing what is under way. Press Ctrl-C again to quit at once.\n");
      controller.abort();
      return;
    }
    screen.err(`\nQuit at once: the outcome of what was under way is unknown; ${next}.\n`);
    // Nobody listens any more, so the same signal ends the process.
    stopListening();
    leave(signal);
  });
  try {
    return await task(controller.signal);
  } finally {
    stopListening();
  }
}

/** Runs a task that only reads; an interrupt leaves it where it is. Throws AppError then. */
export async function abandonable<T>(task: () => Promise<T>): Promise<T> {
  let stopListening = () => {};
  const interrupted = new Promise<never>((_resolve, reject) => {
    stopListening = onInterrupt(() => reject(interruption()));
  });
  try {
    return await Promise.race([task(), interrupted]);
  } finally {
    stopListening();
  }
}

/** All of them hang on one listener of the process: node warns of more than ten, and as many accounts may be read at once. */
const LISTENERS = new Set<(signal: NodeJS.Signals) => void>();

let heard = 0;

/** Waits of a process that does several things at once: an interrupt that another of them has heard since the first one ends them, too. */
export function waits(): <T>(task: () => Promise<T>) => Promise<T> {
  const before = heard;
  return async (task) => {
    if (heard > before) throw interruption();
    return abandonable(task);
  };
}

function tellAll(signal: NodeJS.Signals): void {
  heard += 1;
  for (const listener of [...LISTENERS]) listener(signal);
}

function onInterrupt(listener: (signal: NodeJS.Signals) => void): () => void {
  if (LISTENERS.size === 0) for (const signal of SIGNALS) process.on(signal, tellAll);
  LISTENERS.add(listener);
  return () => {
    LISTENERS.delete(listener);
    if (LISTENERS.size === 0) for (const signal of SIGNALS) process.off(signal, tellAll);
  };
}
