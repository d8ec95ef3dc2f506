// Market data that figures in money need beside the settings: prices, balances, and what positions hold. Nothing is made up.
import Big from "big.js";
import type { AccountInformation, Amount } from "../model/bot/account.js";
import type { RunningDeal } from "../model/deal/deal.js";
import type { PriceSource, Side } from "../model/risk/risk.js";
import { canonicalDecimal, compareDecimals } from "../model/text/decimal.js";

interface MarketPrice {
  readonly price: string;
  readonly source: PriceSource;
}

export interface FoundPrice extends MarketPrice {
  readonly pair: string;
}

/** Of one quote asset. */
export interface Funds {
  readonly wallet: string;
  readonly free: string;
}

/** One position with the working orders of its pair and side; quote asset. */
export interface Held {
  readonly pair: string;
  readonly side: Side;
  readonly margin: string;
  /** In the base asset; null where it can't be read. */
  readonly amount: string | null;
  readonly entryPrice: string | null;
  readonly markPrice: string | null;
  readonly isolated: boolean;
}

export interface MarketData {
  /** By pair. */
  readonly prices: ReadonlyMap<string, MarketPrice>;
  /** By quote asset; undefined where the account wasn't read and no balance was given. */
  readonly funds: ReadonlyMap<string, Funds> | undefined;
  readonly held: readonly Held[];
}

export const NO_MARKET_DATA: MarketData = { prices: new Map(), funds: undefined, held: [] };

const RANK: Readonly<Record<PriceSource, number>> = { position: 0, deal: 1, given: 2, file: 3 };

/** The prices of all sources; where a pair has several, of the one that ranks first: position, deal, given, file. */
export function pricesOf(found: readonly FoundPrice[]): ReadonlyMap<string, MarketPrice> {
  const prices = new Map<string, MarketPrice>();
  for (const { pair, price, source } of found) {
    const before = prices.get(pair);
    const value = canonicalDecimal(price);
    if (value === undefined || compareDecimals(value, "0") <= 0) continue;
    if (before === undefined || RANK[source] < RANK[before.source]) prices.set(pair, { price: value, source });
  }
  return prices;
}

/** An average entry is no market price: where several deals run, the one that runs last stands nearest to it. */
export function dealPrices(deals: readonly RunningDeal[]): readonly FoundPrice[] {
  return deals
    .toSorted((left, right) => right.id - left.id)
    .flatMap(({ pairTitle: pair, entryPrice }) =>
      entryPrice === null ? [] : [{ pair, price: entryPrice, source: "deal" as const }],
    );
}

/** Prices, balances and positions of an account as it was read. */
export function marketDataOf(information: AccountInformation): Omit<MarketData, "prices"> & {
  readonly marks: readonly FoundPrice[];
} {
  const { assets, positions, totalWalletBalance, totalFreeBalance } = information;
  const funds = assets.flatMap(({ asset, walletBalance, availableBalance }) =>
    walletBalance === null || availableBalance === null
      ? []
      : [[asset, { wallet: walletBalance, free: availableBalance }] as const],
  );
  const total =
    totalWalletBalance === null || totalFreeBalance === null
      ? undefined
      : { wallet: totalWalletBalance, free: totalFreeBalance };
  // Totals are of every asset together: with one asset they are that one's, and the documented figure to compare with.
  const [only, second] = funds;
  const own = only !== undefined && second === undefined && total !== undefined ? [[only[0], total] as const] : funds;
  return {
    funds: own.length === 0 ? undefined : new Map(own),
    held: positions.map((position) => ({
      pair: position.ourSymbol,
      side: position.positionSide === "SHORT" ? ("SHORT" as const) : ("LONG" as const),
      margin: sum(position.positionMargin, position.openOrderMargin),
      amount: position.amount,
      entryPrice: position.entryPrice,
      markPrice: position.markPrice,
      isolated: position.marginType.toLowerCase() !== "cross",
    })),
    marks: positions.flatMap(({ ourSymbol: pair, markPrice: price }) =>
      price === null ? [] : [{ pair, price, source: "position" as const }],
    ),
  };
}

function sum(...amounts: readonly Amount[]): string {
  return amounts.reduce((total, amount) => total.plus(amount ?? 0), new Big(0)).toFixed();
}
