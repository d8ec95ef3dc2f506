// Totals of deals: profits and fees per asset, exact to the last decimal, and the profit over time.
import Big from "big.js";
import { instantOf } from "../bot/moment.js";
import { quoteOf } from "../bot/pair.js";
import { byText } from "../order.js";
import type { Deal } from "./deal.js";

export interface AssetTotal {
  readonly asset: string;
  /** Deals whose profit is in this asset and can be read. */
  readonly deals: number;
  readonly won: number;
  readonly lost: number;
  /** Percent of the deals that won, with two decimals; null without any. */
  readonly winRate: string | null;
  /** Canonical decimal text, as the results say it. */
  readonly profit: string;
  readonly fees: string;
  /** The profit after each deal, in the order in which they ended. */
  readonly course: readonly string[];
}

/** One row for each asset, by name. Deals without a result count nowhere. */
export function totalsOf(deals: readonly Deal[]): readonly AssetTotal[] {
  const sums = new Map<string, Sum>();
  const sumOf = (asset: string): Sum => {
    const sum = sums.get(asset) ?? { won: 0, lost: 0, deals: 0, profit: ZERO, fees: ZERO, course: [] };
    sums.set(asset, sum);
    return sum;
  };
  for (const { result, pairTitle } of byEnd(deals)) {
    if (result === null) continue;
    if (result.fees !== null) {
      const sum = sumOf(result.feesAsset || quoteOf(pairTitle));
      sum.fees = sum.fees.plus(result.fees);
    }
    if (result.profit !== null) add(sumOf(result.profitAsset || quoteOf(pairTitle)), new Big(result.profit));
  }
  return [...sums].sort(([left], [right]) => byText(left, right)).map(([asset, sum]) => totalOf(asset, sum));
}

/** Unrealised profit per quote asset, by name; positions that can't be read count nowhere. */
export function unrealisedOf(deals: readonly Deal[]): readonly { readonly asset: string; readonly profit: string }[] {
  const sums = new Map<string, Big>();
  for (const { position, pairTitle } of deals) {
    if (position?.profit === null || position?.profit === undefined) continue;
    const asset = quoteOf(pairTitle);
    sums.set(asset, (sums.get(asset) ?? ZERO).plus(position.profit));
  }
  return [...sums].sort(([left], [right]) => byText(left, right)).map(([asset, sum]) => ({ asset, profit: text(sum) }));
}

/** Oldest first; of the same moment, or of none that can be read, by id. */
export function byEnd(deals: readonly Deal[]): readonly Deal[] {
  const at = new Map(deals.map((deal) => [deal, deal.updated === null ? 0 : (instantOf(deal.updated) ?? 0)]));
  return deals.toSorted((left, right) => (at.get(left) ?? 0) - (at.get(right) ?? 0) || left.id - right.id);
}

interface Sum {
  deals: number;
  won: number;
  lost: number;
  profit: Big;
  fees: Big;
  readonly course: string[];
}

const ZERO = new Big(0);

function add(sum: Sum, profit: Big): void {
  sum.deals += 1;
  if (profit.gt(0)) sum.won += 1;
  if (profit.lt(0)) sum.lost += 1;
  sum.profit = sum.profit.plus(profit);
  sum.course.push(text(sum.profit));
}

function totalOf(asset: string, { deals, won, lost, profit, fees, course }: Sum): AssetTotal {
  const winRate = deals === 0 ? null : text(new Big(won).times(100).div(deals).round(2));
  return { asset, deals, won, lost, winRate, profit: text(profit), fees: text(fees), course };
}

function text(value: Big): string {
  return value.eq(0) ? "0" : value.toFixed();
}
