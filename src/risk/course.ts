// The loss of one bot when all prices move at once: its deal opens at the price before and fills on the way.
import type { Assumptions } from "../model/risk/assumptions.js";
import { once } from "../model/text/once.js";
import { type Fill, fillsOf, UNROUNDED } from "./fills.js";
import { absolute, type Fixed, fixed, ONE, over, times } from "./fixed.js";
import type { BotParams } from "./grid-params.js";
import { liquidationAt, maintenanceOf, type Position, profitOf, type Stand } from "./liquidation.js";
import { NO_MARKET_DATA } from "./market-data.js";
import { standOf } from "./stand.js";

/** The moves of a shock, as fractions of the price. */
export const MOVES: readonly string[] = ["-0.4", "-0.2", "-0.1", "-0.05", "0.05", "0.1", "0.2", "0.4"];

/** Of one bot after one move; quote asset. */
export interface Shocked {
  readonly margin: Fixed;
  readonly maintenance: Fixed;
  /** 0 or less: a deal in profit is taken for even, one past its take profit for closed. */
  readonly loss: Fixed;
  /** Of the wallet that cross positions share: an isolated one's margin, or what it has lost; a cross one's loss and maintenance. */
  readonly taken: Fixed;
  readonly isLiquidated: boolean;
  /** Whether it is a cross position that stands. */
  readonly isCross: boolean;
}

/** A bot's grid from a first fill of 1, and what follows from it alone. */
export interface Course {
  /** Volume of all its orders. */
  readonly volume: Fixed;
  readonly margin: Fixed;
  /** One for each of MOVES; worked out when asked for. */
  readonly shocks: () => readonly Shocked[];
  /** After a move of the price, as a fraction of it. */
  readonly at: (move: Fixed) => Shocked;
  /** At the moment when its last order fills. */
  readonly atLastOrder: () => Shocked;
  /** Of the last order from the first, as a fraction. */
  readonly cover: Fixed;
  /** Of its take profit from the average entry, as a fraction. */
  readonly exit: Fixed;
}

const CLOSED: Shocked = { margin: 0n, maintenance: 0n, loss: 0n, taken: 0n, isLiquidated: false, isCross: false };

export function courseOf(params: BotParams, assumptions: Assumptions): Course {
  const fills = fillsOf(params.grid, ONE, UNROUNDED);
  const volume = fills.at(-1)?.volumes ?? 0n;
  const at = once(() => moved(params, fills, assumptions));
  return {
    volume,
    margin: over(volume, fixed(params.leverage)),
    shocks: once(() => MOVES.map((move) => at()(fixed(move)))),
    at: (move) => at()(move),
    atLastOrder: once(() => atLastOrder(params, fills, assumptions)),
    cover: fills.at(-1)?.deviation ?? 0n,
    exit: exitOf(params),
  };
}

function atLastOrder(params: BotParams, fills: readonly Fill[], assumptions: Assumptions): Shocked {
  const last = fills.at(-1);
  if (last === undefined) return CLOSED;
  const position = { long: params.grid.long, amount: last.amount, cost: last.cost };
  const stand = standOf(params, NO_MARKET_DATA, assumptions);
  return held(position, last.price, profitOf(position, last.price), stand);
}

/** What becomes of its deal after each move. */
function moved(params: BotParams, fills: readonly Fill[], assumptions: Assumptions): (move: Fixed) => Shocked {
  const { long } = params.grid;
  const { isolated } = params;
  const stand = standOf(params, NO_MARKET_DATA, assumptions);
  const end = isolated ? endOnTheWay(long, fills, stand) : undefined;
  const exit = exitOf(params);
  return (move) => {
    const price = ONE + move;
    if (long !== price < ONE) return inFavour(fills[0], price, exit, long, stand);
    const filled = fills.findLastIndex((fill) => (long ? fill.price >= price : fill.price <= price));
    if (end !== undefined && end < filled) return liquidated(fills[end], stand);
    const last = fills[filled];
    if (last === undefined) return CLOSED;
    const position = { long, amount: last.amount, cost: last.cost };
    if (isolated && isLiquidated(position, price, stand)) return liquidated(last, stand);
    return held(position, price, profitOf(position, price), stand);
  };
}

function exitOf({ takeProfit }: BotParams): Fixed {
  return fixed(takeProfit) / 100n;
}

function held(position: Position, price: Fixed, loss: Fixed, { leverage, brackets, isolated }: Stand): Shocked {
  const margin = over(position.cost, leverage);
  const maintenance = maintenanceOf(brackets, times(position.amount, price));
  const taken = isolated ? margin : maintenance - loss;
  return { margin, maintenance, loss, taken, isLiquidated: false, isCross: !isolated && maintenance > 0n };
}

/** After which fill an isolated position is liquidated before the next one; undefined where each can fill. */
function endOnTheWay(long: boolean, fills: readonly Fill[], stand: Stand): number | undefined {
  const found = fills.findIndex(({ amount, cost }, index) => {
    const next = fills[index + 1];
    return next !== undefined && isLiquidated({ long, amount, cost }, next.price, stand);
  });
  return found === -1 ? undefined : found;
}

function isLiquidated(position: Position, price: Fixed, stand: Stand): boolean {
  const { assumptions, brackets, leverage } = stand;
  // Of Binance's formula without a buffer, the question it answers; no division.
  if (assumptions.liquidation === "binance" && assumptions.safetyBuffer === "0") {
    const behind = over(position.cost, leverage) + profitOf(position, price);
    return behind <= maintenanceOf(brackets, times(position.amount, price));
  }
  const end = liquidationAt(position, stand);
  return end !== undefined && (position.long ? end >= price : end <= price);
}

/** The first order alone has filled, and gains; from its take profit on the deal is over. */
function inFavour(first: Fill | undefined, price: Fixed, exit: Fixed, long: boolean, stand: Stand): Shocked {
  if (first === undefined || absolute(price - ONE) >= exit) return CLOSED;
  return held({ long, amount: first.amount, cost: first.cost }, price, 0n, stand);
}

/** What an isolated position had behind it is gone. */
function liquidated(fill: Fill | undefined, { leverage }: Stand): Shocked {
  const taken = over(fill?.cost ?? 0n, leverage);
  return { ...CLOSED, loss: -taken, taken, isLiquidated: true };
}
