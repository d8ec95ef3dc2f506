// An ended deal as a row of the list of trades.
import Big from "big.js";
import type { TradeFacts } from "../../model/risk/back-test.js";
import type { Deal } from "../deal.js";
import { averageText } from "../result.js";

/** @param funding received while the deal ran, quote asset; null for a deal that goes on */
export function tradeOf(bot: string, { settings, opened, exit, fees, safety }: Deal, funding: Big): TradeFacts | null {
  if (exit === null) return null;
  return {
    bot,
    pairTitle: settings.pairTitle,
    side: settings.strategy,
    opened,
    closed: exit.at,
    entry: averageText(exit.amount, exit.cost),
    amount: exit.amount,
    exit: exit.price,
    safetyOrders: safety.filled,
    profit: exit.profit,
    fees,
    funding: funding.toFixed(),
    net: new Big(exit.profit).minus(fees).plus(funding).toFixed(),
    reason: exit.reason,
  };
}
