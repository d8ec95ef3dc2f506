// Finds out why an exchange wouldn't take a bot's orders: leverage beyond the pair's, quantities that round to 0, volumes below the least notional.
import type { Assumptions } from "../model/risk/assumptions.js";
import type { Refusal } from "../model/risk/risk.js";
import { limitsOf, tiersOf } from "./assumptions.js";
import { type Fill, multiple } from "./fills.js";
import { type Fixed, fixed, fixedText, ONE, over, times } from "./fixed.js";
import type { BotParams } from "./grid-params.js";
import { bracketAt } from "./liquidation.js";

/** @param isPriced whether the prices of the fills are real ones: only then they have quantities */
export function refusalsOf(
  params: BotParams,
  fills: readonly Fill[],
  isPriced: boolean,
  assumptions: Assumptions,
): readonly Refusal[] {
  const { lot, leastNotional } = limitsOf(assumptions, params.pair);
  const orders = fills.map(({ price, volumes }, index) => ({
    price,
    volume: volumes - (fills[index - 1]?.volumes ?? 0n),
  }));
  return [
    ...leverageRefusal(params, fills.at(-1)?.volumes ?? 0n, assumptions),
    ...(lot === undefined || !isPriced ? [] : quantityRefusal(orders, lot, assumptions)),
    ...(leastNotional === undefined ? [] : notionalRefusal(orders, leastNotional)),
  ];
}

/** A margin of 1/leverage that is no more than the maintenance rate is gone as soon as it is there. */
function leverageRefusal({ pair, leverage }: BotParams, volume: Fixed, assumptions: Assumptions): readonly Refusal[] {
  const { rate, maxLeverage: ofTier } = bracketAt(tiersOf(assumptions, pair), volume);
  const { maxLeverage: ofPair } = limitsOf(assumptions, pair);
  const maxLeverage = ofPair === undefined ? ofTier : fixed(ofPair);
  const wanted = fixed(leverage);
  const isImpossible = times(wanted, rate) >= ONE;
  if (!isImpossible && (maxLeverage === undefined || wanted <= maxLeverage)) return [];
  const bounds = [
    ...(maxLeverage === undefined ? [] : [maxLeverage]),
    // The largest whole one whose margin is above the maintenance.
    ...(rate === 0n ? [] : [((ONE * ONE - 1n) / rate / ONE) * ONE]),
  ];
  const most = bounds.reduce((least, bound) => (bound < least ? bound : least));
  return [{ kind: "leverage", most: fixedText(most), rate: isImpossible ? fixedText(rate) : null }];
}

interface Order {
  readonly price: Fixed;
  readonly volume: Fixed;
}

function quantityRefusal(orders: readonly Order[], lot: string, { rounding }: Assumptions): readonly Refusal[] {
  const isNothing = ({ price, volume }: Order) => multiple(over(volume, price), fixed(lot), rounding.mode) === 0n;
  const first = orders.findIndex(isNothing);
  const found = orders[first];
  if (found === undefined) return [];
  const { price, volume } = found;
  return [
    {
      ...{ kind: "quantity", orders: orders.filter(isNothing).length, first },
      ...{ quantity: fixedText(over(volume, price)), lot, price: fixedText(price) },
      lotCosts: fixedText(times(price, fixed(lot))),
    },
  ];
}

function notionalRefusal(orders: readonly Order[], least: string): readonly Refusal[] {
  const isBelow = ({ volume }: Order) => volume < fixed(least);
  const first = orders.findIndex(isBelow);
  const found = orders[first];
  if (found === undefined) return [];
  return [
    {
      ...{ kind: "notional", orders: orders.filter(isBelow).length, first },
      ...{ volume: fixedText(found.volume), least },
    },
  ];
}
