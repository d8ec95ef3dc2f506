// What tells one version of a bot's settings from another: the settings that make a difference to a deal, and their fingerprint.
import { hash } from "node:crypto";
import { FIELD_NAMES, type FieldName, type Fields, type SomeFields } from "../model/bot/field.js";
import type { SettingChange } from "../model/results.js";

/** A name changes nothing; the limit of cycles ends the bot, not a deal, and a service may show how many remain. */
const NEVER_COUNTS: ReadonlySet<FieldName> = new Set<FieldName>(["title", "cycleLimitScale"]);

/** Settings that change nothing while the one that they belong to is off. */
const BELONG_TO: readonly (readonly [owner: FieldName, members: readonly FieldName[]])[] = [
  ["countOrderMax", ["percentSafetyOrder", "volumeSafetyOrder", "martingaleScale", "dynamicStepScale"]],
  ["indicatorGroup", ["indicatorName", "indicatorInterval"]],
  ["priceLevel", ["priceLevelDown", "priceLevelUp"]],
];

/** The names of the settings that make a difference to a deal with these ones. */
export function countingFields(fields: Fields): readonly FieldName[] {
  const idle = new Set(BELONG_TO.flatMap(([owner, members]) => (fields[owner] === null ? members : [])));
  return FIELD_NAMES.filter((name) => !NEVER_COUNTS.has(name) && !idle.has(name));
}

/** 12 hexadecimal digits of a SHA-256: the same for settings that trade alike, whatever they are called. */
export function settingsFingerprint(fields: Fields): string {
  const stated = countingFields(fields).map((name) => [name, fields[name]]);
  return hash("sha256", JSON.stringify(["botform settings 1", stated])).slice(0, 12);
}

/** What differs of what makes a difference, in the order of the settings. */
export function settingChanges(before: Fields, after: Fields): readonly SettingChange[] {
  const counting = new Set([...countingFields(before), ...countingFields(after)]);
  return FIELD_NAMES.filter((name) => counting.has(name) && before[name] !== after[name]).map((field) => ({
    field,
    before: before[field],
    after: after[field],
  }));
}

/** Whether a configuration asks for these settings: what it doesn't declare is left to the service, and may be anything. */
export function asksFor(declared: SomeFields, kept: Fields): boolean {
  return countingFields(kept).every((name) => declared[name] === undefined || declared[name] === kept[name]);
}
