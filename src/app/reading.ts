// Opens an account for reading: a client that can't write, with progress, closed whatever happens.

import type { Context } from "../cli/terminal/context.js";
import { abandonable } from "../cli/terminal/interrupt.js";
import { readProgress } from "../cli/terminal/progress.js";
import type { Endpoint } from "../index.js";
import { type Client, createClient } from "../service/client.js";

/** An account by name, and what opens it. */
export interface Readable {
  readonly account: string;
  readonly endpoint: Endpoint;
}

/** What the task comes to. Ctrl-C ends it at once: nothing is lost by a read that isn't waited for. */
export async function reading<T>(
  context: Context,
  { account, endpoint }: Readable,
  concurrency: number,
  task: (client: Client) => Promise<T>,
): Promise<T> {
  const { onRequest, onPause, done } = readProgress(context, account);
  const client = createClient({ ...endpoint, allow: "read", concurrency, onRequest, onPause });
  try {
    return await abandonable(() => task(client));
  } finally {
    done();
    await client.close();
  }
}
