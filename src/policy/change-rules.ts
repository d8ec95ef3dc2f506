// Rules about what a plan does to a bot that is there: how far its fields move, and whether a deal of it runs. A replacement is a change, too.
import { FIELD_NAMES, type FieldName } from "../model/bot/field.js";
import type { FieldChange } from "../model/plan/plan.js";
import { type BotRule, type Breach, limitOf, NONE, numberOf, type Scene, shown, unknown } from "./breach.js";
import type { Replaced, Subject } from "./subjects.js";

export const maxChange: BotRule = (subject, scene) => {
  const fields: readonly string[] = scene.parameters.fields ?? [];
  return changesOf(subject)
    .filter(({ field }) => fields.includes(field))
    .flatMap((change) => beyond(subject, change, scene));
};

/** Of an update its own; of a create what it makes other than the bot whose place it takes. */
function changesOf({ steps, replaced, after }: Subject): readonly FieldChange[] {
  const updated = steps.flatMap(({ action, changes }) => (action === "update" ? changes : []));
  const old = steps.some(({ action }) => action === "create") ? meant(replaced) : undefined;
  if (old === undefined) return updated;
  const before = old.observed.fields;
  const changed = FIELD_NAMES.flatMap((field): FieldChange[] => {
    const now = after[field];
    return now === undefined || now === before[field] ? [] : [{ field, before: before[field], after: now }];
  });
  return [...updated, ...changed];
}

/** The one that is on; of several that are off the newest. */
function meant(replaced: readonly Replaced[]): Replaced | undefined {
  const newest = replaced.toSorted((left, right) => right.observed.id - left.observed.id);
  return newest.find(({ observed }) => observed.status.on) ?? newest[0];
}

function beyond(subject: Subject, { field, before, after }: FieldChange, scene: Scene): readonly Breach[] {
  const limit = limitOf(scene);
  const [old, now] = [numberOf(before), numberOf(after)];
  if (old === undefined || now === undefined || old.eq(0)) return [unmeasured(subject, field, before, after)];
  const change = now.minus(old).div(old).times(100);
  if (change.abs().lte(limit)) return NONE;
  const figure = `${change.gt(0) ? "+" : ""}${shown(change)} %`;
  const summary = `${field} changes by ${figure} (${before} → ${after}), more than ${shown(limit)} %`;
  return [{ subject, field, summary, figure, limit: `${shown(limit)} %`, remedy: "Change it in smaller steps." }];
}

function unmeasured(
  subject: Subject,
  field: FieldName,
  before: FieldChange["before"],
  after: FieldChange["after"],
): Breach {
  const what = `by how many percent ${field} changes (${before ?? "off"} → ${after ?? "off"})`;
  return unknown(subject, what, "Change it in a plan of its own, under a waiver.");
}

export const freezeDeals: BotRule = (subject) => {
  const does = (wanted: string) => subject.steps.some(({ action }) => action === wanted);
  const own = does("update") ? (subject.planned?.deals ?? []) : [];
  const left = does("create") ? subject.replaced.flatMap(({ deals }) => deals) : [];
  const deals = [...own, ...left];
  if (deals.length === 0) return NONE;
  const ids = deals.map(({ id }) => id).join(", ");
  const figure = `${deals.length} running`;
  const summary =
    own.length > 0
      ? `the bot is updated while a deal of it runs (${ids})`
      : `the bot is replaced while a deal of it runs (${ids})`;
  const remedy =
    own.length > 0
      ? "Wait until the deal is over, or set freezeActiveDeals: true so that plans leave the bot out until then."
      : "Wait until the deal is over, or set access back.";
  return [{ subject, summary, figure, limit: "0 running", remedy }];
};
