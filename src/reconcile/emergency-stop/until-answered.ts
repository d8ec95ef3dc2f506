// Asks a service that may be out of reach, again and again, and tells of it now and then.
import { type Clock, ServiceError } from "../../model/ports.js";
import { waitBefore } from "../apply/observe.js";

/** Tries with rejected credentials: after too many the service may lock the key. */
export const MOST_REJECTIONS = 3;

/** How long something is tried. */
interface Until {
  readonly clock: Clock;
  /** When it is given up, by `clock.elapsed`. */
  readonly until: number;
  readonly signal: AbortSignal;
}

/** Asks until it is answered, the time is over, or the credentials were rejected too often. */
export async function untilAnswered<T>(ask: () => Promise<T | ServiceError>, limit: Until): Promise<T | ServiceError> {
  for (let tries = 1; ; tries += 1) {
    const read = await ask();
    if (!(read instanceof ServiceError)) return read;
    const isRejected = read.kind === "auth" && tries >= MOST_REJECTIONS;
    if (isRejected || limit.signal.aborted || limit.clock.elapsed() >= limit.until) return read;
    await sleepBefore(tries - 1, limit);
  }
}

export function sleepBefore(round: number, { clock, until, signal }: Until): Promise<void> {
  return clock.sleep(Math.max(0, Math.min(waitBefore(round), until - clock.elapsed())), signal);
}

/** Milliseconds between two times at which it is told, and told for the same reason. */
const SAY_MS = 10_000;
const SAY_AGAIN_MS = 30_000;

/** Tells the first time; then once in ten seconds if it is for another reason, and otherwise in thirty, until the time is over. */
export function nowAndThen(say: (why: string, restMs: number) => void): (why: string, restMs: number) => void {
  let last = { why: "", restMs: Number.POSITIVE_INFINITY };
  return (why, restMs) => {
    const pause = why === last.why ? SAY_AGAIN_MS : SAY_MS;
    if (restMs <= 0 || restMs > last.restMs - pause) return;
    last = { why, restMs };
    say(why, restMs);
  };
}
