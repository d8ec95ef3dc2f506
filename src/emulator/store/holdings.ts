// What an account holds of one asset, added up by pair, side and margin mode, so that no order has to go through all deals.
import Big from "big.js";
import { orderMarginOf, type Stake } from "../../market/account.js";
import type { MarketRules } from "../../market/rules.js";
import { maintenanceMargin } from "../../risk/liquidation.js";
import { initialMargin } from "../../risk/margin.js";
import { profitAt } from "../../risk/take-profit.js";
import type { DealRecord } from "./records.js";

/** Of one deal, or of all of one pair, side and margin mode. */
interface Part {
  readonly pairTitle: string;
  readonly long: boolean;
  readonly isolated: boolean;
  readonly amount: Big;
  readonly cost: Big;
  readonly positionMargin: Big;
  readonly orderMargin: Big;
}

export class Holdings {
  readonly #rules: MarketRules;
  readonly #parts = new Map<string, Part>();
  /** What each deal added, to take it away again. */
  readonly #byDeal = new Map<number, Part>();

  constructor(rules: MarketRules) {
    this.#rules = rules;
  }

  /** Counts a deal as it is now, in the place of what it was. */
  keep({ id, market }: DealRecord): void {
    const before = this.#byDeal.get(id);
    const isGone = market.status === "ENDED" && market.amount === "0";
    if (isGone && before === undefined) return;
    if (before !== undefined) this.#add(before, -1);
    this.#byDeal.delete(id);
    if (isGone) return;
    const { strategy, isolated, leverage, pairTitle } = market.settings;
    const cost = new Big(market.cost);
    const part = {
      pairTitle,
      long: strategy === "LONG",
      isolated,
      amount: new Big(market.amount),
      cost,
      positionMargin: initialMargin(cost, leverage),
      orderMargin: orderMarginOf(market, this.#rules),
    };
    this.#byDeal.set(id, part);
    this.#add(part, 1);
  }

  /** Each pair, side and margin mode as one stake. @param priceOf the pair's price now */
  stakes(priceOf: (pair: string) => Big): readonly Stake[] {
    return [...this.#parts.values()].map((part) => {
      const { pairTitle, isolated, positionMargin, orderMargin } = part;
      const holding = { long: part.long, amount: part.amount, cost: part.cost };
      const mark = priceOf(pairTitle);
      const unrealised = profitAt(holding, mark);
      const maintenance = maintenanceMargin(this.#rules.tiers, holding.amount.times(mark));
      // Deals of one pair may differ in leverage; what follows from it is in the margins.
      const rest = { leverage: "1", liquidation: null };
      return { pairTitle, holding, mark, isolated, unrealised, positionMargin, orderMargin, maintenance, ...rest };
    });
  }

  #add(part: Part, sign: 1 | -1): void {
    const key = `${part.pairTitle} ${part.long} ${part.isolated}`;
    const before = this.#parts.get(key);
    const sum = (pick: (of: Part) => Big) => {
      const old = before === undefined ? 0 : pick(before);
      return sign === 1 ? pick(part).plus(old) : new Big(old).minus(pick(part));
    };
    const after = {
      ...part,
      amount: sum((of) => of.amount),
      cost: sum((of) => of.cost),
      positionMargin: sum((of) => of.positionMargin),
      orderMargin: sum((of) => of.orderMargin),
    };
    if (after.amount.eq(0) && after.orderMargin.eq(0)) this.#parts.delete(key);
    else this.#parts.set(key, after);
  }
}
