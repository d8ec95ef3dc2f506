// Which of a plan's settings come from a variant of an experiment, in sentences.
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
