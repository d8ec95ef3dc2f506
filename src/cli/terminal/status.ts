// What is under way, on standard error: one line redrawn in place on a terminal, elsewhere a plain line now and then.
import type { Screen } from "./screen.js";

const ERASE_LINE = "\r\u001b[2K";
/** Columns that every terminal has: a line that wraps can't be erased. */
const NARROWEST = 78;
const REDRAW_MS = 100;
const TICK_MS = 1_000;
/** What is over sooner is never said to take long. */
const LONG_MS = 2_000;
/** Elsewhere than on a terminal: when the first line comes, and how long until the next. */
const FIRST_MS = 3_000;
const AGAIN_MS = 15_000;

/** Something that is under way. */
export interface Task {
  /** Its text is another now. */
  readonly changed: () => void;
  readonly end: () => void;
}

export interface Status {
  /** @param text without an end of its line; asked for whenever it is shown */
  readonly begin: (text: () => string) => Task;
  /** Takes the line away before anything else is printed; what is under way draws it again. */
  readonly clear: () => void;
}

/** @param isQuiet shows nothing, where something else has the screen */
export function statusOf({ err, live }: Pick<Screen, "err" | "live">, isQuiet = false): Status {
  const under = new Set<{ readonly text: () => string; readonly since: number }>();
  let timer: NodeJS.Timeout | undefined;
  let drawnAt: number | undefined;
  let lineAt: number | undefined;

  const clear = () => {
    if (drawnAt !== undefined) err(ERASE_LINE);
    drawnAt = undefined;
  };
  const show = () => {
    // Of several the newest: it is what the others wait for.
    const newest = [...under].at(-1);
    if (newest === undefined || isQuiet) return;
    const now = Date.now();
    const passed = now - newest.since;
    const time = passed < LONG_MS ? "" : `, ${Math.floor(passed / 1000)} s`;
    if (live) {
      err(`${ERASE_LINE}${newest.text().slice(0, NARROWEST - time.length)}${time}`);
      drawnAt = now;
    } else if (now - (lineAt ?? now) >= AGAIN_MS) {
      err(`${newest.text()}${time}\n`);
      lineAt = now;
    }
  };
  return {
    clear,
    begin(text) {
      const task = { text, since: Date.now() };
      under.add(task);
      lineAt ??= task.since - AGAIN_MS + FIRST_MS;
      timer ??= setInterval(show, TICK_MS).unref();
      return {
        changed: () => {
          if (drawnAt === undefined || Date.now() - drawnAt >= REDRAW_MS) show();
        },
        end() {
          under.delete(task);
          clear();
          if (under.size > 0) return;
          clearInterval(timer);
          timer = undefined;
        },
      };
    },
  };
}
