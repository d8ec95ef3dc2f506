// Rules about what a plan does to an existing bot: how far its fields change, and whether a deal of it runs. A replacement counts as a change.
import { FIELD_NAMES } from "../model/bot/field.js";
import type { FieldChange } from "../model/plan/plan.js";
import type { Replaced, Subject } from "./subjects.js";
import { type BotRule, type Flaw, limitOf, NONE, numberOf, type RuleContext, shown, unknown } from "./violation.js";

export const maxChange: BotRule = (subject, context) => {
  const fields: readonly string[] = context.parameters.fields ?? [];
  return changesOf(subject).flatMap((change) => (fields.includes(change.field) ? beyond(change, context) : NONE));
};

/** The changes of an update; for a create its differences from the bot that it replaces. */
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

/** The bot that is on; if none is, the newest. */
function meant(replaced: readonly Replaced[]): Replaced | undefined {
  const newest = replaced.toSorted((left, right) => right.observed.id - left.observed.id);
  return newest.find(({ observed }) => observed.status.on) ?? newest[0];
}

function beyond({ field, before, after }: FieldChange, context: RuleContext): readonly Flaw[] {
  const limit = limitOf(context);
  const [old, now] = [numberOf(before), numberOf(after)];
  if (old === undefined || now === undefined || old.eq(0)) {
    const what = `by how many percent ${field} changes (${before ?? "off"} → ${after ?? "off"})`;
    return [unknown(what, "Change it in a separate plan, under a waiver.")];
  }
  const change = now.minus(old).div(old).times(100);
  if (change.abs().lte(limit)) return NONE;
  const figure = `${change.gt(0) ? "+" : ""}${shown(change)} %`;
  const summary = `${field} changes by ${figure} (${before} → ${after}), more than ${shown(limit)} %`;
  return [{ field, summary, figure, limit: `${shown(limit)} %`, remedy: "Change it in smaller steps." }];
}

export const freezeDeals: BotRule = (subject) => {
  const does = (wanted: string) => subject.steps.some(({ action }) => action === wanted);
  const own = does("update") ? (subject.planned?.deals ?? []) : [];
  const left = does("create") ? subject.replaced.flatMap(({ deals }) => deals) : [];
  const deals = [...own, ...left];
  if (deals.length === 0) return NONE;
  const ids = deals.map(({ id }) => id).join(", ");
  const [what, or] =
    own.length > 0
      ? ["updated", "set freezeActiveDeals: true so that plans leave the bot out until then"]
      : ["replaced", "set access back"];
  return [
    {
      summary: `the bot is ${what} while its deal runs (${ids})`,
      figure: `${deals.length} running`,
      limit: "0 running",
      remedy: `Wait until the deal is over, or ${or}.`,
    },
  ];
};
