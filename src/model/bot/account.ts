// Account information in canonical form, under the interface's own names: totals, assets and positions.

/** Canonical decimal text; null where the service shows none that can be read. */
export type Amount = string | null;

export const TOTALS = [
  "totalWalletBalance",
  "totalUnrealizedProfit",
  "totalMarginBalance",
  "totalInitialMargin",
  "totalMaintMargin",
  "totalPositionMargin",
  "totalOpenOrderMargin",
  "totalFreeBalance",
] as const;

export const ASSET_AMOUNTS = [
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
] as const;

export const POSITION_AMOUNTS = [
  "amount",
  "entryPrice",
  "markPrice",
  "liquidationPrice",
  "unRealizedProfit",
  "leverage",
  "isolatedMargin",
  "positionMargin",
  "openOrderMargin",
] as const;

export type AssetBalance = Readonly<Record<(typeof ASSET_AMOUNTS)[number], Amount>> & {
  readonly asset: string;
  readonly marginAvailable: boolean;
  /** Milliseconds since the epoch; null where it was never updated. */
  readonly updateTime: number | null;
};

export type AccountPosition = Readonly<Record<(typeof POSITION_AMOUNTS)[number], Amount>> & {
  /** `<QUOTE>-<BASE>_BUY` or `_SELL`. */
  readonly key: string;
  readonly positionSide: string;
  /** The exchange's, `<BASE><QUOTE>`. */
  readonly symbol: string;
  /** `<QUOTE>-<BASE>`. */
  readonly ourSymbol: string;
  readonly marginType: string;
};

export type AccountInformation = Readonly<Record<(typeof TOTALS)[number], Amount>> & {
  readonly leverage: Amount;
  readonly assets: readonly AssetBalance[];
  readonly positions: readonly AccountPosition[];
};
