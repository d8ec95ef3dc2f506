// Opens a deal: its first order fills at market, or rests at the price of the moment.
import Big from "big.js";
import { type Afford, type Deal, type Look, type Step, UNLIMITED } from "./deal.js";
import { fillFirst } from "./fills.js";
import { initialMargin } from "./holding.js";
import { amountOf, roundTick } from "./rounding.js";
import { type MarketRules, roundingOf } from "./rules.js";
import type { DealSettings } from "./settings.js";
import { termsOf } from "./terms.js";
import { begin, stepOf } from "./work.js";

/** Why no deal opened; margin in the quote asset, fee included. */
export interface Refusal {
  readonly refused: "too-small" | "unaffordable";
  readonly margin: string;
}

/**
 * Opens a deal. A LIMIT first order rests at the price of the moment and fills, as maker, at the next look that stands
 * there or beyond: at once where the driver looks again at the same price.
 */
export function openDeal(
  settings: DealSettings,
  rules: MarketRules,
  look: Look,
  afford: Afford = UNLIMITED,
): Step | Refusal {
  const { tick, lot, mode } = roundingOf(rules, settings.pairTitle);
  const isLimit = settings.firstOrder === "LIMIT";
  const price = isLimit ? roundTick(new Big(look.price), tick, mode) : new Big(look.price);
  const amount = amountOf(termsOf(settings, rules).firstNotional, price, lot, mode);
  const volume = amount.times(price);
  if (amount.eq(0)) return { refused: "too-small", margin: "0" };
  const margin = afford === UNLIMITED ? new Big(0) : initialMargin(volume, settings.leverage);
  const need = margin.plus(volume.times(isLimit ? rules.makerFee : rules.takerFee));
  if (!afford(need)) return { refused: "unaffordable", margin: need.round(8).toFixed() };
  const work = begin(blank(settings, look.time), rules, look, afford);
  if (isLimit) {
    const order = { price: price.toFixed(), amount: amount.toFixed() };
    work.deal = { ...work.deal, firstOrder: order };
    work.events.push({ kind: "first-placed", ...order });
  } else {
    // The fee is added to this where it is booked.
    work.need = margin;
    fillFirst(work, look.price, amount.toFixed(), "taker");
  }
  return stepOf(work);
}

export function isRefusal(result: Step | Refusal): result is Refusal {
  return "refused" in result;
}

function blank(settings: DealSettings, opened: number): Deal {
  return {
    settings,
    status: "OPENING",
    opened,
    firstOrder: null,
    anchor: null,
    entered: null,
    amount: "0",
    cost: "0",
    safety: { filled: 0, placed: 0, amount: "0", cost: "0" },
    next: null,
    takeProfit: null,
    takeProfits: 0,
    stop: null,
    stopDue: null,
    liquidation: null,
    fees: "0",
    exit: null,
  };
}
