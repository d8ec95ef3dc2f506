// Reports of bots that were to be turned off: which are seen to be off, and which nobody has seen to be.
import type { ObservedBot } from "../../model/bot/bot.js";
import type { WriteAnswer } from "../../model/ports.js";
import type { StepResult } from "../apply/run-options.js";

/** A bot as it was seen last. */
export interface SeenBot {
  readonly id: number;
  readonly title: string;
  readonly status: string;
}

/** A bot that nobody has seen to be off. */
export interface RemainingBot extends SeenBot {
  readonly why: string;
  /** Whether a turn-off may have reached the service. */
  readonly told: boolean;
}

export interface TurnOffReport {
  readonly turnedOff: readonly SeenBot[];
  /** Were off when they were looked at, without having been told. */
  readonly wereOff: readonly SeenBot[];
  readonly stragglers: readonly RemainingBot[];
  readonly notes: readonly string[];
  /** What couldn't be made sure of in the end. */
  readonly unsettled: readonly string[];
  /** Whether the list was read at all; without it nothing was done. */
  readonly wasRead: boolean;
}

/** What was done for a bot, and how that went. */
export interface Told {
  readonly sends: number;
  readonly answer: WriteAnswer | undefined;
  /** Whether the service may have acted on it. */
  readonly hasWritten: boolean;
  readonly isInterrupted: boolean;
}

/** How it ends for a bot that wasn't observed off. */
export function notOff({ sends, answer, hasWritten, isInterrupted }: Told): StepResult {
  const stop = isInterrupted ? "it was interrupted" : "the time was over";
  if (sends === 0) return { kind: "not-started", detail: `${stop} before it was told to turn off` };
  const next = "look at the bot on the service now";
  const times = sends === 1 ? "once" : `${sends} times`;
  if (hasWritten) {
    const detail = `told to turn off ${times}, and ${stop} before it was observed off`;
    return { kind: "unknown", detail, next, rule: 10 };
  }
  const why = answer !== undefined && "message" in answer ? answer.message : "";
  return { kind: "failed", detail: `could not be told to turn off, tried ${times}: ${why}`, next, rule: 4 };
}

export function seenBot({ id, fields, status }: ObservedBot): SeenBot {
  return { id, title: fields.title ?? "", status: status.raw };
}

/** By their ids. */
export function sorted<T extends SeenBot>(bots: Iterable<T>): T[] {
  return [...bots].sort((left, right) => left.id - right.id);
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
