// Finds the combination that came to a little less than the best, and fell much less on the way: rank by result alone hides it.
import Big from "big.js";
import type { SimulationFacts, TotalFacts } from "../model/risk/simulation.js";
import { amount } from "../model/text/money-figures.js";
import { bestVariants, isTraded, type VariantFacts, variantName } from "./simulation-variants.js";
import { fallBeyondWallet, tooLittle } from "./simulation-words.js";

/** Shares of the best one's: results from here on are a little less, drawdowns up to here much smaller. */
const LEAST_RESULT = "0.9";
const MOST_DRAWDOWN = "0.75";

/** A sentence; none where no combination is like that, or the best one is none to be compared with. */
export function calmerText(facts: SimulationFacts, variants: readonly VariantFacts[]): readonly string[] {
  const best = ofMostResult(facts, variants);
  if (best === undefined || best.totals.liquidations > 0) return [];
  const { name, totals } = best;
  const [next] = variants
    .filter((one) => isTraded(one) && isCalmer(one.worst.totals, totals))
    .filter(({ worst }) => tooLittle(facts, worst) === undefined)
    .toSorted((left, right) => new Big(right.worst.totals.result).cmp(left.worst.totals.result));
  if (next === undefined) return [];
  const { result, drawdown } = next.worst.totals;
  return [
    `To be weighed: ${variantName(next)} made ${amount(result)}, little less than ${name} (${amount(totals.result)}), with a much smaller drawdown: ${amount(drawdown)}, against ${amount(totals.drawdown)}.`,
  ];
}

/** The best combination, or the settings as they are where none came to more. */
function ofMostResult({ replays: [asTheyAre] }: SimulationFacts, variants: readonly VariantFacts[]) {
  const [first] = bestVariants(variants);
  if (first === undefined || asTheyAre === undefined) return undefined;
  return new Big(first.worst.totals.result).gt(asTheyAre.totals.result)
    ? { name: variantName(first), totals: first.worst.totals }
    : { name: "the settings as they are", totals: asTheyAre.totals };
}

function isCalmer(one: TotalFacts, best: TotalFacts): boolean {
  const least = new Big(best.result).times(LEAST_RESULT);
  return (
    least.gt(0) &&
    one.liquidations === 0 &&
    fallBeyondWallet(one) === undefined &&
    new Big(one.result).lt(best.result) &&
    new Big(one.result).gte(least) &&
    new Big(one.drawdown).lte(new Big(best.drawdown).times(MOST_DRAWDOWN))
  );
}
