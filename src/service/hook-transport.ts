// Posts one webhook, once: https or loopback, one deadline, a size cap, no redirect, no retry (wire facts, section 9).
import { type HookVerdict, judgeBrokenHook, judgeHook } from "./hook-answer.js";
import { overNetwork, TransportError } from "./network.js";
import { safeBase } from "./transport.js";

export interface HookPostOptions {
  /** The whole address; a secret. */
  readonly url: string;
  readonly body: string;
  /** Milliseconds for the whole exchange. Default 30 000, what programs in use wait. */
  readonly deadlineMs?: number | undefined;
  readonly connectTimeoutMs?: number | undefined;
  readonly proxy?: string | undefined;
  /** Takes secrets out of what the service says. */
  readonly redact: (text: string) => string;
}

/** More is no answer to a command. */
const MOST_BYTES = 64 * 1024;

/**
 * Sends the body once and says what is known of it; never rejects for what the wire does. Each call opens a connection of
 * its own, so that none can have gone stale. Throws TypeError for an unsafe address.
 */
export async function postHook(options: HookPostOptions): Promise<HookVerdict> {
  const { origin, prefix } = safeBase(options.url);
  const { deadlineMs, connectTimeoutMs, proxy } = options;
  const network = overNetwork(origin, { deadlineMs, connectTimeoutMs, proxy, maxBytes: MOST_BYTES });
  try {
    const answer = await network.exchange({
      method: "POST",
      path: prefix,
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        "accept-encoding": "identity",
      },
      body: options.body,
    });
    return judgeHook(answer, options.redact);
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    return judgeBrokenHook(error);
  } finally {
    // A connection that is still open has nothing more to say.
    void network.close().catch(() => {});
  }
}
