// How many bots an apply works on at once: no more than can be looked at before what was seen is too old to act on.
import type { BudgetTerms } from "../service/pace.js";

const DEFAULT_BOTS = 8;
/** A look is a list and the bot itself; a create rests on a list of at most two seconds (rule 2). */
const REQUESTS_A_LOOK = 2;

/** @param wanted where the budget doesn't say */
export function botsAtOnce({ concurrency, requestsPerSecond }: BudgetTerms = {}, wanted = DEFAULT_BOTS): number {
  const most = concurrency ?? wanted;
  if (requestsPerSecond === undefined) return most;
  return Math.min(most, Math.max(1, Math.floor(requestsPerSecond / REQUESTS_A_LOOK)));
}
