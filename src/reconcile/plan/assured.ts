// What readers fear for and a plan is known to leave alone: only what was seen whole is promised.
import type { Desired } from "../../model/bot/desired.js";
import type { Observed } from "../../model/bot/observed.js";
import { isUndo, type Plan } from "../../model/plan/plan.js";
import { resolveAccesses } from "./access.js";
import { matchBots } from "./match.js";
import { isPageLong } from "./remembered-problems.js";
import { runningDealsOf } from "./undeclared.js";

/** @param observed with the deals of every managed access, or none; @param areAsLeft whether all that it changes is as botform left it */
export function assured(desired: Desired, observed: Observed, made: Plan, areAsLeft = false): Pick<Plan, "assured"> {
  if (isUndo(made)) return {};
  const known = {
    ...(isEveryBotDeclared(desired, observed) && { everyBotDeclared: true as const }),
    ...(isNoDealTouched(observed, made) && { noDealTouched: true as const }),
    ...(areAsLeft && { changesNothingByHand: true as const }),
  };
  return Object.keys(known).length === 0 ? {} : { assured: known };
}

/** Of the whole account, whatever the configuration manages of it; a list that may be cut, or is known to lack bots, shows nothing. */
function isEveryBotDeclared(desired: Desired, observed: Observed): boolean {
  const { listed = 0, unlisted, unremembered = observed.damaged, accesses } = observed;
  if (isPageLong(listed) || (unlisted?.size ?? 0) > 0 || unremembered !== undefined) return false;
  // The list is that of one exchange.
  if (accesses.some(({ exchange }) => exchange !== desired.exchange)) return false;
  const matches = matchBots(desired, observed, resolveAccesses(desired, observed.accesses).byAlias);
  const declared = new Set(matches.flatMap((match) => (match.kind === "live" ? [match.live.id] : [])));
  return observed.bots.every(({ id }) => declared.has(id));
}

function isNoDealTouched(observed: Observed, { bots }: Plan): boolean {
  if (observed.deals === null) return false;
  return Object.values(bots).every(
    (bot) => bot.observed === null || runningDealsOf(bot.observed, observed).length === 0,
  );
}
