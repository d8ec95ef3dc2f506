// A live bot in canonical form, and the fingerprint that tells whether it has changed.
import { hash } from "node:crypto";
import { FIELD_NAMES, type Fields } from "./field.js";

/** A bot's switch: the raw text or number of the service is kept beside what it means. */
export interface Status {
  /** Only DISABLED and 0 are known to be off; anything else counts as on (wire facts, section 4). */
  readonly on: boolean;
  readonly raw: string;
}

/** A bot as the service shows it, in canonical form. */
export interface ObservedBot {
  readonly id: number;
  /** null when it was read from the bot list, which doesn't carry it, and nothing else tells. */
  readonly accessId: number | null;
  readonly fields: Fields;
  readonly status: Status;
  /** Names of settings this version doesn't know, in the order received. */
  readonly unknownSettings: readonly string[];
}

/** One futures access of the account. */
export interface Access {
  readonly id: number;
  readonly title: string;
  readonly exchange: string;
}

/** Reads a status of either form into on or off. */
export function readStatus(raw: string | number): Status {
  const text = String(raw);
  return { on: !(text === "0" || text.toUpperCase() === "DISABLED"), raw: text };
}

/** SHA-256 (hex) over everything of a live bot that a plan rests on: id, access, every canonical field, on or off. */
export function fingerprint(bot: ObservedBot): string {
  const facts = [bot.id, bot.accessId, bot.status.on, ...FIELD_NAMES.map((name) => bot.fields[name])];
  return hash("sha256", JSON.stringify(facts));
}
