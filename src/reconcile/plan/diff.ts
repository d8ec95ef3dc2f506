// Compares a configured bot with its live one, over the managed fields only.
import type { ObservedBot } from "../../model/bot/bot.js";
import type { DesiredBot } from "../../model/bot/desired.js";
import { FIELDS, type FieldName, type FieldSpec, type FieldValue, type SomeFields } from "../../model/bot/field.js";
import type { FieldChange } from "../../model/plan/plan.js";

/** The managed fields whose live value is another, in the interface's order. */
export function changedFields(desired: SomeFields, live: SomeFields): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const { name } of FIELDS) {
    const after = desired[name];
    const before: FieldValue = live[name] ?? null;
    if (after !== undefined && after !== before) changes.push({ field: name, before, after });
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

/** `leverage: asked for 5, the service shows 3`, for each field. */
export function describeMismatches(mismatches: readonly FieldChange[]): string {
  return mismatches
    .map(({ field, before, after }) => `${field}: asked for ${after ?? "off"}, the service shows ${before ?? "off"}`)
    .join("; ");
}
