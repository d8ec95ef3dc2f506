// Watches the deals around a webhook: as they were before it was sent, and what becomes of them afterwards. Accepted doesn't mean done.
import type { Access } from "../../model/bot/bot.js";
import { symbolOf } from "../../model/bot/pair.js";
import type { Deal, NakedDeal, Protection } from "../../model/deal/deal.js";
import { type Clock, ServiceError } from "../../model/ports.js";
import { COMMAND_DEADLINE_MS } from "../../reconcile/apply/run-options.js";
import { DealList } from "../../reconcile/plan/lists.js";
import { observedDeal } from "../../service/canonical-deal.js";
import { type Client, createClient } from "../../service/client.js";
import type { HookVerdict } from "../../service/hook-transport.js";
import { serviceReader } from "../../service/ports.js";
import { systemClock } from "../clock.js";
import type { Endpoint } from "../endpoint.js";
import { AppError } from "../error.js";
import { EXIT } from "../exit.js";
import { type Effect, type Expected, effectOf } from "./effect.js";

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
  /** What has changed, in a sentence; of an open also whether its deals are protected, where they should be. */
  | {
      readonly kind: "seen";
      readonly says: string;
      readonly protection?: Protection["state"] | undefined;
      readonly naked: readonly NakedDeal[];
    }
  | {
      readonly kind: "unseen";
      readonly says: string;
      /** Whether the deals were read for as long as a command may take, and showed nothing of the effect. */
      readonly looked: boolean;
      readonly naked: readonly NakedDeal[];
      /** Ids of deals that a close should have ended, and that still run. */
      readonly left: readonly number[];
    }
  /** Whoever sent it asked for no look. */
  | { readonly kind: "unwatched"; readonly says: string };

