// Works out the cost of all bots of an account together: sums by asset, pair and side, the need against the free balance, and shocks.

import type { FieldName, SomeFields } from "../model/bot/field.js";
import { byText, groupBy } from "../model/order.js";
import type { Assumptions } from "../model/risk/assumptions.js";
import type {
  AccountRisk,
  MostRisk,
  PairRisk,
  QuoteRisk,
  ShockRisk,
  Side,
  SideRisk,
  SumRisk,
} from "../model/risk/risk.js";
import { type Course, courseOf, MOVES, type Shocked } from "./course.js";
import { botsOf, endsCross, fleetAtDepth } from "./cross-fleet.js";
import { type Fixed, fixed, fixedText, ONE, over, times } from "./fixed.js";
import { areParams, type BotParams, botParams } from "./grid-params.js";
import type { MarketData } from "./market-data.js";

/** A bot as far as sums need it. */
export interface Countable {
  readonly fields: SomeFields;
  readonly on: boolean;
  /** Settings that each of its running deals keeps: whatever becomes of the bot, they run to their end with them. */
  readonly running?: readonly SomeFields[];
  /** Settings of deals that are closed: what their positions hold becomes free. */
  readonly closed?: readonly SomeFields[];
}

/** A bot's figures, worked out once for a run: most bots are the same before and after. */
interface Weights extends Course {
  readonly params: BotParams;
}

/** By the fields themselves: settings are never changed in place. Without weights: the settings that are missing. */
export type WeightCache = WeakMap<SomeFields, Weights | readonly FieldName[]>;

/** What one bot may tie up in one pair and side: its running deals there to their end or, where that is more, its own next deal. */
interface Counted extends Course {
  readonly place: Place;
  /** Not where one of the bot's deals there, or the next, may be cross. */
  readonly isolated: boolean;
  readonly state: "on" | "off" | "running";
  /** Whether a running deal of the bot holds a part of it. */
  readonly isHeld: boolean;
  /** The same for all places of one bot. */
  readonly bot: symbol;
}

type Place = Pick<BotParams, "pair" | "quote" | "side">;

export function accountRisk(
  bots: readonly Countable[],
  marketData: MarketData,
  assumptions: Assumptions,
  memory: WeightCache = new WeakMap(),
): AccountRisk {
  const weighed = bots.map((bot) => countedOf(bot, assumptions, memory));
  const sums = weighed.flatMap((one) => one ?? []);
  const closed = bots.flatMap(({ fields, closed: running = [] }) =>
    running.length === 0 ? [] : (countedOf({ fields, on: false, running }, assumptions, memory) ?? []),
  );
  const active = sums.filter(({ state }) => state !== "off");
  const disabled = sums.filter(({ state }) => state === "off");
  const quotes = distinct(sums.map(({ place }) => place.quote));
  return {
    quotes: quotes.map((quote) =>
      quoteRisk(
        quote,
        { active: of(active, quote), disabled: of(disabled, quote), closed: of(closed, quote) },
        marketData,
        assumptions,
      ),
    ),
    pairs: groups(active, ({ place }) => place.pair, assumptions).map(
      ([pair, quote, sum]): PairRisk => ({ pair, quote, ...sum }),
    ),
    sides: groups(active, ({ place }) => `${place.quote} ${place.side}`, assumptions).map(
      ([key, quote, sum]): SideRisk => ({ side: sideOf(key), quote, ...sum }),
    ),
    shocks: quotes.flatMap((quote) => shockRisks(quote, of(active, quote), marketData)),
    unknown: weighed.filter((one) => one === undefined).length,
  };
}

/** undefined where settings are missing. */
function countedOf(bot: Countable, assumptions: Assumptions, memory: WeightCache): readonly Counted[] | undefined {
  const state = bot.on ? "on" : isRunning(bot) ? "running" : "off";
  const counted = new Map<string, Counted>();
  const owner = Symbol();
  const add = (fields: SomeFields, isHeld: boolean): boolean => {
    const weights = weightsOf(fields, assumptions, memory);
    if (!areWeights(weights)) return false;
    const { params: place, ...course } = weights;
    const before = counted.get(keyOf(place));
    const own: Counted = { place, isolated: place.isolated, ...course, state, isHeld, bot: owner };
    const isolated = own.isolated && before?.isolated !== false;
    const both = before && { ...before, ...merged(before, own, isHeld ? sum : worse, isHeld), isolated };
    counted.set(keyOf(place), both ?? own);
    return true;
  };
  const areKnown = (bot.running ?? []).every((fields) => add(fields, true));
  return areKnown && (state === "running" || add(bot.fields, false)) ? [...counted.values()] : undefined;
}

type Merge = (left: Fixed, right: Fixed) => Fixed;

/** Of two deals that run side by side. */
const sum: Merge = (left, right) => left + right;

/** Of a deal and the one that may follow it. */
const worse: Merge = (left, right) => (left > right ? left : right);

function merged(one: Course, other: Course, merge: Merge, areBoth: boolean): Course {
  const shocked = areBoth ? summed : lostMore;
  const at = (move: Fixed) => shocked(one.at(move), other.at(move));
  return {
    volume: merge(one.volume, other.volume),
    margin: merge(one.margin, other.margin),
    shocks: () => MOVES.map((move) => at(fixed(move))),
    at,
    atLastOrder: () => shocked(one.atLastOrder(), other.atLastOrder()),
    cover: worse(one.cover, other.cover),
    exit: worse(one.exit, other.exit),
  };
}

