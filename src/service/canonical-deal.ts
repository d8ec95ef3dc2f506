// Turns the service's deals into canonical ones: numbers become decimals or null, codes stay as they are.
import type { Deal, DealPosition, DealResult, TakeProfitOrder } from "../model/deal/deal.js";
import { protectionOf } from "../model/deal/protection.js";
import { liveBot, observedMoment, readableDecimal } from "./canonical.js";
import type { WireDeal } from "./wire.js";

export function observedDeal(wire: WireDeal): Deal {
  const position = wire.position ? positionOf(wire.position) : null;
  const snapshot = liveBot(wire.botSnapshot);
  const orders = wire.tpOrder == null ? undefined : Object.values(wire.tpOrder).map(orderOf);
  const isOver = wire.status === "COMPLETED" || wire.result != null;
  const shown = { status: wire.status, position, settings: snapshot.fields, orders };
  return {
    id: wire.id,
    botId: wire.botId,
    pairTitle: wire.pairTitle,
    userId: wire.userId ?? null,
    accessId: wire.accessId ?? wire.botSnapshot.accessId ?? null,
    exchange: wire.exchange ?? null,
    snapshot,
    status: wire.status,
    settings: snapshot.fields,
    entryPrice: position?.entryPrice ?? null,
    takeProfits: orders ?? [],
    ...(!isOver && { protection: protectionOf(shown) }),
    position,
    result: wire.result ? resultOf(wire.result) : null,
    updated: observedMoment(wire.updated),
  };
}

function positionOf(wire: NonNullable<WireDeal["position"]>): DealPosition {
  return {
    type: wire.type,
    side: wire.side,
    leverage: readableDecimal(wire.leverage),
    amount: readableDecimal(wire.amount),
    entryPrice: readableDecimal(wire.entryPrice),
    markPrice: readableDecimal(wire.markPrice),
    liquidationPrice: readableDecimal(wire.liqPrice),
    profit: readableDecimal(wire.pnl),
    initialMargin: readableDecimal(wire.initMargin),
    maintenanceMargin: readableDecimal(wire.maintMargin),
    positionInitialMargin: readableDecimal(wire.posInitMargin),
    openOrderInitialMargin: readableDecimal(wire.openOrdInitMargin),
  };
}

function orderOf(wire: NonNullable<WireDeal["tpOrder"]>[string]): TakeProfitOrder {
  const time = readableDecimal(wire.time);
  return {
    number: String(wire.number),
    type: wire.type,
    status: String(wire.status),
    price: readableDecimal(wire.price),
    quantity: readableDecimal(wire.qty),
    filled: readableDecimal(wire.qty_filled),
    fee: readableDecimal(wire.fee),
    feeAsset: wire.fee_asset ?? "",
    profit: readableDecimal(wire.pnl),
    time: time === null ? null : Number(time),
  };
}

function resultOf(wire: NonNullable<WireDeal["result"]>): DealResult {
  return {
    safetyQuantity: readableDecimal(wire.qtySO),
    safetyPrice: readableDecimal(wire.avPriceSO),
    exitQuantity: readableDecimal(wire.qtyTP),
    exitPrice: readableDecimal(wire.avPriceTP),
    fees: readableDecimal(wire.fees),
    feesAsset: wire.feesAsset,
    profit: readableDecimal(wire.profit),
    profitAsset: wire.profitAsset,
  };
}
