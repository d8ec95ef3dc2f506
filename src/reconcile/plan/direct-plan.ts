// Plans without a configuration, for commands about one deal or about named bots: their steps rest on what was just shown.
import { fingerprint, type ObservedBot } from "../../model/bot/bot.js";
import type { RunningDeal } from "../../model/deal/deal.js";
import { plannedDeal } from "../../model/deal/take-profit.js";
import type { DealAction } from "../../model/plan/actions.js";
import type { Plan, PlannedBot, Step } from "../../model/plan/plan.js";

/** A live bot as it was shown. */
export interface ShownBot {
  /** `account/bot-key`, or `account/#id`. */
  readonly address: string;
  readonly live: ObservedBot;
  readonly access: { readonly id: number; readonly title: string };
  /** Its running deals. */
  readonly deals: readonly RunningDeal[];
  /** Other live bots on its access with its title. */
  readonly copies?: readonly number[];
}

/** @param command stands in the place of a configuration's digest */
export function directPlan(
  { command, ...rest }: Pick<Plan, "account" | "exchange" | "observedBots"> & { readonly command: string },
  bots: readonly PlannedBot[],
  steps: readonly Step[],
): Plan {
  return {
    formatVersion: 1,
    ...rest,
    configDigest: command,
    steps,
    bots: Object.fromEntries(bots.map((bot) => [bot.address, bot])),
    unchanged: 0,
    undeclared: [],
    undeclaredRule: "ignore",
    diagnostics: [],
  };
}

/** The bot as a step about it, or about its deals, needs it. */
export function shownBot({ deals, ...shown }: ShownBot): PlannedBot {
  const planned = deals
    .toSorted((left, right) => left.id - right.id)
    .map((deal) => plannedDeal(deal, shown.live.fields));
  return { ...asItIs(shown), ...(planned.length > 0 && { deals: planned }) };
}

/** A bot whose settings stay as they are. A bot named by its id is meant, even if others have its title. */
export function asItIs({ address, live, access, copies = [] }: Omit<ShownBot, "deals">): PlannedBot {
  return {
    address,
    title: live.fields.title ?? "",
    accessId: access.id,
    accessTitle: access.title,
    observed: live,
    fingerprint: fingerprint(live),
    target: live.fields,
    managed: [],
    copies,
    pinned: true,
  };
}

/** The step of a command about a deal. @param deal absent for a start */
export function dealStep(address: string, action: DealAction, deal?: Step["deal"]): Step {
  const reason = "requested by the command";
  return { address, action, ...(deal !== undefined && { deal }), reason, changes: [], warnings: [] };
}
