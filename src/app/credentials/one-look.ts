// Keys for as long as one look at an account takes: read for it alone, hidden while it lasts, and kept by nobody afterwards.
import type { Host } from "../host.js";

/**
 * Runs the task with a host of its own. What files and the credential helper give to it is read once, anew for each look, so that a
 * key that was replaced is used from the next one on; when the task has ended, nothing refers to it any more. Nothing of the task
 * may be under way then.
 */
export async function forOneLook<T>(host: Host, task: (host: Host) => Promise<T>): Promise<T> {
  const ends: (() => void)[] = [];
  const own: Host = {
    ...host,
    // What was read is remembered by the environment that it was read for (files.ts, supply.ts).
    env: { ...host.env },
    conceal(secrets) {
      const end = host.conceal(secrets);
      ends.push(end);
      return end;
    },
  };
  try {
    return await task(own);
  } finally {
    for (const end of ends) end();
  }
}
