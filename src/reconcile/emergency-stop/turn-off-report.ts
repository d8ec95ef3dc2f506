// Reports of an emergency stop: which bots were observed off, and which weren't.
import type { ObservedBot } from "../../model/bot/bot.js";

/** A bot as it was seen last. */
export interface ReportedBot {
  readonly id: number;
  readonly title: string;
  readonly status: string;
}

/** A bot that wasn't observed off. */
export interface RemainingBot extends ReportedBot {
  readonly why: string;
  /** Whether a turn-off may have reached the service. */
  readonly told: boolean;
}

export interface TurnOffReport {
  readonly turnedOff: readonly ReportedBot[];
  /** Bots that were off already; nothing was sent to them. */
  readonly wereOff: readonly ReportedBot[];
  readonly stragglers: readonly RemainingBot[];
  readonly notes: readonly string[];
  /** What couldn't be verified in the end. */
  readonly unsettled: readonly string[];
  /** Whether the list was read at all; without it nothing was done. */
  readonly wasRead: boolean;
}

export function reportedBot({ id, fields, status }: ObservedBot): ReportedBot {
  return { id, title: fields.title ?? "", status: status.raw };
}

/** By their ids. */
export function sorted<T extends ReportedBot>(bots: Iterable<T>): T[] {
  return [...bots].sort((left, right) => left.id - right.id);
}

/**
 * What is said where the watch was broken off: bots that are off may still come on.
 * @param restMs milliseconds for which it would have gone on
 * @param isNone whether no bot to turn off was found
 */
export function unwatched(restMs: number, isNone: boolean): string[] {
  if (restMs <= 0) return [];
  const early = `was stopped ${Math.ceil(restMs / 1000)} s early`;
  if (isNone) return [`no bot to turn off was found, but the search ${early}: a list may lag`];
  return [`all were confirmed off, but the watch ${early}: a queued turn-on may still take effect`];
}

/** The reports of one account's exchanges as one. */
export function merge(reports: readonly TurnOffReport[]): TurnOffReport {
  return {
    turnedOff: sorted(reports.flatMap(({ turnedOff }) => turnedOff)),
    wereOff: sorted(reports.flatMap(({ wereOff }) => wereOff)),
    stragglers: sorted(reports.flatMap(({ stragglers }) => stragglers)),
    notes: [...new Set(reports.flatMap(({ notes }) => notes))],
    unsettled: reports.flatMap(({ unsettled }) => unsettled),
    wasRead: reports.some(({ wasRead }) => wasRead),
  };
}
