// The money preview of a plan: each touched bot and the whole account, before and after.

import type { ObservedBot } from "../model/bot/bot.js";
import type { SomeFields } from "../model/bot/field.js";
import type { RunningDeal } from "../model/deal/deal.js";
import { groupBy } from "../model/order.js";
import { afterSteps, type Plan, type PlannedBot, type Step, stepsByAddress } from "../model/plan/plan.js";
import type { Assumptions } from "../model/risk/assumptions.js";
import { type BotMoney, isKnown, type Money } from "../model/risk/risk.js";
import { accountRisk, type Countable, lacksOf, mostOf, type WeightCache } from "./account-risk.js";
import { factsOf } from "./assumptions.js";
import { botRisk } from "./bot-risk.js";
import { besideOthers } from "./cross-fleet.js";
import { leftOpen } from "./left-open.js";
import type { MarketData } from "./market-data.js";
import { type Lacking, openUnknowns, unknownsOf } from "./unknowns.js";

/**
 * @param live every live bot that the plan was computed from
 * @param deals every running deal that was read; they keep their settings whatever the plan does to their bots (S-47)
 */
export function moneyOf(
  plan: Plan,
  live: readonly ObservedBot[],
  deals: readonly RunningDeal[],
  marketData: MarketData,
  assumptions: Assumptions,
): Money {
  const steps = stepsByAddress(plan);
  const running = groupBy(deals, ({ botId }) => botId);
  const bots = Object.values(plan.bots).map((bot): Compared => {
    const own = steps.get(bot.address) ?? [];
    const { observed, address } = bot;
    const runs = observed === null ? [] : (running.get(observed.id) ?? []);
    return { bot, name: address, before: observed && liveCountable(observed, runs), after: afterOf(bot, own, runs) };
  });
  const planned = new Set(bots.map(({ bot: { observed } }) => observed?.id));
  const others = live
    .filter(({ id }) => !planned.has(id))
    .map((bot) => ({ name: liveName(bot), after: liveCountable(bot, running.get(bot.id) ?? []) }));
  const memory: WeightCache = new WeakMap();
  const rest = others.map(({ after }) => after);
  const total = (some: readonly Countable[]) => accountRisk([...some, ...rest], marketData, assumptions, memory);
  const before = total(bots.flatMap((one) => one.before ?? []));
  const all = [...bots.map((one) => one.after), ...rest];
  const after = accountRisk(all, marketData, assumptions, memory);
  const { quotes, shocks } = runsDeals(all)
    ? accountRisk(all.map(withoutDeals), marketData, assumptions, memory)
    : after;
  const money = Object.fromEntries(
    bots.map((one) => {
      const own = botMoney(one, marketData, assumptions, memory);
      return [
        one.name,
        { ...own, before: own.before && besideOthers(own.before, before), after: besideOthers(own.after, after) },
      ] as const;
    }),
  );
  const figures = Object.values(money).map((one) => one.after);
  const accesses = new Set([
    ...bots.flatMap(({ bot, after: { on } }) => (on ? [bot.accessId] : [])),
    ...live.flatMap(({ id, accessId, status }) =>
      status.on && !planned.has(id) && accessId !== null ? [accessId] : [],
    ),
  ]);
  return {
    assumptions: factsOf(assumptions),
    bots: money,
    before,
    after,
    ...(!isSameMoney({ quotes, shocks }, after) && { later: { quotes, shocks } }),
    unknown: [
      ...openUnknowns(money),
      ...unknownsOf(figures.filter(isKnown), marketData, lackingOf([...bots, ...others], memory), {
        accesses: accesses.size,
        bothSides: assumptions.hedgeModeStated === true ? [] : bothSides(all),
      }),
    ],
  };
}

/** Pairs that bots that are on trade in both directions. */
function bothSides(all: readonly Countable[]): readonly string[] {
  const on = all.filter((one) => one.on);
  const sides = groupBy(on, ({ fields }) => fields.pairTitle ?? "");
  return [...sides].flatMap(([pair, own]) =>
    pair !== "" && new Set(own.map(({ fields }) => fields.strategy)).size > 1 ? [pair] : [],
  );
}

function withoutDeals({ fields, on }: Countable): Countable {
  return { fields, on };
}

function runsDeals(all: readonly Countable[]): boolean {
  return all.some(({ running = [] }) => running.length > 0);
}

/** Whether the totals that a reader sees are the same. */
function isSameMoney(one: Later, other: Later): boolean {
  const seen = ({ quotes, shocks }: Later) =>
    JSON.stringify([quotes.map(({ quote, position, margin }) => [quote, position, margin]), shocks]);
  return one === other || seen(one) === seen(other);
}

type Later = NonNullable<Money["later"]>;

/** A bot as it will be, as it is called where its figures aren't known. */
interface Named {
  readonly name: string;
  readonly after: Countable;
}

/** A bot of the plan, now and after it. */
interface Compared extends Named {
  readonly bot: PlannedBot;
  /** null where there is none. */
  readonly before: Countable | null;
}

/** A bot that is turned off opens no further deal; those that run go on (S-45). What is cancelled leaves its position behind, so it counts on. */
function afterOf(bot: PlannedBot, steps: readonly Step[], deals: readonly RunningDeal[]): Countable {
  const after = afterSteps(bot, steps);
  const completed = new Set(steps.flatMap(({ action, deal }) => (action === "complete-deal" ? (deal?.id ?? []) : [])));
  const started = steps.filter(({ action }) => action === "start-deal").map(() => after.fields);
  const ofDeals = (isClosed: boolean) => deals.filter(({ id }) => completed.has(id) === isClosed).map(keptSettings);
  return { ...after, running: [...ofDeals(false), ...started], closed: ofDeals(true) };
}

/** A live bot with all that it runs. */
export function liveCountable(
  { fields, status }: Pick<ObservedBot, "fields" | "status">,
  deals: readonly RunningDeal[],
): Countable {
  return { fields, on: status.on, running: deals.map(keptSettings) };
}

/** The settings that a running deal keeps, on the pair that it trades. */
export function keptSettings({ settings, pairTitle }: RunningDeal): SomeFields {
  return settings.pairTitle === pairTitle ? settings : { ...settings, pairTitle };
}

function lackingOf(bots: readonly Named[], memory: WeightCache): readonly Lacking[] {
  return bots.flatMap(({ name, after }) => {
    const lacks = lacksOf(after, memory);
    return lacks.length === 0 ? [] : [{ name, lacks }];
  });
}

function liveName({ id, fields }: ObservedBot): string {
  return fields.title === null || fields.title === "" ? `bot ${id}` : `“${fields.title}”, id ${id}`;
}

function botMoney(
  { bot: { observed }, before, after }: Compared,
  marketData: MarketData,
  assumptions: Assumptions,
  memory: WeightCache,
): BotMoney {
  const figures = (fields: SomeFields, on: boolean) => botRisk(fields, on, marketData, assumptions);
  const then = figures(after.fields, after.on);
  const most = { before: before && mostOf(before, assumptions, memory), after: mostOf(after, assumptions, memory) };
  if (observed === null) {
    const open = leftOpen(after.fields, after.on, marketData, assumptions);
    return { before: null, after: then, most, ...(open !== undefined && { open }) };
  }
  const was = observed.status.on;
  if (observed.fields !== after.fields) return { before: figures(observed.fields, was), after: then, most };
  return { before: isKnown(then) ? { ...then, on: was } : then, after: then, most };
}
