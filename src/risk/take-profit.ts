// Where a position takes its profit, how far the price must come back for it, and what fees change about that.
import Big from "big.js";

/** A position as it is kept: no average is stored, so nothing is lost by dividing. */
export interface Holding {
  readonly long: boolean;
  /** N, in the base asset. */
  readonly amount: Big;
  /** C = Σ P·Q, in the quote asset. */
  readonly cost: Big;
}

/** Of a percentage; multiplying is exact and needs no division. */
export const HUNDREDTH = "0.01";

/** A = C / N; 0 for an empty position. */
export function averageEntry({ amount, cost }: Holding): Big {
  return amount.eq(0) ? new Big(0) : cost.div(amount);
}

/** A·(1 + s·percent/100), unrounded; a negative percent is a stop. */
export function priceAtPercent({ long, amount, cost }: Holding, percent: Big): Big {
  const move = percent.times(HUNDREDTH);
  return cost.times(long ? move.plus(1) : new Big(1).minus(move)).div(amount);
}

/** The price at which the position's profit before fees is `profit` (quote asset), unrounded. */
export function priceAtProfit({ long, amount, cost }: Holding, profit: Big): Big {
  return (long ? cost.plus(profit) : cost.minus(profit)).div(amount);
}

/** s·(P·N − C): profit before fees at a price. */
export function profitAt({ long, amount, cost }: Holding, price: Big): Big {
  const worth = amount.times(price);
  return long ? worth.minus(cost) : cost.minus(worth);
}

/** R = T/P − 1: how far the price must move from `price` to the take profit, as a fraction. */
export function bounce(takeProfit: Big, price: Big): Big {
  return takeProfit.div(price).minus(1);
}

/**
 * The exit that leaves `percent` after both fees (fractions): long A(1 + f_o + t)/(1 − f_c), short A(1 − f_o − t)/(1 + f_c).
 */
export function priceNetOfFees(holding: Holding, percent: Big, openFee: Big, closeFee: Big): Big {
  const average = averageEntry(holding);
  const gain = percent.times(HUNDREDTH).plus(openFee);
  if (holding.long) return average.times(gain.plus(1)).div(new Big(1).minus(closeFee));
  return average.times(new Big(1).minus(gain)).div(closeFee.plus(1));
}
