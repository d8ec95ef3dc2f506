// A deal as the service shows it: snapshot, position, take-profit orders and, when it is completed, its result.
import Big from "big.js";
import { showBot, showTime } from "./bot-view.js";
import { plain, positionOf, quoteOf } from "./position.js";
import type { Quirks } from "./quirks.js";
import type { DealRecord } from "./records.js";

/** The keys of a deal in the interface's order. @param mark price now, or the price at which it was closed */
export function showDeal(deal: DealRecord, userId: number, mark: Big, quirks: Quirks): object {
  const { snapshot } = deal;
  return {
    id: deal.id,
    userId,
    pairTitle: snapshot.values.pairTitle,
    botId: snapshot.id,
    accessId: snapshot.accessId,
    status: deal.status,
    botSnapshot: showBot(snapshot, userId, "details", quirks),
    position: showPosition(deal, mark),
    tpOrder: mapOf(showOrders(deal, quirks), quirks),
    result: showResult(deal),
    updated: showTime(deal.updated),
    exchange: snapshot.exchange,
  };
}

/** PHP can't tell an empty map from an empty list. */
export function mapOf(entries: Readonly<Record<string, object>>, quirks: Quirks): object {
  return quirks.emptyMaps === "array" && Object.keys(entries).length === 0 ? [] : entries;
}

function showPosition(deal: DealRecord, mark: Big): object {
  const position = positionOf(deal, mark);
  return {
    type: deal.snapshot.values.marginMode === "CROSS" ? "cross" : "isolated",
    side: deal.snapshot.values.strategy,
    leverage: deal.snapshot.values.leverage,
    amount: plain(position.amount),
    entryPrice: deal.entryPrice,
    markPrice: mark.toFixed(),
    liqPrice: plain(position.liquidation),
    pnl: plain(position.pnl),
    initMargin: plain(position.initialMargin),
    maintMargin: plain(position.maintenanceMargin),
    posInitMargin: plain(position.initialMargin),
    openOrdInitMargin: "",
  };
}

/** l and sm, 1 and 3 are the codes seen; 1 as working and 3 as filled is only plausible (wire facts, section 9). */
const CODES = {
  known: { LIMIT: "l", "STOP-MARKET": "sm", working: "1", filled: "3" },
  other: { LIMIT: "lmt2", "STOP-MARKET": "tsm", working: "7", filled: "12" },
} as const;

function showOrders(deal: DealRecord, quirks: Quirks): Readonly<Record<string, object>> {
  const { order } = deal;
  if (order === null) return {};
  const codes = CODES[quirks.orderCodes];
  const number = String(order.number);
  return {
    [number]: {
      type: codes[order.type],
      number,
      status: order.filled ? codes.filled : codes.working,
      price: order.price,
      qty: plain(new Big(deal.amount)),
      qty_filled: order.filled ? plain(new Big(deal.amount)) : "",
      fee: order.fee,
      fee_asset: order.filled ? quoteOf(deal.snapshot.values.pairTitle) : "",
      pnl: order.pnl,
      time: String(order.placed),
    },
  };
}

function showResult(deal: DealRecord): object | null {
  if (deal.result === null) return null;
  const quote = quoteOf(deal.snapshot.values.pairTitle);
  return {
    qtySO: "0",
    avPriceSO: "0",
    qtyTP: plain(new Big(deal.amount)),
    avPriceTP: deal.result.exitPrice,
    fees: deal.result.fees,
    feesAsset: quote,
    profit: deal.result.profit,
    profitAsset: quote,
  };
}
