// What the turn-offs of one exchange need, and how they are asked for.
import type { ObservedBot } from "../../model/bot/bot.js";
import type { Plan } from "../../model/plan/plan.js";
import type { Clock, ServiceReader, ServiceWriter } from "../../model/ports.js";
import type { ApplyEvent } from "../apply/run-options.js";
import type { KnownBot } from "../ledger/facts.js";
import type { Journal } from "../ledger/journal.js";

export interface TurnOffPorts {
  readonly reader: ServiceReader;
  readonly writer: ServiceWriter;
  readonly clock: Clock;
  /** Where intents are written down, if that can be done. Rejects with DiskError. */
  readonly beginJournal?: ((plan: Plan) => Promise<Journal>) | undefined;
}

export interface TurnOffOptions {
  readonly account: string;
  readonly exchange: string;
  /** Whether a bot is to be turned off; undefined if that depends on its access, which isn't known. */
  readonly includes: (bot: ObservedBot) => boolean | undefined;
  /** When it gives up, by `clock.elapsed`. */
  readonly until: number;
  /** Once aborted, nothing more is sent. */
  readonly signal: AbortSignal;
  readonly onEvent?: ((event: ApplyEvent) => void) | undefined;
  /** Whether a known bot is meant, as far as that can be told without a list. */
  readonly isMeant?: ((known: KnownBot) => boolean) | undefined;
  /** What the ledger remembers now: a run that begins meanwhile adds to it. */
  readonly remembered: () => Promise<Remembered>;
  /** Until when bots that are off are watched, by `clock.elapsed`: commands are queued. */
  readonly settled: number;
  /** Called once all are seen off, with the milliseconds for which they are watched from then on. */
  readonly onSeenOff?: ((bots: number, restMs: number) => void) | undefined;
  /** Called each time the list can't be read, with why. */
  readonly onUnanswered?: ((why: string) => void) | undefined;
}

/** What the ledger remembers of an exchange's bots. */
export interface Remembered {
  /** Bots that are known beside the list, which may hide them. */
  readonly known: readonly KnownBot[];
  /** Until when a turn-on that was sent before may take effect, by bot id and `clock.elapsed`. */
  readonly doubts: ReadonlyMap<number, number>;
  /** Until when a start of a deal may take effect, by `clock.elapsed`: the bots are watched for as long, whoever turns one on meanwhile. */
  readonly startsUntil?: number;
}
