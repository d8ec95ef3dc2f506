// A position as it is held: its average, its margin, its profit at a price, and the prices at which it makes one.
import Big from "big.js";
import { constant } from "./constant.js";
import { quotient } from "./quotient.js";

/** No average is stored, so nothing is lost by dividing. */
export interface Holding {
  readonly long: boolean;
  /** N, in the base asset. */
  readonly amount: Big;
  /** C = Σ P·Q, in the quote asset. */
  readonly cost: Big;
}

const ONE = new Big(1);

/** Of a percentage; multiplying is exact and needs no division. */
export const HUNDREDTH = new Big("0.01");

/** A = C / N; 0 for an empty position. */
export function averageEntry({ amount, cost }: Holding): Big {
  return amount.eq(0) ? new Big(0) : quotient(cost, amount);
}

/** Volume / leverage: what an order or a position of this volume (quote asset) ties up. */
export function initialMargin(volume: Big, leverage: string): Big {
  return leverage === "1" ? volume : quotient(volume, constant(leverage));
}

/** A·(1 + s·percent/100), unrounded; a negative percent is a stop. */
export function priceAtPercent({ long, amount, cost }: Holding, percent: Big): Big {
  const move = percent.times(HUNDREDTH);
  return quotient(cost.times(long ? move.plus(1) : ONE.minus(move)), amount);
}

/** The price at which the position's profit before fees is `profit` (quote asset), unrounded. */
export function priceAtProfit({ long, amount, cost }: Holding, profit: Big): Big {
  return quotient(long ? cost.plus(profit) : cost.minus(profit), amount);
}

/** s·(P·N − C): profit before fees at a price. */
export function profitAt({ long, amount, cost }: Holding, price: Big): Big {
  const worth = amount.times(price);
  return long ? worth.minus(cost) : cost.minus(worth);
}
