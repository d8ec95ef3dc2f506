// Live bots as YAML, and what of them can't be expressed there.

import { quoted } from "../config/problem.js";
import { LONGEST_TEXT, TEXT } from "../config/schema/schema-parts.js";
import { isExact } from "../config/yaml/scalar.js";
import { isForbiddenKey } from "../config/yaml/value.js";
import type { ObservedBot } from "../model/bot/bot.js";
import {
  FIELD_NAMES,
  type FieldName,
  type FieldSpec,
  type FieldValue,
  fieldSpec,
  isNumeric,
  withinBounds,
} from "../model/bot/field.js";
import { PAIR } from "../model/bot/pair.js";
import { groupBy } from "../model/order.js";
import { withFewMarks } from "../model/text/folded.js";

/** A scalar as it is written into a file. */
export type Written = string | number | boolean | null;

/** A live bot that the configuration can hold. */
export interface PulledBot {
  readonly id: number;
  /** The alias of its access. */
  readonly alias: string;
  readonly title: string;
  readonly on: boolean;
  /** Every field that YAML can express, including those that are off; without the title. */
  readonly fields: ReadonlyMap<FieldName, Written>;
  /** Whether it needs botId, since another live bot on the access has its title. */
  readonly pinned: boolean;
}

/** What of the account can't be expressed, and why. */
export interface Skipped {
  readonly botId: number;
  readonly title: string;
  /** Absent where it is the whole bot. */
  readonly field?: FieldName;
  readonly reason: string;
}

/** @param aliases by accessId */
export function pulledBots(live: readonly ObservedBot[], aliases: ReadonlyMap<number, string>) {
  const left: Skipped[] = [];
  const titled = live
    .toSorted((a, b) => a.id - b.id)
    .filter((bot) => {
      const reason = whyNot(bot, aliases);
      if (reason !== undefined) left.push({ botId: bot.id, title: bot.fields.title ?? "", reason });
      return reason === undefined;
    });
  const bots: PulledBot[] = [];
  for (const group of groupBy(titled, ({ accessId, fields }) => JSON.stringify([accessId, fields.title])).values()) {
    const chosen = group.find(({ status }) => status.on) ?? group[0];
    if (chosen === undefined) continue;
    for (const copy of group) {
      if (copy === chosen) continue;
      const reason = `bot ${chosen.id} has the same title on the same access${copy.status.on ? "; both are on" : ""}`;
      left.push({ botId: copy.id, title: copy.fields.title ?? "", reason });
    }
    bots.push(pulledBot(chosen, aliases, group.length > 1, left));
  }
  return { bots: bots.sort((a, b) => a.id - b.id), left: left.sort((a, b) => a.botId - b.botId) };
}

/** The bot under which the service runs the deals of webhooks without botId; nobody makes it, and nobody can edit it. */
const GHOST = "Ghost";

function whyNot({ accessId, fields }: ObservedBot, aliases: ReadonlyMap<number, string>): string | undefined {
  const title = fields.title ?? "";
  if (accessId === null || !aliases.has(accessId)) {
    return `its access${accessId === null ? "" : ` ${accessId}`} has no alias in the configuration`;
  }
  if (title === "") return "it has no title";
  if (title === GHOST) return "the service's own bot for webhooks without botId, which can't be edited";
  if (title.length > LONGEST_TEXT) return `its title has more than ${LONGEST_TEXT} characters`;
  if (!TEXT.test(title)) return "its title begins or ends with a space, or contains control characters";
  return undefined;
}

function pulledBot(
  bot: ObservedBot,
  aliases: ReadonlyMap<number, string>,
  pinned: boolean,
  left: Skipped[],
): PulledBot {
  const title = bot.fields.title ?? "";
  const { fields, reasons } = writable(bot);
  for (const [field, reason] of reasons) left.push({ botId: bot.id, title, field, reason });
  return { id: bot.id, alias: aliases.get(bot.accessId ?? 0) ?? "", title, on: bot.status.on, fields, pinned };
}

/**
 * What of a live bot's fields the configuration can hold, the title aside, and why it can't hold the others; values that it
 * would refuse together are left out together.
 */
export function writable({ fields: live }: ObservedBot) {
  const fields = new Map<FieldName, Written>();
  const reasons = new Map<FieldName, string>();
  for (const name of FIELD_NAMES) {
    if (name === "title") continue;
    const written = inYaml(name, live[name]);
    if (typeof written === "object" && written !== null) reasons.set(name, written.reason);
    else if (written !== undefined) fields.set(name, written);
  }
  const leaveOut = (names: readonly FieldName[], reason: string) => {
    for (const name of names) if (fields.delete(name)) reasons.set(name, reason);
  };
  // As rules.ts has them: such a bot can't be declared, and may be live all the same.
  const level = fields.get("priceLevel");
  const [down = null, up = null] = [fields.get("priceLevelDown"), fields.get("priceLevelUp")];
  const isUpLacking = up === null && (level === "UPPER" || level === "BOTH");
  const isDownLacking = down === null && (level === "LOWER" || level === "BOTH");
  if (typeof down === "number" && typeof up === "number" && down >= up) {
    const reason = `its lower price limit ${down} isn't below its upper one ${up}`;
    leaveOut(["priceLevel", "priceLevelDown", "priceLevelUp"], reason);
  } else if (isUpLacking || isDownLacking) leaveOut(["priceLevel"], `it is ${String(level)} without its limit`);
  return { fields, reasons };
}

/** How a field's live value is written; undefined for one that is not set and has no off, a reason where it can't be written. */
export function inYaml(name: FieldName, value: FieldValue): Written | undefined | { readonly reason: string } {
  const spec: FieldSpec = fieldSpec(name);
  if (value === null) return spec.off === "never" ? undefined : null;
  if (isNumeric(spec)) {
    const number = Number(value);
    if (!withinBounds(spec, value)) return { reason: `${quoted(value)} is outside the bounds of ${name}` };
    return isExact(value, number) ? number : { reason: `${quoted(value)} has more digits than YAML can keep exactly` };
  }
  if (spec.words !== undefined && !spec.words.includes(value))
    return { reason: `${quoted(value)} is not a ${name} that botform knows` };
  if (name === "pairTitle" && !PAIR.test(value)) return { reason: `${quoted(value)} doesn't have the form QUOTE-BASE` };
  if (value.length > LONGEST_TEXT || !TEXT.test(value)) return { reason: `${quoted(value)} can't be kept as text` };
  return value;
}

const LIKE_A_VALUE = /^(?:null|true|false|yes|no|on|off|[\d-]+|\d+e\d+|0x[\da-f]+)$/;

/** A key made of a title: letters, digits and hyphens. @param taken keys that are in use; the new one is added */
export function keyFor(title: string, taken: Set<string>): string {
  const plain = withFewMarks(title)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60)
    .replace(/-+$/, "");
  // constructor and its like are refused as keys; what reads as a number, a date or a word of YAML confuses people and tools.
  const isOdd = plain === "" || isForbiddenKey(plain) || LIKE_A_VALUE.test(plain);
  const base = isOdd ? `bot${plain === "" ? "" : `-${plain}`}` : plain;
  let key = base;
  for (let number = 2; taken.has(key); number += 1) key = `${base}-${number}`;
  taken.add(key);
  return key;
}
