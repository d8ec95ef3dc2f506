// Names that the interface's tables state, transcribed from its text and from no code: what the coverage table is checked against.

/** Fields of each resource, in the order of the tables. */
export const FIELDS_STATED = {
  access: ["accessId", "title", "exchange"],
  bot: [
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
  ],
  settings: [
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
  ],
  timestamp: ["date", "timezone_type", "timezone"],
  deal: [
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
  ],
  position: [
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
  ],
  takeProfitOrder: ["type", "number", "status", "price", "qty", "qty_filled", "fee", "fee_asset", "pnl", "time"],
  dealResult: ["qtySO", "avPriceSO", "qtyTP", "avPriceTP", "fees", "feesAsset", "profit", "profitAsset"],
  log: ["message", "datetime"],
  account: [
    "totalInitialMargin",
    "totalMaintMargin",
    "totalMarginBalance",
    "totalPositionMargin",
    "totalOpenOrderMargin",
    "totalUnrealizedProfit",
    "totalWalletBalance",
    "totalFreeBalance",
    "leverage",
    "assets",
    "positions",
  ],
  asset: [
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
    "marginAvailable",
    "updateTime",
  ],
  accountPosition: [
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
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The envelope of every answer. */
export const ENVELOPE_STATED = ["isSuccess", "errorMessage", "data"] as const;

export interface StatedParameter {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly words?: readonly string[];
  readonly bounds?: readonly [string, string];
}

const stated = (text: string): readonly StatedParameter[] =>
  text
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => {
      const [name = "", type = ""] = word.split(":");
      return { name: name.replace("?", ""), type, required: !name.endsWith("?") };
    });

/** Operations in the order of the table; a question mark makes a parameter optional. Create and update have tables of their own. */
export const OPERATIONS_STATED: Readonly<Record<string, readonly StatedParameter[]>> = {
  "Futures access list": stated(""),
  "List bots": stated("exchange:string"),
  "Bot details": stated("botId:int64"),
  "Bot logs": stated("botId:int64 limit?:int64"),
  "Turn on bot": stated("botId:int64"),
  "Turn off bot": stated("botId:int64"),
  "Create bot": stated(""),
  "Update bot": stated(""),
  "Active deals": stated("accessId:int64 exchange:string"),
  "Deals history": stated("accessId:int64 exchange:string"),
  "Start new deal": stated("botId:int64"),
  "Change take profit": stated("dealId:int64 immediately:boolean newPercentOfTp:float"),
  "Complete deal": stated("dealId:int64"),
  "Cancel deal": stated("dealId:int64"),
  "Account information with positions": stated(""),
  "Futures currency pair list": stated(""),
};

/** "Create bot parameters": name, type, whether it is required, and what is allowed. Update has the same but for accessId and exchange. */
export const CREATE_STATED: readonly StatedParameter[] = [
  { name: "accessId", type: "int64", required: true },
  { name: "exchange", type: "string", required: true },
  { name: "pairTitle", type: "string", required: true },
  { name: "title", type: "string", required: true },
  { name: "strategy", type: "string", required: true, words: ["LONG", "SHORT"] },
  { name: "leverage", type: "int64", required: true },
  { name: "marginMode", type: "string", required: true, words: ["ISO", "CROSS"] },
  { name: "typeTakeProfit", type: "string", required: true, words: ["LIMIT", "STOP-MARKET"] },
  { name: "typeFirstOrder", type: "string", required: true, words: ["LIMIT", "MARKET"] },
  { name: "percentTakeProfit", type: "float", required: true, bounds: ["0.01", "99.99"] },
  { name: "percentSafetyOrder", type: "float", required: true, bounds: ["0.01", "99.99"] },
  { name: "volumeFirstOrder", type: "float", required: true },
  { name: "volumeSafetyOrder", type: "float", required: false },
  { name: "countOrderMax", type: "int64", required: false, bounds: ["1", "50"] },
  { name: "martingaleScale", type: "float", required: false, bounds: ["1.05", "2"] },
  { name: "dynamicStepScale", type: "float", required: false, bounds: ["1.05", "2"] },
  { name: "cycleLimitScale", type: "int64", required: false },
  {
    name: "indicatorGroup",
    type: "string",
    required: false,
    words: ["NOTHING", "FOMO", "DIVER", "TRENDS", "TRENDS_CROSSING", "OSCILLATORS"],
  },
  { name: "indicatorName", type: "string", required: false },
  { name: "indicatorInterval", type: "string", required: false },
  { name: "priceLevel", type: "string", required: false, words: ["NOTHING", "UPPER", "LOWER", "BOTH"] },
  { name: "priceLevelDown", type: "float", required: false },
  { name: "priceLevelUp", type: "float", required: false },
];

/** Webhook operations: what follows account and token, and the sections of the body. */
export const HOOKS_STATED: Readonly<
  Record<string, { readonly path: string | null; readonly members: readonly string[] }>
> = {
  open: { path: "", members: ["botId", "strategy", "pairs", "open", "dca", "close", "stop"] },
  update: { path: "", members: ["botId", "strategy", "pairs", "dca", "close", "stop"] },
  average: { path: "/topup-deal", members: ["botId", "strategy", "pairs", "amount"] },
  close: { path: null, members: ["botId", "strategy", "pairs", "closePosition"] },
};

/** "Webhook body fields". */
export const HOOK_FIELDS_STATED: readonly string[] = [
  "botId",
  "strategy",
  "pairs",
  "open.orderVolume",
  "open.leverage",
  "open.marginType",
  "open.orderType",
  "open.cycles",
  "dca.enabled",
  "dca.max",
  "dca.active",
  "dca.volume",
  "dca.percent",
  "dca.multiplierVolume",
  "dca.multiplierPrice",
  "close.enabled",
  "close.event",
  "close.value",
  "stop.enabled",
  "stop.event",
  "stop.value",
  "stop.delay",
  "amount",
  "closePosition",
];

/** "Limits", as they are worded. */
export const LIMITS_STATED: readonly string[] = [
  "percentTakeProfit, percentSafetyOrder: 0.01 to 99.99",
  "countOrderMax: 1 to 50",
  "martingaleScale, dynamicStepScale: 1.05 to 2",
  "secret hidden 30 minutes after creation",
];
