// Progress on standard error: one line redrawn on a terminal; elsewhere plain lines, and only for what was done.
import type { Step } from "../model/plan.js";
import type { ApplyEvent } from "../reconcile/run.js";
import { clean } from "../render/sanitize.js";
import { counted } from "../render/value.js";
import type { Context } from "./context.js";

const ERASE_LINE = "\r\u001b[2K";

/** Counts requests on a terminal; silent elsewhere. Call `done` before anything else is printed. */
export function readProgress(
  context: Context,
  account: string,
): { readonly onRequest: () => void; readonly done: () => void } {
  if (!context.live) return { onRequest: () => {}, done: () => {} };
  let requests = 0;
  let drawnAt = 0;
  return {
    onRequest() {
      requests += 1;
      const now = Date.now();
      if (now - drawnAt < 100) return;
      drawnAt = now;
      context.err(`${ERASE_LINE}reading ${account}: ${counted(requests, "request")}`);
    },
    done: () => context.err(drawnAt === 0 ? "" : ERASE_LINE),
  };
}

/** A counter drawn in place on a terminal; elsewhere one plain line for each step as it ends. */
export function applyProgress(
  context: Context,
  total: number,
): { readonly onEvent: (event: ApplyEvent) => void; readonly done: () => void } {
  let ended = 0;
  const waiting = new Set<Step>();
  return {
    onEvent(event) {
      if (event.type === "sent") waiting.add(event.step);
      if (event.type === "ended") {
        ended += 1;
        waiting.delete(event.step);
      }
      if (context.live) {
        const pending = waiting.size === 0 ? "" : `, waiting to observe ${counted(waiting.size, "switch", "switches")}`;
        context.err(`${ERASE_LINE}${ended} of ${total} steps${pending}`);
      } else if (event.type === "ended") {
        const { kind, action, address } = event.outcome;
        context.err(`[${ended}/${total}] ${kind}: ${action} ${clean(address)}\n`);
      }
    },
    done: () => context.err(context.live ? ERASE_LINE : ""),
  };
}
