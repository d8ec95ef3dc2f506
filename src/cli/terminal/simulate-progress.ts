// What the status line says of a simulation: how far it is, on a terminal with a bar.
import type { SimulationWatch, Watching } from "../../app/money/simulate.js";
import type { Window } from "../../market/replay/lockstep.js";
import { clean } from "../../render/sanitize.js";
import { abandonable } from "./interrupt.js";
import type { Screen } from "./screen.js";
import type { Status } from "./status.js";

const WIDTH = 24;

/** Ctrl-C ends what is watched. */
export function simulationsWatched(screen: Simulating): Watching {
  return async (account, window, task) => {
    const progress = simulateProgress(screen, account, window);
    try {
      return await abandonable(() => task(progress));
    } finally {
      progress.end();
    }
  };
}

type Simulating = Pick<Screen, "live"> & { readonly status: Status };

export interface SimulateProgress extends SimulationWatch {
  readonly end: () => void;
}

/** Call `end` before anything else is printed. */
export function simulateProgress(
  { live, status }: Simulating,
  account: string,
  { from, to }: Window,
): SimulateProgress {
  let [size, read, at] = [0, 0, from];
  const { changed, end } = status.begin(() => {
    const share = Math.min(1, size > 0 ? read / size : (at - from) / (to - from));
    const day = new Date(at).toISOString().slice(0, 10);
    const part = live ? ` ${barOf(share)} ` : `: ${Math.floor(share * 100)} %, at `;
    return `simulating ${clean(account)}${part}${day}`;
  });
  return {
    total(bytes) {
      size = bytes;
    },
    onBytes(count) {
      read += count;
    },
    onSlice(time) {
      at = time;
      changed();
    },
    end,
  };
}

function barOf(share: number): string {
  const full = Math.round(share * WIDTH);
  return `${"█".repeat(full)}${"░".repeat(WIDTH - full)}`;
}
