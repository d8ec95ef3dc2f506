// Watches the deals of one bot around a webhook: accepted does not mean opened (wire facts, section 7).
import type { Access } from "../model/bot/bot.js";
import { symbolOf } from "../model/bot/pair.js";
import type { Deal } from "../model/deal/deal.js";
import { type Clock, ServiceError } from "../model/ports.js";
import { compareDecimals } from "../model/text/decimal.js";
import type { WebhookAction } from "../model/webhook/webhook.js";
import { observedDeal } from "../service/canonical-deal.js";
import type { Client } from "../service/client.js";
import { serviceReader } from "../service/ports.js";

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
  return deals.filter((deal) => isMeant(deal, watched)).sort((left, right) => left.id - right.id);
}

async function accessesCalled(client: Client, name: number | string | undefined): Promise<readonly Access[]> {
  const all = await serviceReader(client, "").accesses();
  const own = all.filter(({ id, title }) => name === undefined || name === id || name === title);
  if (own.length === 0) throw new ServiceError("absent", "the account has no such access");
  return own;
}

/** What a deal doesn't show doesn't rule it out. */
export function isMeant({ botId, pairTitle, position, settings }: Deal, watched: Watched): boolean {
  const side = (position?.side ?? settings.strategy ?? "").toLowerCase();
  return (
    (watched.botId === undefined || botId === watched.botId) &&
    (watched.pairs.length === 0 || watched.pairs.includes(symbolOf(pairTitle))) &&
    (watched.side === "" || side === "" || side === watched.side)
  );
}

/** What of an action's effect shows in the deals; undefined while nothing does. */
export function effectSeen(action: WebhookAction, before: readonly Deal[], now: readonly Deal[]): string | undefined {
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

/** Looks until the effect shows, time is up, or the run is interrupted. Reads that fail are tried again at the next look. */
export async function observe(
  action: WebhookAction,
  before: readonly Deal[],
  look: () => Promise<readonly Deal[]>,
  { clock, timeoutMs, signal }: Patience,
): Promise<Observation> {
  const end = clock.elapsed() + timeoutMs;
  let looks = 0;
  let failures = 0;
  for (;;) {
    try {
      const says = effectSeen(action, before, await look());
      looks += 1;
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
  if (looks === 0) return { kind: "unseen", says: `the deals couldn't be read (${failures} times)` };
  return { kind: "unseen", says: `nothing of it showed in the deals within ${Math.round(timeoutMs / 1000)} s` };
}
