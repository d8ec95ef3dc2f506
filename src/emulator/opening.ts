// Makes the record of a deal that opens, and of the take-profit order that stands for it.
import Big from "big.js";
import { takeProfitPrice } from "./position.js";
import type { BotRecord, DealRecord, OrderRecord } from "./records.js";

/** A deal opened at a price; it keeps a copy of the bot that later edits don't reach (wire facts, section 8). */
export function openingDeal(bot: BotRecord, id: number, entry: Big, at: number): DealRecord {
  const deal: DealRecord = {
    id,
    account: bot.account,
    snapshot: bot,
    status: "ACTIVE",
    entryPrice: entry.toFixed(),
    // The volume is in the quote asset (wire facts, section 5).
    amount: new Big(bot.values.volumeFirstOrder).div(entry).round(12).toFixed(),
    percentTakeProfit: bot.values.percentTakeProfit,
    order: null,
    result: null,
    opened: at,
    updated: at,
  };
  return { ...deal, order: takeProfitOrder(deal, at) };
}

/** The order that takes a deal's place for its current percentage, numbered after the one it replaces. */
export function takeProfitOrder(deal: DealRecord, at: number): OrderRecord {
  const { strategy, typeTakeProfit } = deal.snapshot.values;
  return {
    number: (deal.order?.number ?? 0) + 1,
    type: typeTakeProfit === "STOP-MARKET" ? "STOP-MARKET" : "LIMIT",
    price: takeProfitPrice(new Big(deal.entryPrice), deal.percentTakeProfit, strategy === "LONG").toFixed(),
    placed: at,
    filled: false,
    fee: "",
    pnl: "",
  };
}
