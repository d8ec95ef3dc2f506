// A live bot in canonical form, and the fingerprint that tells whether it has changed.
import { hash } from "node:crypto";
import * as z from "zod/mini";
import { count, type Data, listOf, text } from "../data.js";
import { FIELD_NAMES, fieldValue } from "./field.js";

/** A bot as the service shows it, in canonical form. */
export const observedBot = () =>
  z.strictObject({
    id: count(),
    /** null if it isn't known: the bot list doesn't show it (S-22). */
    accessId: z.nullable(count()),
    fields: z.record(z.enum(FIELD_NAMES), fieldValue()),
    /** Its switch, with the service's own text or number. Only DISABLED and 0 are known to be off (S-32). */
    status: z.strictObject({ on: z.boolean(), raw: text() }),
    /** Names of settings this version doesn't know, in the order received. */
    unknownSettings: listOf(text()),
  });

export type ObservedBot = Data<z.infer<ReturnType<typeof observedBot>>>;
export type Status = ObservedBot["status"];

/** One futures access of the account. */
export interface Access {
  readonly id: number;
  readonly title: string;
  readonly exchange: string;
}

/** Reads a status of either form: anything but DISABLED and 0 counts as on (S-32). */
export function readStatus(raw: string | number): Status {
  const text = String(raw);
  return { on: !(text === "0" || text.toUpperCase() === "DISABLED"), raw: text };
}

/** SHA-256 (hex) over everything of a live bot that a plan rests on: id, access, every canonical field, on or off. */
export function fingerprint(bot: ObservedBot): string {
  const facts = [bot.id, bot.accessId, bot.status.on, ...FIELD_NAMES.map((name) => bot.fields[name])];
  return hash("sha256", JSON.stringify(facts));
}
