// Holds: a stated reason, with an end, why bots stay off and untouched.

import type { Origin } from "../text/diagnostic.js";
import { fits } from "../text/pattern.js";

export interface Hold {
  /** Addresses, in which * stands for any text. A key alone means the bot on every account. */
  readonly bots: readonly string[];
  readonly reason: string;
  /** A day, which is the last one in UTC, or a moment. Without it the hold has no end. */
  readonly until?: string | undefined;
  /** Ids of the bots that it was set for, whatever they are called now. */
  readonly ids?: readonly number[];
  /** The tripped breaker that has set it, and lifts it when it is armed. */
  readonly breaker?: string;
  /** Where the configuration states it; undefined where only the ledger knows it. */
  readonly origin?: Origin;
}

/** A bot by every name that it has. */
export interface Named {
  readonly names: readonly string[];
  readonly id: number | undefined;
}

/** By its address; a live one by `account/#id`, too, and by the address under which it was known. */
export function namesOf(
  account: string,
  address: string,
  id: number | undefined,
  known?: ReadonlyMap<number, string>,
): Named {
  return { names: id === undefined ? [address] : [address, `${account}/#${id}`, known?.get(id) ?? address], id };
}

/** The pattern that the bot fits, or its address where the hold was set for its id; undefined where it isn't held. */
export function patternOn({ bots, ids }: Pick<Hold, "bots" | "ids">, { names, id }: Named): string | undefined {
  const pattern = bots.find((one) => names.some((name) => isAbout(one, name)));
  return pattern ?? (ids?.some((one) => one === id) ? bots[0] : undefined);
}

function isAbout(pattern: string, address: string): boolean {
  return fits(pattern.includes("/") ? pattern : `*/${pattern}`, address);
}

/** Whether a pattern may be about bots of the account. */
export function mayMean(pattern: string, account: string): boolean {
  return !pattern.includes("/") || fits(pattern.slice(0, pattern.indexOf("/")), account);
}

/** Whether a pattern of the configuration is one of the ledger, which names its account: a key alone means every account. */
export function isSamePattern(stated: string, whole: string): boolean {
  return stated === whole || stated === whole.slice(whole.indexOf("/") + 1);
}

/** A moment names its offset: without one it would mean another moment on each machine. */
export const UNTIL = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2}))?$/;
const DAY_MS = 86_400_000;

/** Milliseconds since the epoch from which on it is over; undefined for what is no day and no moment. */
export function endOf(until: string): number | undefined {
  if (!UNTIL.test(until)) return undefined;
  const day = until.slice(0, 10);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return undefined;
  if (until === day) return midnight + DAY_MS;
  const moment = Date.parse(until);
  return Number.isNaN(moment) ? undefined : moment;
}

/** How long a hold past its end is only a warning. */
export const GRACE_DAYS = 7;

/** Whether a hold is past its end, and past the grace that follows. @param now milliseconds since the epoch */
export function stateOf({ until }: Pick<Hold, "until">, now: number): "in force" | "ended" | "overdue" {
  const end = until === undefined ? undefined : endOf(until);
  if (end === undefined || now < end) return "in force";
  return now < end + GRACE_DAYS * DAY_MS ? "ended" : "overdue";
}

/** The reason and the end, in words. */
export function reasonText({ reason, until }: Pick<Hold, "reason" | "until">): string {
  return until === undefined ? reason : `${reason}, until ${until}`;
}

/** The hold as one item of `holds:`. */
export function holdLine({ bots, reason, until }: Pick<Hold, "bots" | "reason" | "until">): string {
  const patterns = bots.map((pattern) => JSON.stringify(pattern)).join(", ");
  const end = until === undefined ? "" : `, until: ${JSON.stringify(until)}`;
  return `- { bots: [${patterns}], reason: ${JSON.stringify(reason)}${end} }`;
}
