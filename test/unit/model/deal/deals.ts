// Builds deals in canonical form from the service's own shape.
import type { Deal } from "../../../../src/model/deal/deal.js";
import { observedDeal } from "../../../../src/service/canonical-deal.js";
import type { WireDeal } from "../../../../src/service/wire.js";
import { wireBot } from "../../service/wirebot.js";

export function wireDeal(changes: Partial<WireDeal> = {}, settings: Record<string, unknown> = {}): WireDeal {
  return {
    id: 1,
    pairTitle: "USDT-BTC",
    botId: 7,
    accessId: 101,
    status: "ACTIVE",
    botSnapshot: wireBot({ id: 7, settings }),
    position: null,
    result: null,
    updated: { date: "2026-01-15 12:00:00.000000", timezone_type: 3, timezone: "UTC" },
    ...changes,
  };
}

export function wirePosition(amount: string, entryPrice: string, pnl = "0"): NonNullable<WireDeal["position"]> {
  return {
    type: "cross",
    side: "LONG",
    leverage: "5",
    amount,
    entryPrice,
    markPrice: entryPrice,
    liqPrice: "1",
    pnl,
  };
}

export function wireResult(profit: string, fees = "0", more: Partial<NonNullable<WireDeal["result"]>> = {}) {
  return {
    qtySO: "0",
    avPriceSO: "0",
    qtyTP: "1",
    avPriceTP: "1",
    fees,
    feesAsset: "USDT",
    profit,
    profitAsset: "USDT",
    ...more,
  };
}

export function ended(id: number, profit: string, fees = "0", changes: Partial<WireDeal> = {}): Deal {
  return observedDeal(wireDeal({ id, status: "COMPLETED", result: wireResult(profit, fees), ...changes }));
}
