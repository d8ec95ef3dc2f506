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
  /** Settles once there is any. */
  readonly known: Promise<void>;
  /** Settles once all bots are looked after; they are for as long as a start may take effect. */
  readonly bots: Promise<unknown>;
  /** Once aborted, the watch is over. */
  readonly signal: AbortSignal;
  /** Whether all bots are seen off, so that only the watch is left. */
  readonly areOff: () => boolean;
  /** Called once, when all bots are seen off, with what is in doubt then. */
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

/** Watches for as long as the bots are looked after, which is until none may take effect any more, and tells which are left in spite of it. */
export async function watchStarts(watch: StartWatch): Promise<StartsWatched> {
  const { clock, signal } = watch;
  const botsDone = new AbortController();
  const done = () => botsDone.abort();
  const bots = watch.bots.then(done, done);
  await Promise.race([watch.known, bots]);
  const opened = new OpenedDeals(watch);
  let seen: readonly StartInDoubt[] = [];
  let areNamed = false;
  for (;;) {
    const isOver = botsDone.signal.aborted || signal.aborted;
    const starts = await watch.starts();
    // A start that is over may have opened a deal since the last look.
    seen = [...seen, ...starts];
    await opened.look(seen);
    if (isOver) return { opened: opened.all, left: starts };
    if (!areNamed && starts.length > 0 && watch.areOff()) {
      areNamed = true;
      watch.onStarts?.(starts, Math.max(...starts.map(({ until }) => until - clock.now())));
    }
    // Without a sleep where nothing is to be seen: the bots' own looks go on.
    await (starts.length > 0 ? clock.sleep(LOOK_MS, botsDone.signal) : bots);
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
