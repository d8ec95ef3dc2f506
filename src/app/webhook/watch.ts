// Watches the deals around a webhook: as they were before it was sent, and whether its effect shows in them afterwards; accepted doesn't mean opened.

import { setTimeout as wait } from "node:timers/promises";
import type { Access } from "../../model/bot/bot.js";
import { symbolOf } from "../../model/bot/pair.js";
import type { Deal } from "../../model/deal/deal.js";
import { type Clock, ServiceError } from "../../model/ports.js";
import { compareDecimals } from "../../model/text/decimal.js";
import type { WebhookAction } from "../../model/webhook/webhook.js";
import { observedDeal } from "../../service/canonical-deal.js";
import { type Client, createClient } from "../../service/client.js";
import type { HookVerdict } from "../../service/hook-transport.js";
import { serviceReader } from "../../service/ports.js";
import type { Endpoint } from "../endpoint.js";
import { AppError } from "../error.js";
import { EXIT } from "../exit.js";

/** Whose deals: a bot's by its id, a Ghost's without one; of these pairs and this direction, where they are said. */
export interface Watched {
  readonly botId: number | undefined;
  readonly pairs: readonly string[];
  /** In lower case; empty where it isn't said. */
  readonly side: string;
  /** Where they are: an access, or its id or title; undefined is on any. */
  readonly access: Access | number | string | undefined;
}

export type Observation =
  /** What changed, in a sentence. */
  | { readonly kind: "seen"; readonly says: string }
  | { readonly kind: "unseen"; readonly says: string }
  /** Whoever sent it asked for no look. */
  | { readonly kind: "unwatched"; readonly says: string };

/** The deals that are meant, newest last. Throws ServiceError. */
export async function dealsOf(client: Client, watched: Watched): Promise<readonly Deal[]> {
  const { access } = watched;
  const accesses = typeof access === "object" ? [access] : await accessesCalled(client, access);
  const lists = await Promise.all(accesses.map(({ id, exchange }) => client.activeDeals(id, exchange)));
  const deals = lists.flat().map(observedDeal);
  return deals.filter((deal) => isWatched(deal, watched)).sort((left, right) => left.id - right.id);
}

async function accessesCalled(client: Client, name: number | string | undefined): Promise<readonly Access[]> {
  const all = await serviceReader(client, "").accesses();
  const own = all.filter(({ id, title }) => name === undefined || name === id || name === title);
  if (own.length === 0) throw new ServiceError("absent", "the account doesn't have that access");
  return own;
}

/** Whether a deal may be meant: fields that it doesn't show don't exclude it. */
export function isWatched({ botId, pairTitle, position, settings }: Deal, watched: Watched): boolean {
  const side = (position?.side ?? settings.strategy ?? "").toLowerCase();
  return (
    (watched.botId === undefined || botId === watched.botId) &&
    (watched.pairs.length === 0 || watched.pairs.includes(symbolOf(pairTitle))) &&
    (watched.side === "" || side === "" || side === watched.side)
  );
}

/** What of an action's effect shows in the deals; undefined while nothing does. */
export function effectShown(action: WebhookAction, before: readonly Deal[], now: readonly Deal[]): string | undefined {
  const earlier = new Map(before.map((deal) => [deal.id, deal]));
  if (action === "open") {
    const opened = now.find(({ id }) => !earlier.has(id));
    return opened === undefined ? undefined : `deal ${opened.id} opened on ${opened.pairTitle}`;
  }
  if (action === "close") {
    const ended = before.find(({ id }) => !now.some((deal) => deal.id === id));
    return ended === undefined ? undefined : `deal ${ended.id} on ${ended.pairTitle} ended`;
  }
  for (const deal of now) {
    const old = earlier.get(deal.id);
    if (old === undefined) continue;
    if (action === "average" && hasGrown(old, deal))
      return `the position of deal ${deal.id} grew to ${deal.position?.amount}`;
    if (action === "update" && takeProfitsOf(old) !== takeProfitsOf(deal))
      return `the take profit of deal ${deal.id} changed`;
  }
  return undefined;
}

function hasGrown(old: Deal, now: Deal): boolean {
  const [before, after] = [old.position?.amount, now.position?.amount];
  if (before == null || after == null) return false;
  return compareDecimals(after.replace("-", ""), before.replace("-", "")) > 0;
}

