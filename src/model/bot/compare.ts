// The one comparer: what differs between two sides in canonical form. A bot, a deal and a configuration are compared by it alone.
import type { FieldChange } from "../plan/plan.js";
import type { ObservedBot } from "./bot.js";
import type { DesiredBot } from "./desired.js";
import { FIELD_NAMES, FIELDS, type FieldName, type FieldSpec, type FieldValue, type SomeFields } from "./field.js";

type Fields<Name extends string, Value> = { readonly [Known in Name]?: Value | undefined };

/** A value that differs; undefined on a side that doesn't state it. */
interface Difference<Name extends string, Value> {
  readonly name: Name;
  readonly from: Value | undefined;
  readonly to: Value | undefined;
}

/** What differs from the one side to the other, in the order of `names`. */
export function compare<Name extends string, Value>(
  from: Fields<Name, Value>,
  to: Fields<Name, Value>,
  names: readonly Name[],
  isSame: (one: Value | undefined, other: Value | undefined, name: Name) => boolean = Object.is,
): Difference<Name, Value>[] {
  const differences: Difference<Name, Value>[] = [];
  for (const name of names) {
    const one = from[name];
    const other = to[name];
    if (!isSame(one, other, name)) differences.push({ name, from: one, to: other });
  }
  return differences;
}

/** The managed fields whose live value differs, in the interface's order; a field that isn't shown is off. */
export function changedFields(desired: SomeFields, live: SomeFields): FieldChange[] {
  const found = compare(live, desired, FIELD_NAMES, isKept);
  return found.map(({ name, from = null, to = null }) => ({ field: name, before: from, after: to }));
}

function isKept(before: FieldValue = null, after?: FieldValue): boolean {
  return after === undefined || before === after;
}

/** One change of a live bot. */
export interface Change {
  readonly what: string;
  /** As it was shown before. */
  readonly before: string;
  /** As the service shows it now. */
  readonly after: string;
}

/** What has changed of a live bot: fields, switch and access. */
export function changesSince(then: Omit<ObservedBot, "unknownSettings">, now: ObservedBot): Change[] {
  const fields = compare(then.fields, now.fields, FIELD_NAMES);
  const changes = fields.map(
    ({ name, from, to }): Change => ({
      what: name,
      before: from ?? "off",
      after: to ?? "off",
    }),
  );
  if (now.status.on !== then.status.on) {
    changes.push({ what: "switch", before: then.status.raw, after: now.status.raw });
  }
  if (now.accessId !== then.accessId) {
    changes.push({ what: "access", before: String(then.accessId), after: String(now.accessId) });
  }
  return changes;
}

/** Whether a live bot differs from its configuration in a managed field or in its switch. */
export function differs(bot: DesiredBot, live: ObservedBot): boolean {
  return (
    changedFields(bot.fields, live.fields).length > 0 || (bot.enabled !== undefined && bot.enabled !== live.status.on)
  );
}

/** Managed fields in which the service shows a word this version doesn't know: they are never written over. */
export function unknownWords(desired: SomeFields, live: SomeFields): FieldName[] {
  return FIELDS.filter((field: FieldSpec & { readonly name: FieldName }) => {
    const value = live[field.name];
    return (
      field.words !== undefined &&
      desired[field.name] !== undefined &&
      value !== undefined &&
      value !== null &&
      !field.words.includes(value)
    );
  }).map((field) => field.name);
}

/** `leverage: expected 5, but the service shows 3`, for each field. */
export function describeMismatches(mismatches: readonly FieldChange[]): string {
  return mismatches
    .map(({ field, before, after }) => `${field}: expected ${after ?? "off"}, but the service shows ${before ?? "off"}`)
    .join("; ");
}
