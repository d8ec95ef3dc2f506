// The deals around a webhook: as they were before it was sent, and whether its effect shows in them afterwards.
import { setTimeout as wait } from "node:timers/promises";
import type { Deal } from "../model/deal/deal.js";
import { type Clock, ServiceError } from "../model/ports.js";
import type { WebhookAction } from "../model/webhook/webhook.js";
import { type Client, createClient } from "../service/client.js";
import type { HookVerdict } from "../service/hook-transport.js";
import { AppError } from "./error.js";
import { EXIT } from "./exit.js";
import { dealsOf, type Observation, observe } from "./webhook-observe.js";
import type { Outgoing } from "./webhook-outgoing.js";

export interface Watcher {
  /** Deals before it was sent; undefined where they couldn't be read, or there is nothing to read them with. */
  running(): readonly Deal[] | undefined;
  /** Looks again: who was asked may have thought for an hour. */
  refresh(): Promise<void>;
  /** Throws AppError where the deals were to be seen and none is there that the command could act on. */
  refuseNothingThere(): void;
  after(verdict: HookVerdict, signal: AbortSignal): Promise<Observation>;
  close(): Promise<void>;
}

const unseen = (says: string): Observation => ({ kind: "unseen", says });
const UNREADABLE = "the account's deals couldn't be read before it was sent";
const UNWATCHED: Observation = { kind: "unwatched", says: "not looked for, as --timeout 0 asks" };

/**
 * Reads the deals before anything is sent. Where that can't be done the effect stays unobserved, and it is said why.
 * @param timeout seconds; with 0 nothing is looked for afterwards
 */
export async function watcher(sending: Outgoing, timeout: number): Promise<Watcher> {
  const { endpoint, watched, action } = sending;
  if (endpoint === undefined) return blind(timeout);
  const client: Client = createClient({ ...endpoint, allow: "read" });
  const look = () => dealsOf(client, watched);
  let before = await looked(look);
  return {
    running: () => before,
    async refresh() {
      before = await looked(look);
    },
    refuseNothingThere: () => refuseNothing(action, before),
    async after(verdict, signal) {
      if (verdict.kind === "refused" || verdict.kind === "not-sent") return unseen("there is nothing to look for");
      if (timeout === 0) return UNWATCHED;
      if (before === undefined) return unseen(UNREADABLE);
      if (sending.unobservable !== undefined) return unseen(sending.unobservable);
      if (action !== "open" && before.length === 0) return unseen("no such deal was running before it was sent");
      return observe(action, before, look, { clock: CLOCK, timeoutMs: timeout * 1000, signal });
    },
    close: () => client.close(),
  };
}

function blind(timeout: number): Watcher {
  return {
    running: () => undefined,
    refresh: async () => {},
    refuseNothingThere: () => {},
    after: async () =>
      timeout === 0 ? UNWATCHED : unseen("there are no credentials for the account's API to look with"),
    close: async () => {},
  };
}

function refuseNothing(action: WebhookAction, before: readonly Deal[] | undefined): void {
  if (action === "open" || (before !== undefined && before.length > 0)) return;
  const why =
    before === undefined
      ? `the account's deals can't be read, so nobody knows whether there is one for the ${action}`
      : `no running deal is seen that the ${action} could act on`;
  throw new AppError(
    `${why}; nothing was sent\nbotform deals active shows those that run. To send it all the same, add --allow-no-deal.`,
    { exitCode: EXIT.stale },
  );
}

async function looked(look: () => Promise<readonly Deal[]>): Promise<readonly Deal[] | undefined> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

const CLOCK: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
};
