// The bots that policies evaluate: each as it is now and as it will be, with its steps in the plan.

import type { ObservedBot } from "../model/bot/bot.js";
import type { Desired, DesiredBot } from "../model/bot/desired.js";
import type { SomeFields } from "../model/bot/field.js";
import { byText } from "../model/order.js";
import { ACTIONS } from "../model/plan/actions.js";
import { afterSteps, type Plan, type PlannedBot, type Step, stepsByAddress } from "../model/plan/plan.js";
import type { Assumptions } from "../model/risk/assumptions.js";
import type { BotRisk, LeftOpen, UnknownRisk } from "../model/risk/risk.js";
import { once } from "../model/text/once.js";
import { botRisk } from "../risk/bot-risk.js";
import { type MarketData, NO_MARKET_DATA } from "../risk/market-data.js";

export interface Subject {
  /** Address; for an undeclared live bot `account/#id`. */
  readonly address: string;
  readonly declared: DesiredBot | undefined;
  /** Alias of its access; undefined where the configuration doesn't say. */
  readonly alias: string | undefined;
  /** Tells accesses apart; undefined for an undeclared live bot whose access the list of bots doesn't show (S-22). */
  readonly access: string | undefined;
  readonly before: SomeFields | null;
  readonly after: SomeFields;
  /** Whether it will be on; undefined if nobody knows. */
  readonly on: boolean | undefined;
  /** Whether a deal of it runs, which goes on where the bot is turned off. */
  readonly hasDeal: boolean;
  readonly steps: readonly Step[];
  readonly planned: PlannedBot | undefined;
  /** The bots on other accesses that it replaces. */
  readonly replaced: readonly Replaced[];
  /** Whether the plan creates it, updates it, turns it on or starts a deal of it; without a plan this is true of every bot. */
  readonly touched: boolean;
  readonly risk: () => BotRisk | UnknownRisk;
  /** Of a new bot, what the service may fill in; absent of every other, and where all is declared. */
  readonly open?: LeftOpen;
  /** As it is now; absent of a bot that no plan is about. */
  readonly riskBefore?: () => BotRisk | UnknownRisk;
  /** The figures that it would have with other settings. */
  readonly riskAt: (fields: SomeFields) => BotRisk | UnknownRisk;
}

/** A bot that another one replaces, with its running deals. */
export interface Replaced {
  readonly observed: ObservedBot;
  readonly deals: readonly { readonly id: number }[];
}

/** What of a running deal shows the access of its bot. */
export interface PlacedDeal {
  readonly id: number;
  readonly botId: number;
  readonly accessId?: number | null;
}

/** The part of the account that the plan was computed from. */
interface Around {
  readonly live?: readonly ObservedBot[];
  readonly deals?: readonly PlacedDeal[];
  readonly desired: Desired | undefined;
  readonly assumptions: Assumptions;
  readonly marketData?: MarketData;
  readonly whole?: ReadonlyMap<number, DesiredBot>;
}

/** What is equal for all bots that no step touches. */
const ALONE = { steps: [], planned: undefined, replaced: [] } as const;

/** The bots of a configuration alone, as they are declared. */
export function declaredSubjects(desired: Desired, assumptions: Assumptions): Subject[] {
  return desired.bots.map((bot) => {
    const after = { ...bot.initial, ...bot.fields };
    const on = bot.enabled;
    const riskAt = (fields: SomeFields) => botRisk(fields, on !== false, NO_MARKET_DATA, assumptions);
    return {
      ...ALONE,
      address: bot.address,
      declared: bot,
      before: null,
      after,
      on,
      hasDeal: false,
      touched: true,
      alias: bot.access.alias,
      access: JSON.stringify(bot.access.live),
      risk: once(() => riskAt(after)),
      riskAt,
    };
  });
}