/** The accesses that are meant. Throws ServiceError. */
async function accessesOf(client: Client, { access }: Watched): Promise<readonly Access[]> {
  if (typeof access === "object") return [access];
  const all = await serviceReader(client, "").accesses();
  const own = all.filter(({ id, title }) => access === undefined || access === id || access === title);
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

export interface Patience {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Told after each look what is seen. */
  readonly onLook?: (says: string | undefined) => void;
}

const EVERY_MS = 1000;

/**
 * Looks until the effect is there (and whatever an open opened is protected), time is up, or the run is interrupted. A look that
 * fails is repeated at the next round.
 */
export async function observe(look: () => Promise<Effect>, patience: Patience): Promise<Observation> {
  const { clock, timeoutMs, signal, onLook = () => {} } = patience;
  const begun = clock.elapsed();
  let last: Effect | undefined;
  let [failures, hasFailed] = [0, false];
  for (;;) {
    try {
      last = await look();
      hasFailed = false;
      if (last.isThere && (last.protection ?? "protected") === "protected") return seen(last);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      failures += 1;
      hasFailed = true;
    }
    const left = begun + timeoutMs - clock.elapsed();
    if (left <= 0 || signal.aborted) break;
    onLook(last?.says);
    await clock.sleep(Math.min(EVERY_MS, left), signal);
  }
  if (last?.isThere === true) return seen(last);
  const { naked = [], left = [] } = last ?? {};
  const so = last?.says === undefined ? "" : `: ${last.says}`;
  const end = (says: string, looked = false): Observation => ({
    kind: "unseen",
    says: `${says}${so}`,
    looked,
    naked,
    left,
  });
  if (signal.aborted) return end("the watch was interrupted");
  if (last === undefined) return end(`the deals couldn't be read (${failures} times)`);
  const within = `within ${Math.round(timeoutMs / 1000)} s`;
  // However short the watch is, the service's queue may be as long as for any command.
  const looked = !hasFailed && so === "" && timeoutMs >= COMMAND_DEADLINE_MS;
  return end(`${so === "" ? "no" : "not the whole"} effect showed in the deals ${within}`, looked);
}

function seen({ says = "", protection, naked }: Effect): Observation {
  return { kind: "seen", says, ...(protection !== undefined && { protection }), naked };
}

export interface Watcher {
  /** Deals before it was sent; undefined where they couldn't be read, or there is nothing to read them with. */
  running(): readonly Deal[] | undefined;
  /** Where they are; none where that couldn't be read. */
  accessIds(): readonly number[];
  /** Reads the deals again, since the user may have taken an hour to answer. */
  refresh(): Promise<void>;
  /** Throws AppError where the deals were to be seen and none is there that the command could act on. */
  refuseNothingThere(): void;
  after(verdict: HookVerdict, patience: Pick<Patience, "signal" | "onLook">): Promise<Observation>;
  close(): Promise<void>;
}

const unseen = (says: string, looked = false): Observation => ({ kind: "unseen", says, looked, naked: [], left: [] });
const UNREADABLE = "the account's deals couldn't be read before it was sent";
const UNWATCHED: Observation = { kind: "unwatched", says: "not watched, because of --timeout 0" };

/** What is about to be sent, as far as a watch needs to know it. */
interface WatchedSend {
  readonly endpoint: Endpoint | undefined;
  readonly expected: Expected;
  readonly watched: Watched;
  /** Why its effect can't be seen in the deals. */
  readonly unobservable: string | undefined;
}

/**
 * Reads the deals before anything is sent. If that fails, the effect stays unobserved, and the reason is reported.
 * @param timeout seconds; with 0 nothing is looked for afterwards
 */
export async function watcher(sending: WatchedSend, timeout: number): Promise<Watcher> {
  const { endpoint } = sending;
  if (endpoint === undefined) return blind(timeout);
  return watcherOf(createClient({ ...endpoint, allow: "read" }), systemClock, sending, timeout);
}

/** The same with a client that is there, which the watcher closes. */
export async function watcherOf(
  client: Client,
  clock: Clock,
  sending: Omit<WatchedSend, "endpoint">,
  timeout: number,
): Promise<Watcher> {
  const { watched, expected } = sending;
  const deals = new WatchedDeals(client, clock, watched);
  let before = await readQuietly(deals);
  return {
    running: () => before,
    accessIds: () => deals.accessIds,
    async refresh() {
      before = await readQuietly(deals);
    },
    refuseNothingThere: () => refuseNothing(expected.action, before),
    async after(verdict, patience) {
      if (verdict.kind === "not-sent") return unseen("there is nothing to look for");
      if (timeout === 0) return UNWATCHED;
      if (before === undefined) return unseen(UNREADABLE);
      if (sending.unobservable !== undefined) return unseen(sending.unobservable);
      const earlier = before;
      // What has nothing to act on can't act: then a refusal is believed without a look.
      if (expected.action !== "open" && earlier.length === 0)
        return unseen("no such deal was running before it was sent", verdict.kind === "refused");
      const look = async () =>
        effectOf(expected, earlier, await deals.read(expected.action === "close" ? earlier : []));
      return observe(look, { clock, timeoutMs: timeout * 1000, ...patience });
    },
    close: () => client.close(),
  };
}

/** The deals that are meant, and the lists that they are read from. */
class WatchedDeals {
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #watched: Watched;
  #lists: readonly { readonly access: Access; readonly list: DealList }[] = [];

  constructor(client: Client, clock: Clock, watched: Watched) {
    this.#client = client;
    this.#clock = clock;
    this.#watched = watched;
  }

  get accessIds(): readonly number[] {
    return this.#lists.map(({ access }) => access.id);
  }

  /** Newest last. @param earlier deals that count as running until they are proven to be gone. Throws ServiceError. */
  async read(earlier: readonly Deal[] = []): Promise<readonly Deal[]> {
    if (this.#lists.length === 0) {
      const accesses = await accessesOf(this.#client, this.#watched);
      this.#lists = accesses.map((access) => ({
        access,
        list: new DealList(serviceReader(this.#client, access.exchange), this.#clock),
      }));
    }
    const read = await Promise.all(
      this.#lists.map(async ({ access }) =>
        (await this.#client.activeDeals(access.id, access.exchange)).map(observedDeal),
      ),
    );
    for (const [index, { access, list }] of this.#lists.entries()) list.expect(access.id, read[index] ?? []);
    const shown = read.flat().filter((deal) => isWatched(deal, this.#watched));
    const lacking = earlier.filter(({ id }) => !shown.some((deal) => deal.id === id));
    const running = await Promise.all(lacking.map(async (deal) => ((await this.#isGone(deal)) ? [] : [deal])));
    return [...shown, ...running.flat()].sort((left, right) => left.id - right.id);
  }

  /** As rule 1 has it, a list that lacks a deal is no proof that it is gone. */
  async #isGone({ id, accessId }: Deal): Promise<boolean> {
    const own = this.#lists.filter(({ access }) => accessId === null || access.id === accessId);
    const found = await Promise.all(own.map(({ access, list }) => list.whereabouts(access.id, id)));
    return found.every(({ kind }) => kind === "ended");
  }
}

function blind(timeout: number): Watcher {
  return {
    running: () => undefined,
    accessIds: () => [],
    refresh: async () => {},
    refuseNothingThere: () => {},
    after: async () =>
      timeout === 0 ? UNWATCHED : unseen("there are no credentials for the account's API to watch with"),
    close: async () => {},
  };
}

function refuseNothing(action: Expected["action"], before: readonly Deal[] | undefined): void {
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

async function readQuietly(deals: WatchedDeals): Promise<readonly Deal[] | undefined> {
  try {
    return await deals.read();
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}
