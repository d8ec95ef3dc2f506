// The figures of one bot's whole grid without its table, fast enough for a plan of a thousand changed bots.

import type { SomeFields } from "../model/bot/field.js";
import type { Assumptions } from "../model/risk/assumptions.js";
import type { BotRisk, LiquidationFlag, UnknownRisk } from "../model/risk/risk.js";
import { roundingOf } from "./assumptions.js";
import { type Fill, type FillRounding, fillsOf, UNROUNDED } from "./fills.js";
import { type Fixed, fixed, fixedText, ONE, over, times } from "./fixed.js";
import { areParams, type BotParams, botParams, type GridParams } from "./grid-params.js";
import { liquidationAt, type Position, profitOf, type Stand } from "./liquidation.js";
import type { MarketData } from "./market-data.js";
import { refusalsOf } from "./refusals.js";
import { standOf } from "./stand.js";

/** A first fill at 100: shares, volumes and margins are as they would be at any price. */
const RELATIVE = ONE * 100n;

/** `on` says whether the bot can start deals. */
export function botRisk(
  fields: SomeFields,
  on: boolean,
  marketData: MarketData,
  assumptions: Assumptions,
): BotRisk | UnknownRisk {
  const params = botParams(fields, assumptions);
  if (!areParams(params)) return { kind: "unknown", lacks: params };
  const { pair, quote, side, leverage, isolated, grid } = params;
  const found = marketData.prices.get(pair);
  const { first, rounding } = startOf(params, marketData, assumptions);
  const fills = fillsOf(grid, first, rounding);
  const refused = refusalsOf(params, fills, found !== undefined, assumptions);
  return {
    ...{ pair, quote, side, leverage, isolated, on },
    basis: found === undefined ? { kind: "relative" } : { kind: "price", ...found },
    ...wholeGrid(params, fills, marketData, assumptions),
    liquidation: flagOf(grid.long, fills, standOf(params, marketData, assumptions)),
    ...(refused.length > 0 && { refused }),
  };
}

/** Where a grid begins, and how it is rounded: a price that nobody knows isn't. */
export function startOf(
  { pair }: BotParams,
  { prices }: MarketData,
  assumptions: Assumptions,
): { readonly first: Fixed; readonly rounding: FillRounding } {
  const found = prices.get(pair);
  if (found === undefined) return { first: RELATIVE, rounding: UNROUNDED };
  return {
    first: fixed(found.price),
    rounding: { ...roundingOf(assumptions, pair), mode: assumptions.rounding.mode },
  };
}

/** T/P − 1 for T = A·(1 + s·t): where the position takes its profit, and how far the price must come back for it. */
export function exitOf(
  { grid, takeProfit }: { readonly grid: Pick<GridParams, "long">; readonly takeProfit: string },
  { amount, cost, price }: Fill,
) {
  const average = amount === 0n ? price : over(cost, amount);
  const move = fixed(takeProfit) / 100n;
  const exit = times(average, grid.long ? ONE + move : ONE - move);
  return { average, exit, bounce: over(exit, price) - ONE };
}

function wholeGrid(
  params: BotParams,
  fills: readonly Fill[],
  { funds }: MarketData,
  { takerFee, fundingRate }: Assumptions,
) {
  const { grid, quote, leverage } = params;
  const last = fills.at(-1) ?? NOTHING;
  const { volumes: volume, price, amount, cost } = last;
  const wallet = funds?.get(quote)?.wallet;
  const payment = times(times(amount, price), fixed(fundingRate));
  const profit = profitOf({ long: grid.long, amount, cost }, price);
  return {
    orders: fills.length,
    belowZero: safetyOrders(grid) - (fills.length - 1),
    position: fixedText(volume),
    margin: fixedText(over(volume, fixed(leverage))),
    // Safety orders rest as maker; taker both ways is what it comes to at most.
    feeReserve: fixedText(times(volume, fixed(takerFee)) * 2n),
    cover: fixedText(last.deviation),
    bounce: fixedText(exitOf(params, last).bounce),
    lossAtEnd: fixedText(-profit),
    funding: fixedText(grid.long ? payment : -payment),
    walletExposure: wallet === undefined || fixed(wallet) <= 0n ? null : fixedText(over(volume, fixed(wallet))),
  };
}

const NOTHING: Fill = { price: ONE, deviation: 0n, volumes: 0n, amount: 0n, cost: 0n };

/** Those that the settings ask for; without a volume there are none. */
function safetyOrders({ safetyVolume, volumeScale, count }: GridParams): number {
  return safetyVolume === null && volumeScale === null ? 0 : count;
}

/** Liquidation inside the grid (docs/reference/money.md, Formulas): the first k whose LP_k lies at or before P_(k+1). */
function flagOf(long: boolean, fills: readonly Fill[], stand: Stand): LiquidationFlag {
  if (!stand.isolated && stand.backing === undefined) return { kind: "unknown", needs: "balance" };
  const last = fills.at(-1) ?? NOTHING;
  for (const [index, { amount, cost, volumes }] of fills.entries()) {
    const end = liquidationAt({ long, amount, cost }, stand);
    const next = fills[index + 1];
    if (next === undefined) {
      if (end === undefined) break;
      const room = long ? last.price - end : end - last.price;
      const distance = fixedText(over(room, last.price));
      return { kind: "outside", price: fixedText(end), distance, loss: lossAt({ long, amount, cost }, end) };
    }
    if (end === undefined || (long ? end < next.price : end > next.price)) continue;
    const never = {
      neverPlaced: fills.length - 1 - index,
      share: fixedText(over(last.volumes - volumes, last.volumes)),
    };
    const loss = lossAt({ long, amount, cost }, end);
    return { kind: "inside", after: index, price: fixedText(end), loss, ...never };
  }
  return { kind: "outside", price: null, distance: null, loss: null };
}

/** Where the position is past its liquidation from the start, nothing is left to lose on the way. */
function lossAt(position: Position, price: Fixed): string {
  const profit = profitOf(position, price);
  return fixedText(profit < 0n ? -profit : 0n);
}