function summed(left: Shocked, right: Shocked): Shocked {
  return {
    margin: left.margin + right.margin,
    maintenance: left.maintenance + right.maintenance,
    loss: left.loss + right.loss,
    taken: left.taken + right.taken,
    isLiquidated: left.isLiquidated || right.isLiquidated,
    isCross: left.isCross || right.isCross,
  };
}

/** The one that loses more, with all its figures: whether it is liquidated must be said of what is lost. Of the wallet each may take most. */
function lostMore(left: Shocked, right: Shocked): Shocked {
  const isLeft = left.loss === right.loss ? left.isLiquidated || !right.isLiquidated : left.loss < right.loss;
  return {
    ...(isLeft ? left : right),
    taken: worse(left.taken, right.taken),
    isCross: left.isCross || right.isCross,
  };
}

/** What a bot may tie up, as the sums count it; null where settings are missing. */
export function mostOf(bot: Countable, assumptions: Assumptions, memory: WeightCache): MostRisk | null {
  const counted = countedOf(bot, assumptions, memory);
  if (counted === undefined) return null;
  const active = counted.filter(({ state }) => state !== "off");
  return {
    position: fixedText(total(active.map(({ volume }) => volume))),
    margin: fixedText(total(active.map(({ margin }) => margin))),
  };
}

/** Whether it opens no more deals, and has one that runs on. */
function isRunning({ on, running = [] }: Countable): boolean {
  return !on && running.length > 0;
}

/** What a bot's figures rest on: its settings while it may open a deal, and those of each deal it still runs. */
function weighedFields(bot: Countable): readonly SomeFields[] {
  return [...(isRunning(bot) ? [] : [bot.fields]), ...(bot.running ?? [])];
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
  return counted.filter(({ place }) => place.quote === quote);
}

function quoteRisk(
  quote: string,
  { active, disabled, closed }: Record<"active" | "disabled" | "closed", readonly Counted[]>,
  { funds, held }: MarketData,
  assumptions: Assumptions,
): QuoteRisk {
  const own = funds?.get(quote);
  const sum = sumOf(active, assumptions);
  const need = needOf(active, closed, held);
  const crossAtDepth = fleetAtDepth(active, own?.wallet);
  const offRunning = botsOf(active.filter(({ state }) => state === "running"));
  const usable = own === undefined ? null : times(fixed(own.free), ONE - fixed(assumptions.reserve));
  return {
    quote,
    ...sum,
    ...(offRunning > 0 && { offRunning }),
    disabled: sumOf(disabled, assumptions),
    ...(crossAtDepth !== undefined && { crossAtDepth }),
    need: fixedText(need),
    free: own?.free ?? null,
    usable: usable === null ? null : fixedText(usable),
    isAffordable: usable === null ? null : need + fixed(sum.feeReserve) <= usable,
    wallet: own?.wallet ?? null,
    walletExposure:
      own === undefined || fixed(own.wallet) <= 0n ? null : fixedText(over(fixed(sum.position), fixed(own.wallet))),
  };
}

/**
 * What still has to be found. What a position holds already belongs to the deals of its pair and side: it counts for the bots
 * that run those, at most their own need, and never for another bot. Only a deal that is closed frees it for all.
 */
function needOf(counted: readonly Counted[], closed: readonly Counted[], held: MarketData["held"]): Fixed {
  const found = new Map<string, Fixed>();
  for (const one of held) found.set(keyOf(one), (found.get(keyOf(one)) ?? 0n) + fixed(one.margin));
  const running = groupBy(
    [...counted, ...closed].filter(({ isHeld }) => isHeld),
    ({ place }) => keyOf(place),
  );
  const margins = (some: readonly Counted[]) => total(some.map(({ margin }) => margin));
  const left = [...running].reduce((need, [key, own]) => {
    const [has, most] = [found.get(key) ?? 0n, margins(own)];
    return need - (has < most ? has : most);
  }, margins(counted));
  return left > 0n ? left : 0n;
}

function keyOf({ pair, side }: Pick<Place, "pair" | "side">): string {
  return `${pair} ${side}`;
}

function sumOf(counted: readonly Counted[], { takerFee }: Assumptions): SumRisk {
  const volume = total(counted.map((one) => one.volume));
  return {
    bots: botsOf(counted),
    position: fixedText(volume),
    margin: fixedText(total(counted.map((one) => one.margin))),
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
    .map(([key, group]) => [key, group[0]?.place.quote ?? "", sumOf(group, assumptions)] as const);
}

function sideOf(key: string): Side {
  return key.endsWith("SHORT") ? "SHORT" : "LONG";
}

function shockRisks(quote: string, active: readonly Counted[], { funds }: MarketData): readonly ShockRisk[] {
  const wallet = funds?.get(quote)?.wallet;
  const hasCross = active.some(({ isolated }) => !isolated);
  return MOVES.map((move, index) => {
    const shocked = active.flatMap(({ shocks }) => shocks()[index] ?? []);
    const loss = total(shocked.map((one) => one.loss));
    return {
      quote,
      move,
      margin: fixedText(total(shocked.map(({ margin }) => margin))),
      maintenance: fixedText(total(shocked.map(({ maintenance }) => maintenance))),
      loss: fixedText(loss),
      equity: wallet === undefined ? null : fixedText(loss + fixed(wallet)),
      liquidated: shocked.filter(({ isLiquidated }) => isLiquidated).length,
      isCrossLiquidated: hasCross && (wallet === undefined ? null : endsCross(shocked, wallet)),
    };
  });
}

function total(amounts: readonly Fixed[]): Fixed {
  let sum = 0n;
  for (const amount of amounts) sum += amount;
  return sum;
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}
