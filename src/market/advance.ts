// Advances a deal by price and time: finds the levels and moments it waits for, and applies what happens at them.
import Big from "big.js";
import { type Afford, type Deal, type MarketMoment, type Step, UNLIMITED } from "./deal.js";
import { close, fillFirst, fillSafety, takeAway } from "./fills.js";
import type { MarketRules } from "./rules.js";
import { begin, stepOf, type Work } from "./work.js";

/** Something happens at a price at or above `above`, at or below `below`, and at `due` (milliseconds). null: never. */
interface Triggers {
  readonly above: string | null;
  readonly below: string | null;
  readonly due: number | null;
}

const NEVER: Triggers = { above: null, below: null, due: null };

/** What a deal waits for. Of the levels on one side the nearest. */
export function triggers(deal: Deal): Triggers {
  if (deal.status === "ENDED") return NEVER;
  const isLong = deal.settings.strategy === "LONG";
  const [gain, loss] = [deal.takeProfit?.price ?? null, nearestLoss(deal)?.price ?? null];
  const due = nextDue(deal);
  return isLong ? { above: gain, below: loss, due } : { above: loss, below: gain, due };
}

/**
 * Advances a deal to one price and time. Everything that the price reached happens, in the order in which it was
 * passed: resting limit orders fill at their own price as maker, whatever closes at market at the price of the look. Where a
 * price moves without jumps, look at each trigger's own level. Levels come before what is due at the same moment.
 */
export function advance(deal: Deal, rules: MarketRules, market: MarketMoment, afford: Afford = UNLIMITED): Step {
  const work = begin(deal, rules, market, afford);
  const resting = deal.safety.placed;
  while (reachLevel(work, resting));
  while (comeDue(work));
  return stepOf(work);
}

interface Level {
  readonly kind: "first" | "safety" | "stop" | "liquidation";
  readonly price: string;
}

/** The first level a falling price (of a LONG; a rising one of a SHORT) comes to; at one price orders come before the end. */
function nearestLoss({ settings, firstOrder, next, stop, stopDue, liquidation }: Deal): Level | null {
  if (firstOrder !== null) return { kind: "first", price: firstOrder.price };
  const levels: readonly (Level | null)[] = [
    next && { kind: "safety", price: next.price },
    stop !== null && stopDue === null ? { kind: "stop", price: stop } : null,
    liquidation === null ? null : { kind: "liquidation", price: liquidation },
  ];
  const sign = settings.strategy === "LONG" ? 1 : -1;
  return levels.reduce((nearest, level) => {
    if (nearest === null || level === null) return nearest ?? level;
    return compareTexts(level.price, nearest.price) * sign > 0 ? level : nearest;
  }, null);
}

function isReached(deal: Deal, level: string, price: string, side: "gain" | "loss"): boolean {
  const isUpward = (deal.settings.strategy === "LONG") === (side === "gain");
  const order = compareTexts(price, level);
  return isUpward ? order >= 0 : order <= 0;
}

/** Whether something happened. */
function reachLevel(work: Work, resting: number): boolean {
  const { deal, market } = work;
  if (deal.status === "ENDED") return false;
  const { takeProfit } = deal;
  if (takeProfit !== null && isReached(deal, takeProfit.price, market.price, "gain")) {
    if (takeProfit.type === "LIMIT") close(work, "take-profit", takeProfit.price, "maker");
    else close(work, "take-profit", market.price, "taker");
    return true;
  }
  const level = nearestLoss(deal);
  if (level === null || !isReached(deal, level.price, market.price, "loss")) return false;
  switch (level.kind) {
    case "first":
      if (deal.firstOrder !== null) fillFirst(work, deal.firstOrder.price, deal.firstOrder.amount, "maker");
      return true;
    case "safety":
      if (deal.next !== null) fillSafety(work, deal.next, deal.next.number <= resting);
      return true;
    case "stop":
      touchStop(work, level.price);
      return true;
    case "liquidation":
      takeAway(work, level.price);
      return true;
  }
}

/** Without a delay the stop closes at once; with one the price is looked at again when the delay is over. */
function touchStop(work: Work, price: string): void {
  const { deal, market } = work;
  const { delay } = deal.settings.stop;
  if (delay <= 0) {
    close(work, "stop", market.price, "taker");
    return;
  }
  const due = market.time + delay * 1000;
  work.deal = { ...deal, stopDue: due };
  work.events.push({ kind: "stop-touched", price, due });
}

function takeProfitDue({ settings, entered, status }: Deal): number | null {
  const { takeProfit } = settings;
  if (status !== "OPEN" || entered === null || !takeProfit.enabled || takeProfit.event !== "delay") return null;
  return entered + Number(takeProfit.value) * 1000;
}

function nextDue(deal: Deal): number | null {
  const closing = takeProfitDue(deal);
  if (closing === null || deal.stopDue === null) return closing ?? deal.stopDue;
  return Math.min(closing, deal.stopDue);
}

/** Whether something happened. */
function comeDue(work: Work): boolean {
  const { deal, market } = work;
  if (deal.status === "ENDED") return false;
  const { stop, stopDue } = deal;
  if (stopDue !== null && stopDue <= market.time) {
    work.deal = { ...deal, stopDue: null };
    if (stop !== null && isReached(deal, stop, market.price, "loss")) close(work, "stop", market.price, "taker");
    else work.events.push({ kind: "stop-released", price: market.price });
    return true;
  }
  const closing = takeProfitDue(deal);
  if (closing === null || closing > market.time) return false;
  close(work, "delay", market.price, "taker");
  return true;
}

/**
 * -1, 0 or 1, as `left` is less than, equal to or greater than `right`; both decimal text. Reading a decimal as a double never
 * turns the order of two round: where the doubles differ they decide, and where they are one the decimals do.
 */
function compareTexts(left: string, right: string): -1 | 0 | 1 {
  if (left === right) return 0;
  const [one, two] = [Number(left), Number(right)];
  if (one !== two) return one < two ? -1 : 1;
  return new Big(left).cmp(right);
}
