// What is asked before anything is written: how many steps of which kind, on which accounts, and the money of a single one.
import { ACTIONS, SUMMARY_ORDER } from "../../model/plan/actions.js";
import { countSteps, type Plan } from "../../model/plan/plan.js";
import { counted } from "../../model/text/counted.js";
import { amount } from "../../model/text/money-figures.js";
import { namesText } from "../../model/text/named.js";

interface Ready {
  readonly account: string;
  readonly made: Pick<Plan, "steps" | "money">;
}

/** What the plan makes of the positions at most, where it changes them. */
function positionsText({ before, after }: NonNullable<Plan["money"]>): string[] {
  return after.quotes.flatMap(({ quote, position }) => {
    const was = before.quotes.find((one) => one.quote === quote)?.position ?? "0";
    return was === position ? [] : [`position at most ${amount(was)} → ${amount(position)} ${quote}`];
  });
}

/** What the plans do and the money that they move, and the word that goes ahead. */
export function questionOf(ready: readonly Ready[]): string {
  const all = ready.flatMap(({ made }) => made.steps);
  const names = namesText(ready.map(({ account }) => account));
  const where = `${ready.length === 1 ? "account" : "accounts"} ${names}`;
  const what = all.length === 0 ? "Record the lifted protection" : `Carry out ${counted(all.length, "step")}`;
  const counts = countSteps({ steps: all });
  const kinds = SUMMARY_ORDER.flatMap((action) =>
    counts[action] === 0 ? [] : [`${counts[action]} ${ACTIONS[action].words.summary}`],
  );
  const money = ready.flatMap(({ made: { money } }) => (money === undefined ? [] : positionsText(money)));
  const facts = [...kinds, ...(ready.length === 1 ? money : [])].join(", ");
  return `\n${what} on the ${where}${facts === "" ? "" : ` (${facts})`}? Type "yes" to go ahead: `;
}