/** The bots of a plan: those it touches, the other declared ones, and live ones that are on. Input order makes no difference. */
export function plannedSubjects(plan: Plan, around: Around): Subject[] {
  const { live = [], desired, assumptions, marketData = NO_MARKET_DATA } = around;
  const steps = stepsByAddress(plan);
  const byAddress = new Map(desired?.bots.map((bot) => [bot.address, bot]));
  const touched = Object.values(plan.bots).map((planned): Subject => {
    const own = steps.get(planned.address) ?? [];
    const declared = byAddress.get(planned.address);
    const { fields: after, on } = afterSteps(planned, own);
    const money = plan.money?.bots[planned.address];
    const riskAt = (fields: SomeFields) => botRisk(fields, on, marketData, assumptions);
    return {
      address: planned.address,
      declared,
      alias: declared?.access.alias,
      access: String(planned.accessId),
      before: planned.observed?.fields ?? null,
      after,
      on,
      hasDeal: (planned.deals ?? []).length > 0,
      steps: own,
      planned,
      replaced: replacedOf(planned, plan, around),
      touched: own.some(({ action }) => action === "update" || ACTIONS[action].rules.opens),
      risk: once(() => money?.after ?? riskAt(after)),
      ...(money?.open !== undefined && { open: money.open }),
      riskBefore: once(() => money?.before ?? riskAt(planned.observed?.fields ?? {})),
      riskAt,
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

/** Live bots that the plan leaves alone; if the account itself is evaluated, each as if it were new. */
function liveSubjects(plan: Plan, bots: readonly ObservedBot[], around: Around): Subject[] {
  const { desired, deals = [], assumptions, marketData = NO_MARKET_DATA, whole } = around;
  const find = whole === undefined ? declaredBy(desired) : ({ id }: ObservedBot) => whole.get(id);
  const copies = new Set([
    ...plan.undeclared.flatMap(({ id, duplicateOf }) => (duplicateOf === undefined ? [] : [id])),
    ...Object.values(plan.bots).flatMap((planned) => planned.copies),
  ]);
  const places = new Map(deals.map(({ botId, accessId }) => [botId, accessId ?? null]));
  return bots.flatMap((bot): Subject[] => {
    // Another bot with a declared title isn't the declared one.
    const declared = copies.has(bot.id) ? undefined : find(bot);
    const hasDeal = places.has(bot.id);
    if (declared === undefined && !bot.status.on && !hasDeal && whole === undefined) return [];
    const access = bot.accessId ?? places.get(bot.id) ?? null;
    return [
      {
        // Spelled out, since spreading a thousand of these would take longer than all rules.
        address: declared?.address ?? `${plan.account}/#${bot.id}`,
        declared,
        alias: declared?.access.alias,
        access: access === null ? undefined : String(access),
        before: whole === undefined ? bot.fields : null,
        after: bot.fields,
        on: bot.status.on,
        hasDeal,
        steps: ALONE.steps,
        planned: undefined,
        replaced: ALONE.replaced,
        touched: whole !== undefined,
        risk: once(() => botRisk(bot.fields, bot.status.on, marketData, assumptions)),
        riskAt: (fields) => botRisk(fields, bot.status.on, marketData, assumptions),
      },
    ];
  });
}

/** The plan knows the deals of bots that are on, the account those of the others. */
function replacedOf({ replaces = [] }: PlannedBot, plan: Plan, { live = [], deals = [] }: Around): Replaced[] {
  return replaces.flatMap((id): Replaced[] => {
    const planned = Object.values(plan.bots).find(({ observed }) => observed?.id === id);
    const observed = planned?.observed ?? live.find((bot) => bot.id === id);
    if (observed === undefined) return [];
    return [{ observed, deals: planned?.deals ?? deals.filter(({ botId }) => botId === id) }];
  });
}

/** Which declared bot a live one is: by id, else by a title that only one bot has. */
function declaredBy(desired: Desired | undefined): (bot: ObservedBot) => DesiredBot | undefined {
  const ids = new Map<number, DesiredBot>();
  const titles = new Map<string, DesiredBot | undefined>();
  for (const bot of desired?.bots ?? []) {
    if (bot.botId !== undefined) ids.set(bot.botId, bot);
    else titles.set(bot.fields.title, titles.has(bot.fields.title) ? undefined : bot);
  }
  return ({ id, fields }) => ids.get(id) ?? titles.get(fields.title ?? "");
}
