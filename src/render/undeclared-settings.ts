// What is set on the service and not declared, in words: one line a setting, as every form shows it.
import { groupBy } from "../model/order.js";
import type { UndeclaredSetting } from "../model/plan/plan.js";
import { counted } from "../model/text/counted.js";
import { namesText } from "../model/text/named.js";
import { showValue } from "./text/value.js";

/** Values of a setting, and bots of a value, that are named. */
const [MOST_VALUES, MOST_BOTS] = [4, 3];

/** `martingaleScale 1.3 on main/a, main/b; 1.5 on 8 bots (main/c, main/d and 6 more)`, a text for each setting; clean. */
export function undeclaredSettingTexts(settings: readonly UndeclaredSetting[]): readonly string[] {
  return [...groupBy(settings, ({ field }) => field)].map(([field, all]) => {
    const often = all.toSorted((left, right) => right.addresses.length - left.addresses.length);
    const rest = often.slice(MOST_VALUES);
    const bots = rest.reduce((sum, { addresses }) => sum + addresses.length, 0);
    const more = rest.length === 0 ? [] : [`${counted(rest.length, "other value")} on ${counted(bots, "bot")}`];
    const texts = often
      .slice(0, MOST_VALUES)
      .map(({ value, addresses }) => `${showValue(value)} on ${named(addresses)}`);
    return `${field} ${[...texts, ...more].join("; ")}`;
  });
}

function named(addresses: readonly string[]): string {
  const names = namesText(addresses, MOST_BOTS);
  return addresses.length > MOST_BOTS ? `${counted(addresses.length, "bot")} (${names})` : names;
}
