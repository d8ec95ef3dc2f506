// Works out the cost of all bots of an account together: sums by asset, pair and side, the need against the free balance, and shocks.

import type { FieldName, SomeFields } from "../model/bot/field.js";
import { byText, groupBy } from "../model/order.js";
import type { Assumptions } from "../model/risk/assumptions.js";
import type { AccountRisk, PairRisk, QuoteRisk, ShockRisk, Side, SideRisk, SumRisk } from "../model/risk/risk.js";
import { type Course, courseOf, MOVES, type Shocked } from "./course.js";
import { type Fixed, fixed, fixedText, ONE, over, times } from "./fixed.js";
import { areParams, type BotParams, botParams } from "./grid-params.js";
import type { MarketData } from "./market-data.js";

/** A bot as far as sums need it. */
export interface Countable {
  readonly fields: SomeFields;
  readonly on: boolean;
  /** Settings that each of its running deals keeps: with them a bot that is off runs on to the end of these deals. */
  readonly running?: readonly SomeFields[];
}

/** A bot's figures, worked out once for a run: most bots are the same before and after. */
interface Weights extends Course {
  readonly params: BotParams;
}

/** By the fields themselves: settings are never changed in place. Without weights: the settings that are missing. */
export type WeightCache = WeakMap<SomeFields, Weights | readonly FieldName[]>;

/** One bot in a sum, or one deal of a bot that is off. */
interface Counted {
  readonly weights: Weights;
  readonly state: "on" | "off" | "running";
  /** Whether it stands for its bot: of several deals of one bot only the first does. */
  readonly isBot: boolean;
}

export function accountRisk(
  bots: readonly Countable[],
  marketData: MarketData,
  assumptions: Assumptions,
  memory: WeightCache = new WeakMap(),
): AccountRisk {
  const weighed = bots.map((bot) => countedOf(bot, assumptions, memory));
  const sums = weighed.flatMap((one) => one ?? []);
  const active = sums.filter(({ state }) => state !== "off");
  const disabled = sums.filter(({ state }) => state === "off");
  const quotes = distinct(sums.map(({ weights }) => weights.params.quote));
  return {
    quotes: quotes.map((quote) => quoteRisk(quote, of(active, quote), of(disabled, quote), marketData, assumptions)),
    pairs: groups(active, ({ weights }) => weights.params.pair, assumptions).map(
      ([pair, quote, sum]): PairRisk => ({ pair, quote, ...sum }),
    ),
    sides: groups(active, ({ weights: { params } }) => `${params.quote} ${params.side}`, assumptions).map(
      ([key, quote, sum]): SideRisk => ({ side: sideOf(key), quote, ...sum }),
    ),
    shocks: quotes.flatMap((quote) => shockRisks(quote, of(active, quote), marketData)),
    unknown: weighed.filter((one) => one === undefined).length,
  };
}

/** undefined where settings are missing. */
function countedOf(bot: Countable, assumptions: Assumptions, memory: WeightCache): readonly Counted[] | undefined {
  const state = bot.on ? "on" : isRunning(bot) ? "running" : "off";
  const counted: Counted[] = [];
  for (const fields of weighedFields(bot)) {
    const weights = weightsOf(fields, assumptions, memory);
    if (!areWeights(weights)) return undefined;
    counted.push({ weights, state, isBot: counted.length === 0 });
  }
  return counted;
}

/** Whether it opens no more deals, and has one that runs on. */
function isRunning({ on, running = [] }: Countable): boolean {
  return !on && running.length > 0;
}

/** What a bot's figures rest on: its settings, or those of each deal it still runs. */
function weighedFields(bot: Countable): readonly SomeFields[] {
  return isRunning(bot) ? (bot.running ?? []) : [bot.fields];
}

/** The settings that keep a bot out of every sum; none where it counts. Asked after accountRisk, with the same memory. */
export function lacksOf(bot: Countable, memory: WeightCache): readonly FieldName[] {
  const lacks = weighedFields(bot).flatMap((fields) => {
    const weights = memory.get(fields);
    return weights === undefined || areWeights(weights) ? [] : weights;
  });
  return [...new Set(lacks)];
}

function areWeights(weights: Weights | readonly FieldName[]): weights is Weights {
  return "params" in weights;
}

function weightsOf(fields: SomeFields, assumptions: Assumptions, memory: WeightCache): Weights | readonly FieldName[] {
  const before = memory.get(fields);
  if (before !== undefined) return before;
  const params = botParams(fields, assumptions);
  const weights = areParams(params) ? { params, ...courseOf(params, assumptions) } : params;
  memory.set(fields, weights);
  return weights;
}

function of(counted: readonly Counted[], quote: string): readonly Counted[] {
  return counted.filter(({ weights }) => weights.params.quote === quote);
}

