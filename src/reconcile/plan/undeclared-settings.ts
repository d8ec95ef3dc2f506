// The settings that live bots have and the configuration doesn't declare: an apply leaves them as they are, and no plan hides them.
import type { DesiredBot } from "../../model/bot/desired.js";
import { FIELDS, type FieldName } from "../../model/bot/field.js";
import { byText, groupBy } from "../../model/order.js";
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
    const all = live.flatMap(({ bot, live: { fields } }) => {
      const value = fields[field] ?? null;
      return value === null || isStated(bot, field) ? [] : [{ bot, value }];
    });
    const groups = [
      ...groupBy(all, ({ bot, value }) => JSON.stringify([value, bot.undeclaredSettings ?? null])).values(),
    ];
    const settings = groups.flatMap((group): UndeclaredSetting[] => {
      const [first] = group;
      if (first === undefined) return [];
      const addresses = group.map(({ bot }) => bot.address).sort();
      // What can be switched off is a declared field of such a bot.
      const wanted = first.bot.undeclaredSettings === "off" && { wanted: "off" as const };
      return [{ field, value: first.value, addresses, ...wanted }];
    });
    return settings.sort((left, right) => byText(left.value, right.value));
  });
}

/** Whether the configuration says something of it, be it that it is to be left. */
export function isStated({ fields, initial, unmanaged = [] }: DesiredBot, field: FieldName): boolean {
  return fields[field] !== undefined || initial[field] !== undefined || unmanaged.includes(field);
}
