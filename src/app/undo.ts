// The way back from a recorded run, and a second look at what it left unknown.
import type { Plan } from "../model/plan/plan.js";
import type { ServiceReader } from "../model/ports.js";
import type { PastRun } from "../reconcile/journal/history.js";
import { createdElsewhere, lookAgain, type Resolution } from "../reconcile/undo/resolve.js";
import { planUndo } from "../reconcile/undo/undo.js";
import { serviceReader } from "../service/ports.js";
import { systemClock } from "./clock.js";
import { type Endpoint, type Tuning, withClient } from "./endpoint.js";

/**
 * Plans the way back from a recorded run: an ordinary plan, to be reviewed and applied like any other. Reads only. Throws
 * RangeError where the run was made on another service, otherwise as `plan`.
 */
export async function undo(run: PastRun, endpoint: Endpoint, options: Tuning = {}): Promise<Plan> {
  return readingFor(run, endpoint, options, (reader) => planUndo(run, reader));
}

/**
 * Looks again at every step of a recorded run whose outcome nobody knows. Reads only; `runs` are all that are known, so
 * that what another one has created isn't taken for this one's. Throws as `undo`.
 */
export async function resolve(
  run: PastRun,
  endpoint: Endpoint,
  options: Tuning & { readonly runs?: readonly PastRun[] } = {},
): Promise<readonly Resolution[]> {
  const { runs = [], ...tuning } = options;
  const madeElsewhere = createdElsewhere(run, runs);
  return readingFor(run, endpoint, tuning, (reader) =>
    lookAgain(run, reader, { now: systemClock.now(), madeElsewhere }),
  );
}

async function readingFor<T>(
  { begin }: PastRun,
  endpoint: Endpoint,
  options: Tuning,
  task: (reader: ServiceReader) => Promise<T>,
): Promise<T> {
  if (new URL(endpoint.apiUrl).origin !== begin.origin) throw new RangeError("the run was made on another service");
  return withClient({ ...options, ...endpoint, allow: "read" }, (client) =>
    task(serviceReader(client, begin.plan.exchange)),
  );
}
