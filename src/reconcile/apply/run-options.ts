// The options of a run, what its steps send and report of themselves, and the events that an observer gets.
import type { ObservedBot } from "../../model/bot/bot.js";
import type { SomeFields } from "../../model/bot/field.js";
import type { Limits } from "../../model/plan/limits.js";
import type { OpenIntent } from "../../model/plan/open-intent.js";
import type { Outcome, OutcomeKind, Stop } from "../../model/plan/outcome.js";
import type { Step } from "../../model/plan/plan.js";
import type { Clock, DiskError, MaySend, ServiceReader, ServiceWriter, WriteAnswer } from "../../model/ports.js";
import type { KnownBots } from "../ledger/facts.js";
import type { Journal } from "../ledger/journal.js";
import type { StopWatch } from "../ledger/stops.js";

/** What policies say of a created bot: why it must not be turned on, and its figures in words. */
export interface Verdict {
  readonly denied?: string;
  readonly figures?: string;
}

/** By address. Throws ServiceError where what it takes can't be read. */
export type CheckCreated = (created: ReadonlyMap<string, ObservedBot>) => Promise<ReadonlyMap<string, Verdict>>;

export interface ApplyPorts {
  readonly reader: ServiceReader;
  readonly writer: ServiceWriter;
  readonly clock: Clock;
  /** Where intents are written down before anything is sent (rule 12); without one, nowhere. */
  readonly journal?: Journal;
  /** Whether `bots off` has been run for the bot meanwhile: then it gets nothing more but a turn-off. */
  readonly isStopped?: StopWatch;
  /** Asked right before each sending: whether another run may have taken over, and why (F5); without it, none can. */
  readonly lostLease?: () => DiskError | undefined;
  /** Checks created bots in which the service has filled something in; without it, they stay off. */
  readonly checkCreated?: CheckCreated;
}

export interface ApplyOptions {
  /** Bots worked on at once. Default 8. */
  readonly concurrency?: number;
  /** Milliseconds until a sent command that isn't observed counts as unknown (rule 10). Default 120 000. */
  readonly commandDeadlineMs?: number;
  /** Once aborted, nothing new is started (rule 13). */
  readonly signal?: AbortSignal;
  /** Milliseconds since the epoch after which no bot is turned on any more (rule 9); that of a saved plan. */
  readonly expiresAt?: number;
  /** Writes of earlier runs that may still arrive (rule 23). */
  readonly earlier?: readonly OpenIntent[];
  /** Bots that are known beside the list: those of a title are read by id wherever its absence decides (rule 20). */
  readonly knownBots?: KnownBots;
  /** How much one apply may change (rule 16). */
  readonly limits?: Limits;
  /** Errors that it throws are ignored: an observer can't stop a run. */
  readonly onEvent?: (event: ApplyEvent) => void;
}

/** What an onlooker may want to show. */
export type ApplyEvent =
  /** It waits for an earlier write, at most until then (milliseconds since the epoch). */
  | {
      readonly type: "waits";
      readonly step: Step;
      readonly until: number;
      readonly for: Pick<OpenIntent, "sends" | "address">;
    }
  | { readonly type: "started"; readonly step: Step }
  /** `refusal`: the service said no, which is watched all the same. */
  | { readonly type: "sent"; readonly step: Step; readonly refusal?: string }
  | { readonly type: "ended"; readonly step: Step; readonly outcome: Outcome };

/** How a step ended, in the step's own words. */
export interface StepResult {
  readonly kind: OutcomeKind;
  readonly detail: string;
  readonly next?: string;
  /** The rule of apply behind it. */
  readonly rule?: number;
  /** The bot is another than the plan was computed from. */
  readonly stale?: boolean;
  /** The credentials were rejected: nothing further is started. */
  readonly unauthorized?: boolean;
  /** What was sent is proved to have had no effect. */
  readonly didNothing?: boolean;
}

/** What a step has to send. */
export type Command =
  | { readonly sends: "create"; readonly accessId: number; readonly fields: SomeFields }
  | { readonly sends: "update"; readonly botId: number; readonly target: SomeFields; readonly before: SomeFields }
  | { readonly sends: "turn-on" | "turn-off" | "start-deal"; readonly botId: number }
  | {
      readonly sends: "take-profit";
      readonly botId: number;
      readonly dealId: number;
      readonly percent: string;
      readonly immediately: boolean;
    }
  | { readonly sends: "complete-deal" | "cancel-deal"; readonly botId: number; readonly dealId: number };

export interface WriteOptions {
  /** It makes a bot safe: neither an interrupt nor a full disk holds it back. */
  readonly makesSafe?: boolean;
  /** Asked when nothing but the sending is left: whether what the write rests on is still fresh. */
  readonly isFresh?: () => boolean;
}

/** The answer to a write, or why it wasn't sent: the run was stopped, or what the write rests on is too old by now. */
export type Sent =
  | WriteAnswer
  | { readonly kind: "stopped"; readonly stop: Stop | "bots-off" }
  | { readonly kind: "overtaken" };

/** @param maySend asked when nothing but the sending is left */
export function sendCommand(writer: ServiceWriter, command: Command, maySend: MaySend): Promise<WriteAnswer> {
  switch (command.sends) {
    case "create":
      return writer.create(command.accessId, command.fields, maySend);
    case "update":
      return writer.update(command.botId, command.target, command.before, maySend);
    case "turn-on":
      return writer.turnOn(command.botId, maySend);
    case "turn-off":
      return writer.turnOff(command.botId, maySend);
    case "start-deal":
      return writer.startDeal(command.botId, maySend);
    case "take-profit":
      return writer.changeTakeProfit(command.dealId, command.percent, command.immediately, maySend);
    case "complete-deal":
      return writer.completeDeal(command.dealId, maySend);
    case "cancel-deal":
      return writer.cancelDeal(command.dealId, maySend);
  }
}

/** Milliseconds after which a command that isn't observed counts as unknown (rule 10), where nobody says otherwise. */
export const COMMAND_DEADLINE_MS = 120_000;
