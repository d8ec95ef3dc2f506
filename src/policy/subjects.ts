// The bots that policies look at: each as it is now and as it will be, with what the plan does to it.

import type { ObservedBot } from "../model/bot/bot.js";
import type { Desired, DesiredBot } from "../model/bot/desired.js";
import type { SomeFields } from "../model/bot/field.js";
import { byText } from "../model/order.js";
import { ACTIONS } from "../model/plan/actions.js";
import { afterSteps, type Plan, type PlannedBot, type Step, stepsByAddress } from "../model/plan/plan.js";
import type { Assumptions } from "../model/risk/assumptions.js";
import type { BotRisk, UnknownRisk } from "../model/risk/risk.js";
import { once } from "../model/text/once.js";
import { botRisk } from "../risk/bot-risk.js";
import { type MarketData, NO_MARKET_DATA } from "../risk/market-data.js";

export interface Subject {
  /** Address, or for a live bot that nobody declares `account/#id`. */
  readonly address: string;
  readonly declared: DesiredBot | undefined;
  /** Alias of its access; undefined where the configuration doesn't say. */
  readonly alias: string | undefined;
  /** Tells accesses apart; undefined of a live bot that nobody declares, since the list of bots doesn't show it (S-22). */
  readonly access: string | undefined;
  readonly before: SomeFields | null;
  readonly after: SomeFields;
  /** Whether it will be on; undefined where nobody says and it may be. */
  readonly on: boolean | undefined;
  readonly steps: readonly Step[];
  readonly planned: PlannedBot | undefined;
  /** The bots on other accesses whose place it takes. */
  readonly replaced: readonly Replaced[];
  /** Whether the plan makes it, sets it, turns it on or has it open a deal; without a plan every bot is as if it were new. */
  readonly touched: boolean;
  readonly risk: () => BotRisk | UnknownRisk;
}

/** A bot that another one replaces, with its running deals. */
export interface Replaced {
  readonly observed: ObservedBot;
  readonly deals: readonly { readonly id: number }[];
}

/** A running deal as far as it tells where its bot is. */
export interface PlacedDeal {
  readonly id: number;
  readonly botId: number;
  readonly accessId?: number | null;
}

/** What of the account the plan was computed from. */
interface Around {
  readonly live?: readonly ObservedBot[];
  readonly deals?: readonly PlacedDeal[];
  readonly desired: Desired | undefined;
  readonly assumptions: Assumptions;
  readonly marketData?: MarketData;
  readonly whole?: true;
}

/** Of one that no step of a plan touches. */
const ALONE = { steps: [], planned: undefined, replaced: [] } as const;

/** Of a configuration alone: every declared bot as it is declared. */
export function declaredSubjects(desired: Desired, assumptions: Assumptions): Subject[] {
  return desired.bots.map((bot) => {
    const after = { ...bot.initial, ...bot.fields };
    const on = bot.enabled;
    return {
      ...ALONE,
      address: bot.address,
      declared: bot,
      before: null,
      after,
      on,
      touched: true,
      alias: bot.access.alias,
      access: JSON.stringify(bot.access.live),
      risk: once(() => botRisk(after, on !== false, NO_MARKET_DATA, assumptions)),
    };
  });
}

/** Of a plan: the bots it touches, the other declared ones, and live ones that are on. Input order makes no difference. */
export function plannedSubjects(plan: Plan, around: Around): Subject[] {
  const { live = [], desired, assumptions, marketData = NO_MARKET_DATA } = around;
  const steps = stepsByAddress(plan);
  const byAddress = new Map(desired?.bots.map((bot) => [bot.address, bot]));
  const touched = Object.values(plan.bots).map((planned): Subject => {
    const own = steps.get(planned.address) ?? [];
    const declared = byAddress.get(planned.address);
    const { fields: after, on } = afterSteps(planned, own);
    const money = plan.money?.bots[planned.address]?.after;
    return {
      address: planned.address,
      declared,
      alias: declared?.access.alias,
      access: String(planned.accessId),
      before: planned.observed?.fields ?? null,
      after,
      on,
      steps: own,
      planned,
      replaced: replacedOf(planned, plan, around),
      touched: own.some(({ action }) => action === "update" || ACTIONS[action].rules.opens),
      risk: once(() => money ?? botRisk(after, on, marketData, assumptions)),
    };
  });
  const seen = new Set(touched.flatMap(({ planned }) => planned?.observed?.id ?? []));
  const others = liveSubjects(
    plan,
    live.filter(({ id }) => !seen.has(id)),
    around,
  );
  return [...touched, ...others].sort((left, right) => byText(left.address, right.address));
}

/** Live bots that the plan leaves as they are; where the account itself is judged, each as if it were new. */
function liveSubjects(plan: Plan, bots: readonly ObservedBot[], around: Around): Subject[] {
  const { desired, deals = [], assumptions, marketData = NO_MARKET_DATA, whole = false } = around;
  const find = declaredBy(desired);
  const places = new Map(deals.map(({ botId, accessId }) => [botId, accessId ?? null]));
  return bots.flatMap((bot): Subject[] => {
    const declared = find(bot);
    if (declared === undefined && !bot.status.on && !whole) return [];
    const access = bot.accessId ?? places.get(bot.id) ?? null;
    return [
      {
        // Spelled out: made by spreading, a thousand of these take longer than all that the rules say of them.
        address: declared?.address ?? `${plan.account}/#${bot.id}`,
        declared,
        alias: declared?.access.alias,
        access: access === null ? undefined : String(access),
        before: whole ? null : bot.fields,
        after: bot.fields,
        on: bot.status.on,
        steps: ALONE.steps,
        planned: undefined,
        replaced: ALONE.replaced,
        touched: whole,
        risk: once(() => botRisk(bot.fields, bot.status.on, marketData, assumptions)),
      },
    ];
  });
}

/** Of those that are on the plan knows the deals, of the others the account. */
function replacedOf({ replaces = [] }: PlannedBot, plan: Plan, { live = [], deals = [] }: Around): Replaced[] {
  return replaces.flatMap((id): Replaced[] => {
    const planned = Object.values(plan.bots).find(({ observed }) => observed?.id === id);
    const observed = planned?.observed ?? live.find((bot) => bot.id === id);
    if (observed === undefined) return [];
    return [{ observed, deals: planned?.deals ?? deals.filter(({ botId }) => botId === id) }];
  });
}

/** Which declared bot a live one is: by its id, else by a title that only one has. */
function declaredBy(desired: Desired | undefined): (bot: ObservedBot) => DesiredBot | undefined {
  const ids = new Map<number, DesiredBot>();
  const titles = new Map<string, DesiredBot | undefined>();
  for (const bot of desired?.bots ?? []) {
    if (bot.botId !== undefined) ids.set(bot.botId, bot);
    else titles.set(bot.fields.title, titles.has(bot.fields.title) ? undefined : bot);
  }
  return ({ id, fields }) => ids.get(id) ?? titles.get(fields.title ?? "");
}
