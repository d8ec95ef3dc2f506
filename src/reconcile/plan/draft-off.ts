// The turn-off of a live bot that no configured one stands for: as an undeclared one, or because another replaces it.
import { type Access, fingerprint, type ObservedBot } from "../../model/bot/bot.js";
import type { Desired } from "../../model/bot/desired.js";
import type { Observed } from "../../model/bot/observed.js";
import type { PlannedBot } from "../../model/plan/plan.js";
import { plannedDeals } from "./draft-deals.js";
import { type Draft, idle, step, turnOffWarnings } from "./draft-parts.js";
import { runningDealsOf, type Undeclared } from "./undeclared.js";

export function draftStray(desired: Desired, { live }: Undeclared, observed: Observed): Draft {
  const access = accessOf(live, observed);
  if (!live.status.on || access === undefined) return idle(undeclaredAddress(desired, live));
  const reason = `"${live.fields.title}" is not in the configuration and undeclared is turn-off`;
  return draftOff(desired, live, access, { reason, observed });
}

/** Where the bot is; undefined where its details don't say, or name an access that the account doesn't have. */
export function accessOf(live: ObservedBot, { accesses }: Observed): Access | undefined {
  return accesses.find((candidate) => candidate.id === live.accessId);
}

/** @param why `copies` are other live bots on its access with its title that the plan knows of */
export function draftOff(
  desired: Desired,
  live: ObservedBot,
  access: Access,
  why: { readonly reason: string; readonly observed: Observed; readonly copies?: readonly number[] },
): Draft {
  const address = undeclaredAddress(desired, live);
  const deals = runningDealsOf(live, why.observed);
  const steps = [step(address, "turn-off", why.reason, [], turnOffWarnings(deals.map(({ id }) => id)))];
  const planned: PlannedBot = {
    address,
    title: live.fields.title ?? "",
    accessId: access.id,
    accessTitle: access.title,
    observed: live,
    fingerprint: fingerprint(live),
    target: live.fields,
    managed: [],
    copies: why.copies ?? [],
    pinned: true,
    ...plannedDeals(deals, live.fields, steps),
  };
  return { ...idle(address), planned, steps };
}

/** `account/#id`: a live bot that has no key. */
function undeclaredAddress({ account }: Desired, { id }: ObservedBot): string {
  return `${account}/#${id}`;
}
