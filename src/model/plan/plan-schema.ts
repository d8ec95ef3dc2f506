// Reads a plan from outside: every key is known, every size bounded, and no part contradicts another.
import * as z from "zod/mini";
import { fingerprint } from "../bot/bot.js";
import { FIELD_NAMES } from "../bot/field.js";
import { once } from "../text/once.js";
import { isDealAction } from "./actions.js";
import { type Plan, type PlannedBot, planShape, type Step, stepKey, stepsByAddress } from "./plan.js";
import { isPercent } from "./plan-deal.js";

/** A plan as files hold it; made when first asked for. */
export const planSchema = once(() => planShape().check(z.refine(isConsistent)));

/** Whether the planner could have made the plan: its parts refer to each other, and what is sent is what is shown. */
function isConsistent(plan: Plan): boolean {
  const bots = Object.entries(plan.bots);
  const steps = stepsByAddress(plan);
  const live = bots.flatMap(([, { observed }]) => (observed === null ? [] : [observed.id]));
  const replaced = new Set(bots.flatMap(([, { replaces = [] }]) => replaces));
  return (
    [...steps.keys()].every((address) => Object.hasOwn(plan.bots, address)) &&
    new Set(live).size === live.length &&
    bots.every(([address, bot]) => {
      const own = steps.get(address) ?? [];
      const isNamed = address === bot.address && address.startsWith(`${plan.account}/`);
      return (
        isNamed && isAsObserved(bot) && canRun(bot, own) && yields(bot, own, replaced) && showsWhatIsSent(bot, own)
      );
    })
  );
}

function isAsObserved(bot: PlannedBot): boolean {
  return bot.fingerprint === (bot.observed === null ? null : fingerprint(bot.observed));
}

/** Each step at most once, a create only of what isn't there, and everything else only of what is there or created. */
function canRun(bot: PlannedBot, steps: readonly Step[]): boolean {
  const actions = steps.map(({ action }) => action);
  const creates = actions.includes("create");
  const isNew = creates && actions.every((action) => action === "create" || action === "turn-on");
  const fits = bot.observed === null ? isNew : !creates;
  const isEachOnce = new Set(steps.map(stepKey)).size === steps.length;
  return fits && steps.length > 0 && isEachOnce && steps.every((one) => namesItsDeal(bot, one));
}

/** A step about a deal is about one that the plan shows, and says what it makes of it; any other step is about none. */
function namesItsDeal({ deals = [] }: PlannedBot, { action, deal }: Step): boolean {
  if (!isDealAction(action) || action === "start-deal") return deal === undefined;
  const isShown = deals.some(({ id: shown }) => shown === deal?.id);
  return isShown && (action === "take-profit" ? isPercent(deal?.takeProfit?.after) : deal?.takeProfit === undefined);
}

/** A bot whose place another one takes is not turned on by the same plan. */
function yields({ observed }: PlannedBot, steps: readonly Step[], replaced: ReadonlySet<number>): boolean {
  return observed === null || !replaced.has(observed.id) || steps.every(({ action }) => action !== "turn-on");
}

/** A reviewer reads the changes, the service gets the target, so the two must agree (I4). */
function showsWhatIsSent({ title, target, observed }: PlannedBot, steps: readonly Step[]): boolean {
  const shown = steps.flatMap(({ changes }) => changes);
  const sent = FIELD_NAMES.filter((name) => target[name] !== undefined && target[name] !== observed?.fields[name]);
  return (
    title === (target.title ?? "") &&
    shown.length === sent.length &&
    sent.every((name) =>
      shown.some(
        ({ field, before, after }) => field === name && before === observed?.fields[name] && after === target[name],
      ),
    )
  );
}
