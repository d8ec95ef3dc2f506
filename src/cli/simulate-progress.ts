// A simulation's progress on a terminal: one line with a bar, drawn in place; silent elsewhere.
import type { Window } from "../market/replay/lockstep.js";
import { clean } from "../render/sanitize.js";
import type { Context } from "./context.js";

const ERASE_LINE = "\r\u001b[2K";
const WIDTH = 24;
const PAUSE_MS = 100;

export interface SimulateProgress {
  /** Bytes that will be read; 0 where none are. */
  readonly total: (bytes: number) => void;
  readonly onBytes: (count: number) => void;
  readonly onSlice: (time: number) => void;
  readonly done: () => void;
}

/** Call `done` before anything else is printed. */
export function simulateProgress(context: Context, account: string, { from, to }: Window): SimulateProgress {
  if (!context.live) return { total: () => {}, onBytes: () => {}, onSlice: () => {}, done: () => {} };
  let [size, read, drawnAt] = [0, 0, 0];
  return {
    total(bytes) {
      size = bytes;
    },
    onBytes(count) {
      read += count;
    },
    onSlice(time) {
      const now = Date.now();
      if (now - drawnAt < PAUSE_MS) return;
      drawnAt = now;
      const share = size > 0 ? read / size : (time - from) / (to - from);
      const full = Math.round(Math.min(1, share) * WIDTH);
      const bar = `${"█".repeat(full)}${"░".repeat(WIDTH - full)}`;
      context.err(`${ERASE_LINE}simulating ${clean(account)} ${bar} ${new Date(time).toISOString().slice(0, 10)}`);
    },
    done: () => context.err(drawnAt === 0 ? "" : ERASE_LINE),
  };
}
