// Which of a plan's settings come from a variant of an experiment, in sentences and as data.
import type { VariantMember } from "../model/bot/desired.js";
import type { VariantOf } from "../model/bot/provenance.js";
import { groupBy } from "../model/order.js";
import type { Plan } from "../model/plan/plan.js";
import { namesText } from "../model/text/named.js";

/** `percentSafetyOrder by the variant wider-steps/wider (botform.yaml:13): btc-b, eth-b`, of what it creates or updates. */
export function variantTexts(
  { account, steps }: Pick<Plan, "account" | "steps">,
  variantOf: VariantOf = () => undefined,
): readonly string[] {
  const set = steps.flatMap(({ address, changes }) =>
    changes.flatMap(({ field }) => {
      const stated = variantOf(address, field);
      if (stated === undefined) return [];
      const { variant, place } = stated;
      const key = address.startsWith(`${account}/`) ? address.slice(account.length + 1) : address;
      return [{ key, text: `${field} by the variant ${variant} (${place.file}:${place.line})` }];
    }),
  );
  return [...groupBy(set, ({ text }) => text)].map(([text, own]) => `${text}: ${namesText(own.map(({ key }) => key))}`);
}

/** Who is in which variant, and which of the settings that the plan creates or changes come from it: none of a control. */
export function variantsJson(
  members: readonly VariantMember[],
  { steps }: Pick<Plan, "steps">,
  variantOf: VariantOf = () => undefined,
): readonly object[] {
  return members.map(({ address, experiment, variant }) => {
    const fields = steps.flatMap((step) => (step.address === address ? step.changes.map(({ field }) => field) : []));
    const sets = fields.filter((field) => variantOf(address, field)?.variant === `${experiment}/${variant}`);
    return { address, experiment, variant, sets: [...new Set(sets)] };
  });
}
