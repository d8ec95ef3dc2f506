// Turns the service's deals into canonical ones: numbers become decimals or null, codes stay as they are.
import type { Deal, DealPosition, DealResult, TakeProfitOrder } from "../model/deal.js";
import { canonicalDecimal } from "../model/decimal.js";
import { observedBot } from "./canonical.js";
import type { WireDeal } from "./wire.js";

export function observedDeal(wire: WireDeal): Deal {
  const position = wire.position ? positionOf(wire.position) : null;
  return {
    id: wire.id,
    botId: wire.botId,
    pairTitle: wire.pairTitle,
    accessId: wire.accessId ?? wire.botSnapshot.accessId ?? null,
    status: wire.status,
    settings: observedBot(wire.botSnapshot).fields,
    entryPrice: position?.entryPrice ?? null,
    takeProfits: Object.values(wire.tpOrder ?? {}).map(orderOf),
    position,
    result: wire.result ? resultOf(wire.result) : null,
    updated: wire.updated?.date.slice(0, 19) ?? null,
  };
}

function positionOf(wire: NonNullable<WireDeal["position"]>): DealPosition {
  return {
    type: wire.type,
    side: wire.side,
    leverage: decimal(wire.leverage),
    amount: decimal(wire.amount),
    entryPrice: decimal(wire.entryPrice),
    markPrice: decimal(wire.markPrice),
    liquidationPrice: decimal(wire.liqPrice),
    profit: decimal(wire.pnl),
    initialMargin: decimal(wire.initMargin),
    maintenanceMargin: decimal(wire.maintMargin),
  };
}

function orderOf(wire: NonNullable<WireDeal["tpOrder"]>[string]): TakeProfitOrder {
  const time = decimal(wire.time);
  return {
    number: wire.number,
    type: wire.type,
    status: wire.status,
    price: decimal(wire.price),
    quantity: decimal(wire.qty),
    filled: decimal(wire.qty_filled),
    fee: decimal(wire.fee),
    feeAsset: wire.fee_asset ?? "",
    profit: decimal(wire.pnl),
    time: time === null ? null : Number(time),
  };
}

function resultOf(wire: NonNullable<WireDeal["result"]>): DealResult {
  return {
    safetyQuantity: decimal(wire.qtySO),
    safetyPrice: decimal(wire.avPriceSO),
    exitQuantity: decimal(wire.qtyTP),
    exitPrice: decimal(wire.avPriceTP),
    fees: decimal(wire.fees),
    feesAsset: wire.feesAsset,
    profit: decimal(wire.profit),
    profitAsset: wire.profitAsset,
  };
}

/** An empty text, or one that is no number, is nothing that can be counted with. */
function decimal(value: string | number | boolean | null | undefined): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  return canonicalDecimal(value) ?? null;
}
