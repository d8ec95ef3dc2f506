// The exact key sets of the documented answers (docs/service.md), by which those of the emulator are judged.

export const BOT = [
  "id",
  "userId",
  "title",
  "pairTitle",
  "accessId",
  "strategy",
  "leverage",
  "status",
  "settings",
  "updated",
  "exchange",
];
export const LISTED_BOT = BOT.filter((key) => key !== "accessId" && key !== "updated");
export const SETTINGS = [
  "margin_mode",
  "type_take_profit",
  "type_first_order",
  "percent_take_profit",
  "percent_safety_order",
  "volume_first_order",
  "volume_safety_order",
  "count_order_working",
  "count_order_max",
  "martingale",
  "martingale_scale",
  "dynamic_step",
  "dynamic_step_scale",
  "cycle_limit",
  "cycle_limit_scale",
  "tb_group_indicator",
  "tb_indicator",
  "tb_interval",
  "price_level",
  "price_level_up",
  "price_level_down",
];
export const DEAL = [
  "id",
  "userId",
  "pairTitle",
  "botId",
  "accessId",
  "status",
  "botSnapshot",
  "position",
  "tpOrder",
  "result",
  "updated",
  "exchange",
];
export const POSITION = [
  "type",
  "side",
  "leverage",
  "amount",
  "entryPrice",
  "markPrice",
  "liqPrice",
  "pnl",
  "initMargin",
  "maintMargin",
  "posInitMargin",
  "openOrdInitMargin",
];
export const ORDER = ["type", "number", "status", "price", "qty", "qty_filled", "fee", "fee_asset", "pnl", "time"];
export const RESULT = ["qtySO", "avPriceSO", "qtyTP", "avPriceTP", "fees", "feesAsset", "profit", "profitAsset"];
export const ACCOUNT_TOTALS = [
  "totalInitialMargin",
  "totalMaintMargin",
  "totalMarginBalance",
  "totalPositionMargin",
  "totalOpenOrderMargin",
  "totalUnrealizedProfit",
  "totalWalletBalance",
  "totalFreeBalance",
];
export const ASSET_TEXTS = [
  "asset",
  "walletBalance",
  "unrealizedProfit",
  "marginBalance",
  "maintMargin",
  "initialMargin",
  "positionInitialMargin",
  "openOrderInitialMargin",
  "maxWithdrawAmount",
  "crossWalletBalance",
  "crossUnPnl",
  "availableBalance",
];
export const ACCOUNT_POSITION = [
  "positionSide",
  "symbol",
  "ourSymbol",
  "amount",
  "entryPrice",
  "markPrice",
  "liquidationPrice",
  "unRealizedProfit",
  "leverage",
  "isolatedMargin",
  "positionMargin",
  "openOrderMargin",
  "marginType",
];

/** Keys and the type of each value, keys sorted. */
export function typesOf(value: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, each]) => [key, each === null ? "null" : Array.isArray(each) ? "array" : typeof each])
      .sort(),
  );
}

/** The same, with one type for all keys. */
export function allOf(keys: readonly string[], type: string): Record<string, string> {
  return Object.fromEntries(keys.toSorted().map((key) => [key, type]));
}
