// A simulation's progress: on a terminal one line with a bar, drawn in place; elsewhere a plain line now and then.
import type { SimulationWatch, Watching } from "../../app/money/simulate.js";
import type { Window } from "../../market/replay/lockstep.js";
import { clean } from "../../render/sanitize.js";
import { abandonable } from "./interrupt.js";
import type { Screen } from "./screen.js";

const ERASE_LINE = "\r\u001b[2K";
const WIDTH = 24;
const PAUSE_MS = 100;
/** Elsewhere; what is over sooner says nothing. */
const PLAIN_PAUSE_MS = 3_000;

/** Ctrl-C ends what is watched. */
export function simulationsWatched(screen: Screen): Watching {
  return async (account, window, task) => {
    const progress = simulateProgress(screen, account, window);
    try {
      return await abandonable(() => task(progress));
    } finally {
      progress.done();
    }
  };
}

export interface SimulateProgress extends SimulationWatch {
  readonly done: () => void;
}

/** Call `done` before anything else is printed. */
export function simulateProgress(screen: Screen, account: string, { from, to }: Window): SimulateProgress {
  const pause = screen.live ? PAUSE_MS : PLAIN_PAUSE_MS;
  let [size, read, drawnAt] = [0, 0, screen.live ? 0 : Date.now()];
  return {
    total(bytes) {
      size = bytes;
    },
    onBytes(count) {
      read += count;
    },
    onSlice(time) {
      const now = Date.now();
      if (now - drawnAt < pause) return;
      drawnAt = now;
      const share = Math.min(1, size > 0 ? read / size : (time - from) / (to - from));
      const day = new Date(time).toISOString().slice(0, 10);
      if (screen.live) screen.err(`${ERASE_LINE}simulating ${clean(account)} ${barOf(share)} ${day}`);
      else screen.err(`simulating ${clean(account)}: ${Math.floor(share * 100)} %, at ${day}\n`);
    },
    done() {
      if (screen.live && drawnAt > 0) screen.err(ERASE_LINE);
    },
  };
}

function barOf(share: number): string {
  const full = Math.round(share * WIDTH);
  return `${"█".repeat(full)}${"░".repeat(WIDTH - full)}`;
}
