// What the market says of a deal: the price that counts for it, and where the exchange would take its position.
import Big from "big.js";
import { crossLiquidation, type Stake, type Sums, stakeOf } from "../../market/account.js";
import { averageText } from "../../market/result.js";
import type { MarketRules } from "../../market/rules.js";
import type { DealRecord } from "../store/records.js";
import type { Account } from "../store/store.js";
import { money } from "../views/amount.js";
import type { DealMark } from "../views/deal-view.js";
import { quoteOf } from "../views/symbol.js";
import type { Margins } from "./margins.js";
import type { Prices } from "./prices.js";

interface MarkParts {
  readonly prices: Prices;
  readonly margins: Margins;
  readonly rules: MarketRules;
}

/** Marks of running deals of one account at one moment; what they share is worked out once. */
export function runningMarks({ prices, margins, rules }: MarkParts, account: Account, now: number) {
  const known = new Map<string, Sums>();
  const sumsOf = (asset: string): Sums => {
    const sums = known.get(asset) ?? margins.sums(account, asset, now);
    known.set(asset, sums);
    return sums;
  };
  return ({ market }: DealRecord): DealMark => {
    const { pairTitle } = market.settings;
    const mark = prices.at(pairTitle, now).toFixed();
    const stake = stakeOf(market, mark, rules);
    return { mark, liquidation: liquidationOf(stake, account, () => sumsOf(quoteOf(pairTitle)), rules) };
  };
}

/** The price at which a deal ended; a cancelled one has only its entry. */
export function endMark({ market }: DealRecord): DealMark {
  return { mark: market.exit?.price ?? averageText(market.amount, market.cost), liquidation: "0" };
}

/** Where the exchange takes a position; "0" where no price does, and for cross positions of an account without limits. */
export function liquidationOf(stake: Stake, account: Account, sums: () => Sums, rules: MarketRules): string {
  if (stake.isolated) return stake.liquidation === null ? "0" : money(new Big(stake.liquidation));
  if (!account.isLimited || stake.holding.amount.eq(0)) return "0";
  const price = crossLiquidation(stake, sums(), rules);
  return price === undefined ? "0" : money(price);
}
