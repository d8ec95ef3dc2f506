// A live bot with everything the service shows of it, beside what a plan rests on.
import type { ObservedBot } from "./bot.js";
import type { Moment } from "./moment.js";

export interface LiveBot extends ObservedBot {
  readonly userId: number | null;
  readonly exchange: string | null;
  /** count_order_working: no parameter sets it, and it may be an empty text (S-24). */
  readonly countOrderWorking: string | null;
  /** null in the bot list, which doesn't carry it. */
  readonly updated: Moment | null;
}