function quoteRisk(
  quote: string,
  active: readonly Counted[],
  disabled: readonly Counted[],
  { funds, held }: MarketData,
  assumptions: Assumptions,
): QuoteRisk {
  const own = funds?.get(quote);
  const sum = sumOf(active, assumptions);
  const need = needOf(active, held);
  const offRunning = active.filter(({ state, isBot }) => state === "running" && isBot).length;
  const usable = own === undefined ? null : times(fixed(own.free), ONE - fixed(assumptions.reserve));
  return {
    quote,
    ...sum,
    ...(offRunning > 0 && { offRunning }),
    disabled: sumOf(disabled, assumptions),
    need: fixedText(need),
    free: own?.free ?? null,
    usable: usable === null ? null : fixedText(usable),
    isAffordable: usable === null ? null : need + fixed(sum.feeReserve) <= usable,
    wallet: own?.wallet ?? null,
    walletExposure:
      own === undefined || fixed(own.wallet) <= 0n ? null : fixedText(over(fixed(sum.worstCase), fixed(own.wallet))),
  };
}

/** Positions belong to a pair and side, so bots that share one share what it holds. */
function needOf(counted: readonly Counted[], held: MarketData["held"]): Fixed {
  const need = new Map<string, Fixed>();
  const keyOf = (pair: string, side: Side) => `${pair} ${side}`;
  for (const { weights } of counted) {
    const { params, margin } = weights;
    const key = keyOf(params.pair, params.side);
    need.set(key, (need.get(key) ?? 0n) + margin);
  }
  for (const { pair, side, margin } of held) {
    const before = need.get(keyOf(pair, side));
    if (before !== undefined) need.set(keyOf(pair, side), before - fixed(margin));
  }
  return [...need.values()].reduce((sum, one) => (one > 0n ? sum + one : sum), 0n);
}

function sumOf(counted: readonly Counted[], { takerFee }: Assumptions): SumRisk {
  const volume = total(counted.map(({ weights }) => weights.volume));
  return {
    bots: counted.filter(({ isBot }) => isBot).length,
    worstCase: fixedText(volume),
    margin: fixedText(total(counted.map(({ weights }) => weights.margin))),
    feeReserve: fixedText(times(volume, fixed(takerFee)) * 2n),
  };
}

function groups(
  counted: readonly Counted[],
  keyOf: (counted: Counted) => string,
  assumptions: Assumptions,
): (readonly [key: string, quote: string, sum: SumRisk])[] {
  return [...groupBy(counted, keyOf)]
    .toSorted(([left], [right]) => byText(left, right))
    .map(([key, group]) => [key, group[0]?.weights.params.quote ?? "", sumOf(group, assumptions)] as const);
}

function sideOf(key: string): Side {
  return key.endsWith("SHORT") ? "SHORT" : "LONG";
}

function shockRisks(quote: string, active: readonly Counted[], { funds }: MarketData): readonly ShockRisk[] {
  const wallet = funds?.get(quote)?.wallet;
  const hasCross = active.some(({ weights }) => !weights.params.isolated);
  return MOVES.map((move, index) => {
    const shocked = active.flatMap(({ weights }) => {
      const shock = weights.shocks()[index];
      return shock === undefined ? [] : [{ ...shock, isolated: weights.params.isolated }];
    });
    const cross = shocked.filter(({ isolated }) => !isolated);
    const loss = total(shocked.map((one) => one.loss));
    return {
      quote,
      move,
      margin: fixedText(total(shocked.map(({ margin }) => margin))),
      maintenance: fixedText(total(shocked.map(({ maintenance }) => maintenance))),
      loss: fixedText(loss),
      equity: wallet === undefined ? null : fixedText(loss + fixed(wallet)),
      liquidated: shocked.filter(({ isLiquidated }) => isLiquidated).length,
      isCrossLiquidated: hasCross ? crossEnds(cross, shocked, wallet) : false,
    };
  });
}

type Shocking = Shocked & { readonly isolated: boolean };

/** Behind cross positions stands the wallet without what isolated ones hold, or have lost. */
function crossEnds(cross: readonly Shocking[], all: readonly Shocking[], wallet: string | undefined): boolean | null {
  if (wallet === undefined) return null;
  const isolated = all.filter((one) => one.isolated);
  const locked = total(isolated.map(({ margin, loss, isLiquidated }) => (isLiquidated ? -loss : margin)));
  const behind = total(cross.map(({ loss }) => loss)) + fixed(wallet) - locked;
  const maintenance = total(cross.map((one) => one.maintenance));
  return maintenance > 0n && behind <= maintenance;
}

function total(amounts: readonly Fixed[]): Fixed {
  let sum = 0n;
  for (const amount of amounts) sum += amount;
  return sum;
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}
