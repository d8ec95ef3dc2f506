// Opens an account for reading: a client that can't write, with progress, closed whatever happens.

import type { Endpoint } from "../index.js";
import { type Client, createClient } from "../service/client.js";
import type { Host } from "./host.js";

/** An account by name, and what opens it. */
export interface Readable {
  readonly account: string;
  readonly endpoint: Endpoint;
}

/** What the task comes to. Ctrl-C ends it at once: nothing is lost by a read that isn't waited for. */
export async function reading<T>(
  host: Host,
  { account, endpoint }: Readable,
  concurrency: number,
  task: (client: Client) => Promise<T>,
): Promise<T> {
  return host.read(account, async (watch) => {
    const client = createClient({ ...endpoint, allow: "read", concurrency, ...watch });
    try {
      return await task(client);
    } finally {
      await client.close();
    }
  });
}
