// The settings that live bots have and the configuration doesn't declare: an apply leaves them as they are, and no plan hides them.
import { FIELDS, type FieldName } from "../../model/bot/field.js";
import { byText } from "../../model/order.js";
import type { UndeclaredSetting } from "../../model/plan/plan.js";
import type { Match } from "./match.js";

/** What a create needs is always declared, or a problem by itself. */
const OPTIONAL: readonly FieldName[] = FIELDS.filter(({ required }) => !required).map(({ name }) => name);

/** By setting in the interface's order, then by value; a field that `ignore` or `unmanaged` names is meant to be left. */
export function undeclaredSettings(
  matches: readonly Match[],
  includes: (address: string) => boolean,
): readonly UndeclaredSetting[] {
  const live = matches.flatMap((match) => (match.kind === "live" && includes(match.bot.address) ? [match] : []));
  return OPTIONAL.flatMap((field) => {
    const byValue = new Map<string, string[]>();
    for (const { bot, live: shown } of live) {
      const value = shown.fields[field] ?? null;
      const isStated = bot.fields[field] !== undefined || bot.initial[field] !== undefined;
      if (value === null || isStated || bot.unmanaged?.includes(field) === true) continue;
      byValue.set(value, [...(byValue.get(value) ?? []), bot.address]);
    }
    return [...byValue]
      .sort(([left], [right]) => byText(left, right))
      .map(([value, addresses]) => ({ field, value, addresses: addresses.sort() }));
  });
}
