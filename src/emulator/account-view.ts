// Account information: balances, margins and the positions of all deals, those handed over included.
import Big from "big.js";
import { mapOf } from "./deal-view.js";
import { type Position, plain, positionOf, symbolOf } from "./position.js";
import type { Prices } from "./prices.js";
import type { Quirks } from "./quirks.js";
import type { Account, Store } from "./store.js";

/** Positions of one pair and side, as the exchange adds them up. */
interface Sum {
  readonly pair: string;
  readonly long: boolean;
  readonly quote: string;
  readonly mark: Big;
  readonly leverage: Big;
  readonly isolated: boolean;
  readonly liquidation: Big;
  amount: Big;
  cost: Big;
  pnl: Big;
  margin: Big;
  maintenance: Big;
}

/** The keys of `data` in the interface's order. */
export function showAccount(store: Store, account: Account, prices: Prices, now: number, quirks: Quirks): object {
  const sums = addUp(store, account, prices, now);
  const assets = [...account.balance].map(([asset, balance]) => showAsset(account, asset, balance, sums));
  const total = (pick: (sum: Sum) => Big) => [...sums.values()].reduce((all, sum) => all.plus(pick(sum)), new Big(0));
  const wallet = [...account.balance.values()].reduce((all, each) => all.plus(each), new Big(0));
  const [margin, pnl] = [total((sum) => sum.margin), total((sum) => sum.pnl)];
  return {
    totalInitialMargin: plain(margin),
    totalMaintMargin: plain(total((sum) => sum.maintenance)),
    totalMarginBalance: plain(wallet.plus(pnl)),
    totalPositionMargin: plain(margin),
    totalOpenOrderMargin: "0",
    totalUnrealizedProfit: plain(pnl),
    totalWalletBalance: plain(wallet),
    totalFreeBalance: plain(atLeastZero(wallet.plus(pnl).minus(margin))),
    leverage: quirks.accountLeverage === "null" ? null : 10,
    assets,
    positions: mapOf(Object.fromEntries([...sums].map(([key, sum]) => [key, showSum(sum)])), quirks),
  };
}

function addUp(store: Store, account: Account, prices: Prices, now: number): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const deal of store.openPositions(account)) {
    const { pairTitle, marginMode } = deal.snapshot.values;
    const position = positionOf(deal, prices.at(pairTitle, now));
    const key = `${pairTitle}_${position.long ? "BUY" : "SELL"}`;
    const sum = sums.get(key) ?? emptySum(pairTitle, position, marginMode !== "CROSS");
    sum.amount = sum.amount.plus(position.amount);
    sum.cost = sum.cost.plus(position.amount.times(position.entry));
    sum.pnl = sum.pnl.plus(position.pnl);
    sum.margin = sum.margin.plus(position.initialMargin);
    sum.maintenance = sum.maintenance.plus(position.maintenanceMargin);
    sums.set(key, sum);
  }
  return sums;
}

function emptySum(pair: string, position: Position, isolated: boolean): Sum {
  const { long, quote, mark, leverage, liquidation } = position;
  const zero = new Big(0);
  const sums = { amount: zero, cost: zero, pnl: zero, margin: zero, maintenance: zero };
  return { pair, long, quote, mark, leverage, isolated, liquidation, ...sums };
}

function showAsset(account: Account, asset: string, balance: Big, sums: ReadonlyMap<string, Sum>): object {
  const own = [...sums.values()].filter((sum) => sum.quote === asset);
  const total = (pick: (sum: Sum) => Big) => own.reduce((all, sum) => all.plus(pick(sum)), new Big(0));
  const [margin, pnl] = [total((sum) => sum.margin), total((sum) => sum.pnl)];
  const free = plain(atLeastZero(balance.plus(pnl).minus(margin)));
  return {
    asset,
    walletBalance: plain(balance),
    unrealizedProfit: plain(pnl),
    marginBalance: plain(balance.plus(pnl)),
    maintMargin: plain(total((sum) => sum.maintenance)),
    initialMargin: plain(margin),
    positionInitialMargin: plain(margin),
    openOrderInitialMargin: "0",
    maxWithdrawAmount: free,
    crossWalletBalance: plain(balance),
    crossUnPnl: plain(pnl),
    availableBalance: free,
    marginAvailable: true,
    updateTime: account.balanceChanged,
  };
}

function showSum(sum: Sum): object {
  const margin = plain(sum.margin);
  return {
    positionSide: sum.long ? "LONG" : "SHORT",
    symbol: symbolOf(sum.pair),
    ourSymbol: sum.pair,
    amount: plain(sum.amount),
    entryPrice: plain(sum.amount.eq(0) ? sum.amount : sum.cost.div(sum.amount)),
    markPrice: sum.mark.toFixed(),
    liquidationPrice: plain(sum.liquidation),
    unRealizedProfit: plain(sum.pnl),
    leverage: sum.leverage.toFixed(),
    isolatedMargin: sum.isolated ? margin : "0",
    positionMargin: margin,
    openOrderMargin: "0",
    marginType: sum.isolated ? "isolated" : "cross",
  };
}

function atLeastZero(value: Big): Big {
  return value.lt(0) ? new Big(0) : value;
}
