// Tells open pages that what they show may have changed, by server-sent events: one look at the state for all of them, and only while there are any.
import { setInterval } from "node:timers";

/** Of one person, and of all. Whoever opens more gets none (threat: connection exhaustion). */
const MOST_EACH = 8;
const MOST = 200;
const EVERY_MS = 2_000;
/** So that what stands between keeps the connection open. */
const BEATS = 10;

export interface Events {
  /** undefined where there are too many. */
  readonly open: (person: string) => ReadableStream<Uint8Array> | undefined;
  /** Something was done: everybody hears it now. */
  readonly changed: () => void;
  readonly close: () => void;
}

interface Listener {
  readonly person: string;
  readonly send: (text: string) => void;
  readonly end: () => void;
}

/** @param version of the state; rejects where it can't be read */
export function stateEvents(version: () => Promise<string>): Events {
  const listeners = new Set<Listener>();
  const bytes = new TextEncoder();
  let timer: NodeJS.Timeout | undefined;
  let last: string | undefined;
  let beat = 0;
  let isReading = false;
  const tell = (text: string) => {
    for (const { send } of listeners) send(text);
  };
  const look = async () => {
    if (isReading) return;
    isReading = true;
    // A ledger that is away is a change, too: the page says so.
    const now = await version().catch(() => "unreadable");
    isReading = false;
    beat += 1;
    if (last !== undefined && now !== last) tell(STATE);
    else if (beat % BEATS === 0) tell(":\n\n");
    last = now;
  };
  const leave = (listener: Listener) => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    last = undefined;
  };
  return {
    open(person) {
      const own = [...listeners].filter((one) => one.person === person).length;
      if (own >= MOST_EACH || listeners.size >= MOST) return undefined;
      let listener: Listener | undefined;
      return new ReadableStream<Uint8Array>({
        start(controller) {
          const send = (text: string) => {
            // Who doesn't read what is sent is let go.
            if ((controller.desiredSize ?? 0) < -64) return listener?.end();
            controller.enqueue(bytes.encode(text));
          };
          listener = {
            person,
            send,
            end() {
              if (listener !== undefined) leave(listener);
              controller.close();
            },
          };
          listeners.add(listener);
          send("retry: 5000\n\n");
          timer ??= setInterval(() => void look(), EVERY_MS);
          timer.unref();
          void look();
        },
        cancel() {
          if (listener !== undefined) leave(listener);
        },
      });
    },
    changed: () => tell(STATE),
    close() {
      for (const { end } of [...listeners]) end();
    },
  };
}

const STATE = "event: state\ndata: changed\n\n";
