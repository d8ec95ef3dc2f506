// Account information: balances, margins and the positions of all deals, those handed over included.
import Big from "big.js";
import { isolatedLiquidation, type Stake, stakeOf, sumsOf } from "../../market/account.js";
import { averageText } from "../../market/result.js";
import type { MarketRules } from "../../market/rules.js";
import { money } from "../../market/work.js";
import { quoteOf, symbolOf } from "../../model/bot/pair.js";
import type { Market } from "../market.js";
import type { EmulatedAccount } from "../store/store.js";
import { liquidationOf, mapOf, moneyText } from "./deal-view.js";

/** The keys of `data` in the interface's order. Every amount is rounded before it is added up, so that sums are exact. */
export function showAccount(parts: Market, account: EmulatedAccount, now: number): object {
  const positions = positionsOf(parts, account, now);
  const assets = [...account.balance].map(([asset, wallet]) => showAsset(account, asset, wallet, positions));
  const total = (pick: (asset: AssetView) => string) =>
    moneyText(assets.reduce((sum, asset) => sum.plus(pick(asset)), new Big(0)));
  return {
    totalInitialMargin: total((asset) => asset.initialMargin),
    totalMaintMargin: total((asset) => asset.maintMargin),
    totalMarginBalance: total((asset) => asset.marginBalance),
    totalPositionMargin: total((asset) => asset.positionInitialMargin),
    totalOpenOrderMargin: total((asset) => asset.openOrderInitialMargin),
    totalUnrealizedProfit: total((asset) => asset.unrealizedProfit),
    totalWalletBalance: total((asset) => asset.walletBalance),
    totalFreeBalance: total((asset) => asset.availableBalance),
    leverage: parts.quirks.accountLeverage === "null" ? null : 10,
    assets,
    positions: mapOf(
      Object.fromEntries(positions.map((stake) => [keyOf(stake), showPosition(parts, account, stake, positions)])),
      parts.quirks,
    ),
  };
}

function keyOf({ pairTitle, holding }: Stake): string {
  return `${pairTitle}_${holding.long ? "BUY" : "SELL"}`;
}

/** Positions of one pair and side, as the exchange adds them up, with every amount as it is shown. */
function positionsOf({ store, prices, rules }: Market, account: EmulatedAccount, now: number): readonly Stake[] {
  const found = new Map<string, Stake>();
  for (const { market } of store.openPositions(account)) {
    const stake = rounded(stakeOf(market, prices.at(market.settings.pairTitle, now).toFixed(), rules));
    const before = found.get(keyOf(stake));
    found.set(keyOf(stake), before === undefined ? stake : joined(before, stake, rules));
  }
  return [...found.values()];
}

function rounded(stake: Stake): Stake {
  const { unrealised, positionMargin, orderMargin, maintenance } = stake;
  return {
    ...stake,
    unrealised: money(unrealised),
    positionMargin: money(positionMargin),
    orderMargin: money(orderMargin),
    maintenance: money(maintenance),
  };
}

function joined(before: Stake, { holding, ...stake }: Stake, rules: MarketRules): Stake {
  const amount = before.holding.amount.plus(holding.amount);
  const cost = before.holding.cost.plus(holding.cost);
  const both = { long: holding.long, amount, cost };
  return {
    ...before,
    holding: both,
    unrealised: before.unrealised.plus(stake.unrealised),
    positionMargin: before.positionMargin.plus(stake.positionMargin),
    orderMargin: before.orderMargin.plus(stake.orderMargin),
    maintenance: before.maintenance.plus(stake.maintenance),
    liquidation: before.isolated
      ? (isolatedLiquidation(both, before.leverage, rules, before.pairTitle)?.toFixed() ?? null)
      : null,
  };
}

type AssetView = ReturnType<typeof showAsset>;

function showAsset(account: EmulatedAccount, asset: string, wallet: Big, positions: readonly Stake[]) {
  const sums = sumsOf(wallet, ownOf(asset, positions));
  const free = moneyText(sums.free);
  return {
    asset,
    walletBalance: moneyText(wallet),
    unrealizedProfit: moneyText(sums.unrealised),
    marginBalance: moneyText(sums.marginBalance),
    maintMargin: moneyText(sums.maintenance),
    initialMargin: moneyText(sums.positionMargin.plus(sums.orderMargin)),
    positionInitialMargin: moneyText(sums.positionMargin),
    openOrderInitialMargin: moneyText(sums.orderMargin),
    maxWithdrawAmount: free,
    crossWalletBalance: moneyText(sums.crossWallet),
    crossUnPnl: moneyText(sums.crossUnrealised),
    availableBalance: free,
    marginAvailable: true,
    updateTime: account.balanceChanged,
  };
}

function ownOf(asset: string, positions: readonly Stake[]): readonly Stake[] {
  return positions.filter(({ pairTitle }) => quoteOf(pairTitle) === asset);
}

function showPosition({ rules }: Market, account: EmulatedAccount, stake: Stake, all: readonly Stake[]): object {
  const { pairTitle, holding, mark, leverage, isolated } = stake;
  return {
    positionSide: holding.long ? "LONG" : "SHORT",
    symbol: symbolOf(pairTitle),
    ourSymbol: pairTitle,
    amount: holding.amount.toFixed(),
    entryPrice: averageText(holding.amount.toFixed(), holding.cost.toFixed()),
    markPrice: mark.toFixed(),
    liquidationPrice: liquidationText(stake, account, ownOf(quoteOf(pairTitle), all), rules),
    unRealizedProfit: moneyText(stake.unrealised),
    leverage,
    isolatedMargin: isolated ? moneyText(stake.positionMargin) : "0",
    positionMargin: moneyText(stake.positionMargin),
    openOrderMargin: moneyText(stake.orderMargin),
    marginType: isolated ? "isolated" : "cross",
  };
}

function liquidationText(stake: Stake, account: EmulatedAccount, own: readonly Stake[], rules: MarketRules): string {
  const wallet = account.balance.get(quoteOf(stake.pairTitle)) ?? new Big(0);
  return liquidationOf(stake, account, () => sumsOf(wallet, own), rules);
}
