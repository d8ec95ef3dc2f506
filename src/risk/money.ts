// The money preview of a plan: each touched bot and the whole account, before and after.

import type { ObservedBot } from "../model/bot/bot.js";
import type { SomeFields } from "../model/bot/field.js";
import {
  afterSteps,
  type Plan,
  type PlannedBot,
  type Step,
  stepsByAddress,
  type UndeclaredBot,
} from "../model/plan/plan.js";
import type { Assumptions } from "../model/risk/assumptions.js";
import { type BotMoney, isKnown, type Money } from "../model/risk/risk.js";
import { accountRisk, type Countable, lacksOf, type WeightCache } from "./account-risk.js";
import { factsOf } from "./assumptions.js";
import { botRisk } from "./bot-risk.js";
import type { MarketData } from "./market-data.js";
import { type Lacking, unknownsOf } from "./unknowns.js";

/** @param live every live bot that the plan was computed from */
export function moneyOf(
  plan: Plan,
  live: readonly ObservedBot[],
  marketData: MarketData,
  assumptions: Assumptions,
): Money {
  const steps = stepsByAddress(plan);
  const touched = Object.values(plan.bots).map((bot): Touched => {
    const own = steps.get(bot.address) ?? [];
    return { bot, steps: own, after: afterSteps(bot, own) };
  });
  const planned = new Map(touched.flatMap((one) => (one.bot.observed === null ? [] : [[one.bot.observed.id, one]])));
  const undeclared = new Map(plan.undeclared.map((entry) => [entry.id, entry]));
  const before = live.map((bot) => {
    const own = planned.get(bot.id);
    return own === undefined ? undeclaredOf(bot, undeclared.get(bot.id)) : liveOf(bot, runningOf(own));
  });
  const created = touched.filter(({ bot }) => bot.observed === null);
  const afterwards = [
    ...live.map((bot, index): Named => {
      const own = planned.get(bot.id);
      return own === undefined ? { name: liveName(bot), counted: before[index] ?? liveOf(bot) } : named(own);
    }),
    ...created.map(named),
  ];
  const counted = afterwards.map((one) => one.counted);
  const memory: WeightCache = new WeakMap();
  const bots = Object.fromEntries(
    touched.map(({ bot, after }) => [bot.address, botMoney(bot, after, marketData, assumptions)] as const),
  );
  const figures = Object.values(bots).map(({ after }) => after);
  return {
    assumptions: factsOf(assumptions),
    bots,
    before: accountRisk(before, marketData, assumptions, memory),
    after: accountRisk(counted, marketData, assumptions, memory),
    unknown: unknownsOf(figures.filter(isKnown), marketData, lackingOf(afterwards, memory)),
  };
}

/** A bot after the plan, as it is called where its figures aren't known. */
interface Named {
  readonly name: string;
  readonly counted: Countable;
}

interface Touched {
  readonly bot: PlannedBot;
  readonly steps: readonly Step[];
  readonly after: Countable;
}

/** A bot that is turned off opens no further deal; those that run go on (S-45) with the settings they keep (S-47). */
function named(touched: Touched): Named {
  const { bot, steps, after } = touched;
  // What is cancelled leaves its position behind, so that it counts on.
  const completed = new Set(steps.flatMap(({ action, deal }) => (action === "complete-deal" ? (deal?.id ?? []) : [])));
  const started = steps.filter(({ action }) => action === "start-deal").map(() => after.fields);
  return { name: bot.address, counted: { ...after, running: [...runningOf(touched, completed), ...started] } };
}

function lackingOf(bots: readonly Named[], memory: WeightCache): readonly Lacking[] {
  return bots.flatMap(({ name, counted }) => {
    const lacks = lacksOf(counted, memory);
    return lacks.length === 0 ? [] : [{ name, lacks }];
  });
}

/** The settings of each of its deals that the plan shows: those the bot shall have, but for what the deal keeps. */
function runningOf({ bot, after }: Touched, without: ReadonlySet<number> = new Set()): readonly SomeFields[] {
  const { deals = [], target } = bot;
  return deals
    .filter(({ id }) => !without.has(id))
    .map(({ keeps }) =>
      keeps.length === 0
        ? after.fields
        : { ...target, ...Object.fromEntries(keeps.map(({ field, kept }) => [field, kept])) },
    );
}

function liveOf({ fields, status }: ObservedBot, running: readonly SomeFields[] = []): Countable {
  return { fields, on: status.on, running };
}

/** Of a bot that nobody declares the plan knows the ids of its deals; what they keep is taken to be as the bot is. */
function undeclaredOf(bot: ObservedBot, entry: UndeclaredBot | undefined): Countable {
  return liveOf(
    bot,
    entry?.dealIds.map(() => bot.fields),
  );
}

function liveName({ id, fields }: ObservedBot): string {
  return fields.title === null || fields.title === "" ? `bot ${id}` : `“${fields.title}”, id ${id}`;
}

function botMoney(
  { observed }: PlannedBot,
  after: Countable,
  marketData: MarketData,
  assumptions: Assumptions,
): BotMoney {
  const figures = (fields: SomeFields, on: boolean) => botRisk(fields, on, marketData, assumptions);
  const then = figures(after.fields, after.on);
  if (observed === null) return { before: null, after: then };
  if (observed.fields !== after.fields) return { before: figures(observed.fields, observed.status.on), after: then };
  return { before: isKnown(then) ? { ...then, on: observed.status.on } : then, after: then };
}