/** What an update changes of them; how much is filled changes by itself. */
function takeProfitsOf({ takeProfits }: Deal): string {
  return JSON.stringify(takeProfits.map(({ number, type, price }) => [number, type, price]).sort());
}

export interface Patience {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

const EVERY_MS = 1000;

/** Reads deals until the effect shows, time is up, or the run is interrupted. A failed read is repeated at the next round. */
export async function observe(
  action: WebhookAction,
  before: readonly Deal[],
  readDeals: () => Promise<readonly Deal[]>,
  { clock, timeoutMs, signal }: Patience,
): Promise<Observation> {
  const end = clock.elapsed() + timeoutMs;
  let reads = 0;
  let failures = 0;
  for (;;) {
    try {
      const says = effectShown(action, before, await readDeals());
      reads += 1;
      if (says !== undefined) return { kind: "seen", says };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      failures += 1;
    }
    const left = end - clock.elapsed();
    if (left <= 0 || signal.aborted) break;
    await clock.sleep(Math.min(EVERY_MS, left), signal);
  }
  if (signal.aborted) return { kind: "unseen", says: "the watch was interrupted" };
  if (reads === 0) return { kind: "unseen", says: `the deals couldn't be read (${failures} times)` };
  return { kind: "unseen", says: `no effect showed in the deals within ${Math.round(timeoutMs / 1000)} s` };
}

export interface Watcher {
  /** Deals before it was sent; undefined where they couldn't be read, or there is nothing to read them with. */
  running(): readonly Deal[] | undefined;
  /** Reads the deals again, since the user may have taken an hour to answer. */
  refresh(): Promise<void>;
  /** Throws AppError where the deals were to be seen and none is there that the command could act on. */
  refuseNothingThere(): void;
  after(verdict: HookVerdict, signal: AbortSignal): Promise<Observation>;
  close(): Promise<void>;
}

const unseen = (says: string): Observation => ({ kind: "unseen", says });
const UNREADABLE = "the account's deals couldn't be read before it was sent";
const UNWATCHED: Observation = { kind: "unwatched", says: "not watched, because of --timeout 0" };

/**
 * Reads the deals before anything is sent. If that fails, the effect stays unobserved, and the reason is reported.
 * @param timeout seconds; with 0 nothing is looked for afterwards
 */
/** What is about to be sent, as far as a watch needs to know it. */
interface WatchedSend {
  readonly endpoint: Endpoint | undefined;
  readonly action: WebhookAction;
  readonly watched: Watched;
  /** Why its effect can't be seen in the deals. */
  readonly unobservable: string | undefined;
}

export async function watcher(sending: WatchedSend, timeout: number): Promise<Watcher> {
  const { endpoint, watched, action } = sending;
  if (endpoint === undefined) return blind(timeout);
  const client: Client = createClient({ ...endpoint, allow: "read" });
  const readDeals = () => dealsOf(client, watched);
  let before = await readQuietly(readDeals);
  return {
    running: () => before,
    async refresh() {
      before = await readQuietly(readDeals);
    },
    refuseNothingThere: () => refuseNothing(action, before),
    async after(verdict, signal) {
      if (verdict.kind === "refused" || verdict.kind === "not-sent") return unseen("there is nothing to look for");
      if (timeout === 0) return UNWATCHED;
      if (before === undefined) return unseen(UNREADABLE);
      if (sending.unobservable !== undefined) return unseen(sending.unobservable);
      if (action !== "open" && before.length === 0) return unseen("no such deal was running before it was sent");
      return observe(action, before, readDeals, { clock: CLOCK, timeoutMs: timeout * 1000, signal });
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
      timeout === 0 ? UNWATCHED : unseen("there are no credentials for the account's API to watch with"),
    close: async () => {},
  };
}

function refuseNothing(action: WebhookAction, before: readonly Deal[] | undefined): void {
  if (action === "open" || (before !== undefined && before.length > 0)) return;
  const why =
    before === undefined
      ? `the account's deals can't be read, so it is unknown whether there is one for the ${action}`
      : `there is no running deal that the ${action} could act on`;
  throw new AppError(
    `${why}; nothing was sent\nbotform deals active shows the running deals. To send it anyway, add --allow-no-deal.`,
    { exitCode: EXIT.stale },
  );
}

async function readQuietly(readDeals: () => Promise<readonly Deal[]>): Promise<readonly Deal[] | undefined> {
  try {
    return await readDeals();
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
