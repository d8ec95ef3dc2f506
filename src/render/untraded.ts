// The tries of a sweep that made no deal, and why: their 0 is no result.
import type { TryFacts } from "../model/risk/simulation.js";
import { counted } from "../model/text/counted.js";

/** Whether a try tied up no margin at all: it neither ended a deal nor has one open. */
export function isUntraded({ totals }: Pick<TryFacts, "totals">): boolean {
  return totals.deals === 0 && Number(totals.margin) === 0;
}

/** Why no deal was opened, or not each that was due; undefined where nothing stood in the way. */
export function refusalText({ refusals, tooSmall, order }: TryFacts): string | undefined {
  const reasons = [
    ...(refusals === 0
      ? []
      : [`the balance was too small for the first order ${counted(refusals, "time")} (${order})`]),
    ...(tooSmall === 0 ? [] : [`${counted(tooSmall, "bot has", "bots have")} a first order smaller than one lot`]),
  ];
  return reasons.length === 0 ? undefined : reasons.join("; ");
}
