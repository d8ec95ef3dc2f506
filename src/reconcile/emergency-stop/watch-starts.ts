// Rule 18: an emergency stop isn't over while a start of a deal may still take effect. It ends no deal that opens.
import type { Access } from "../../model/bot/bot.js";
import type { StartInDoubt } from "../../model/bot/observed.js";
import type { RunningDeal } from "../../model/deal/deal.js";
import { type Clock, ServiceError, type ServiceReader } from "../../model/ports.js";
import { attempt } from "../plan/lists.js";

/** Milliseconds between two looks. */
const LOOK_MS = 5_000;

export interface StartWatch {
  readonly readerFor: (exchange: string) => Pick<ServiceReader, "runningDeals">;
  readonly clock: Clock;
  readonly accesses: readonly Access[];
  /** The starts of meant bots that may still take effect, as the ledger knows them now. */
  readonly starts: () => Promise<readonly StartInDoubt[]>;
  /** Settles once all bots are looked after. */
  readonly bots: Promise<unknown>;
  /** Once aborted, the watch is over. */
  readonly signal: AbortSignal;
  /** Called once all bots are looked after and it isn't over, with what is in doubt. */
  readonly onStarts?: ((starts: readonly StartInDoubt[], restMs: number) => void) | undefined;
  /** Called for each deal that opens. */
  readonly onOpened?: ((deal: RunningDeal) => void) | undefined;
}

export interface StartsWatched {
  /** Deals of the bots that have opened meanwhile. */
  readonly opened: readonly RunningDeal[];
  /** Starts that may still take effect, where the watch was broken off. */
  readonly left: readonly StartInDoubt[];
}

/** Watches until nothing is in doubt any more; the ledger is read again before it ends, since a run may have begun meanwhile. */
export async function watchStarts(watch: StartWatch): Promise<StartsWatched> {
  const { clock, signal } = watch;
  const botsDone = new AbortController();
  const done = () => botsDone.abort();
  const bots = watch.bots.then(done, done);
  const opened = new OpenedDeals(watch);
  let starts = await watch.starts();
  // Bots are looked after meanwhile.
  while (starts.length > 0 && !botsDone.signal.aborted) {
    await opened.look(starts);
    await clock.sleep(LOOK_MS, botsDone.signal);
  }
  await bots;
  for (let isFirst = true; ; isFirst = false) {
    // A start that is over may have opened a deal since the last look.
    await opened.look(starts);
    starts = await watch.starts();
    if (starts.length === 0 || signal.aborted) return { opened: opened.all, left: starts };
    const restMs = Math.max(...starts.map(({ until }) => until - clock.now()));
    if (isFirst) watch.onStarts?.(starts, restMs);
    await clock.sleep(Math.min(LOOK_MS, restMs), signal);
  }
}

/** What the first look shows was there before. A look that fails shows nothing. */
class OpenedDeals {
  readonly #watch: StartWatch;
  readonly #opened = new Map<number, RunningDeal>();
  #before: ReadonlySet<number> | undefined;

  constructor(watch: StartWatch) {
    this.#watch = watch;
  }

  get all(): readonly RunningDeal[] {
    return [...this.#opened.values()];
  }

  async look(starts: readonly StartInDoubt[]): Promise<void> {
    if (starts.length === 0) return;
    const { accesses, readerFor, onOpened } = this.#watch;
    const read = await attempt(Promise.all(accesses.map(({ id, exchange }) => readerFor(exchange).runningDeals(id))));
    if (read instanceof ServiceError) return;
    const deals = read.flat();
    this.#before ??= new Set(deals.map(({ id }) => id));
    for (const deal of deals) {
      const isMeant = starts.some(({ botId }) => botId === undefined || botId === deal.botId);
      if (!isMeant || this.#before.has(deal.id) || this.#opened.has(deal.id)) continue;
      this.#opened.set(deal.id, deal);
      onOpened?.(deal);
    }
  }
}
