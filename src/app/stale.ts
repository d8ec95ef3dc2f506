// The last look before the first write: every touched bot is read again, and one that differs stops everything (I4).

import type { Endpoint } from "../index.js";
import type { Plan } from "../model/plan/plan.js";
import type { Diagnostic } from "../model/text/diagnostic.js";
import { staleBots, staleProblems } from "../reconcile/plan/freshness.js";
import { createClient } from "../service/client.js";
import { serviceReader } from "../service/ports.js";
import type { Host } from "./host.js";

/** What differs from the plan, a problem for each bot. Throws ServiceError, and AppError when it is interrupted. */
export async function staleness(
  host: Host,
  made: Plan,
  endpoint: Endpoint,
  concurrency: number,
): Promise<Diagnostic[]> {
  return host.read(made.account, (watch) => lookAgain(made, endpoint, { concurrency, ...watch }));
}

/** The same for whoever listens for interrupts and shows the progress already. Throws ServiceError. */
export async function lookAgain(
  made: Plan,
  endpoint: Endpoint,
  tuning: { readonly concurrency: number; readonly onRequest: () => void; readonly onPause: (ms: number) => void },
): Promise<Diagnostic[]> {
  const client = createClient({ ...endpoint, allow: "read", ...tuning });
  try {
    return staleProblems(await staleBots(made, serviceReader(client, made.exchange)));
  } finally {
    await client.close();
  }
}
