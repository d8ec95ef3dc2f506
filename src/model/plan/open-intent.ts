// A write that was about to leave, and of which nobody knows that it arrived, or that it never will.
import type { Action } from "./actions.js";
import type { PlannedBot } from "./plan.js";

export interface OpenIntent {
  readonly sends: Action;
  readonly address: string;
  /** None for a create, nor for a webhook that names no bot. */
  readonly botId?: number | undefined;
  /** A webhook that opens a deal. */
  readonly isWebhook?: true;
  /** Of a write that is about a deal that was there. */
  readonly dealId?: number | undefined;
  /** When it was about to leave, in milliseconds since the epoch. */
  readonly at: number;
  /** From then on the service refuses it, in milliseconds since the epoch. */
  readonly notAfter: number;
  /** Nobody knows what became of it: once it has arrived, its command may wait in the service's queue. */
  readonly isUnknown: boolean;
  /** The command deadline of the run that sent it, in milliseconds; undefined where its journal doesn't tell. */
  readonly deadlineMs?: number | undefined;
  /** What it makes of the bot. */
  readonly makes?: Pick<PlannedBot, "title" | "accessId" | "target"> | undefined;
  /** The same was sent several times, in one run or by several, so that a look can't tell which one has arrived. */
  readonly isOneOfSeveral?: true;
}

/** One that is still open at the moment of a plan. */
export interface StillOpen extends OpenIntent {
  /** Until when it may arrive, or take effect, in milliseconds since the epoch. */
  readonly until: number;
}
