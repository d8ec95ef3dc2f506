// The account behind the deals: margin, maintenance, free balance, and when the exchange liquidates positions.
import Big from "big.js";
import { type Deal, holdingOf } from "./deal.js";
import { dealParams, ladderMargin } from "./deal-params.js";
import { type Holding, initialMargin, profitAt } from "./holding.js";
import { liquidationPrice, maintenanceMargin } from "./liquidation.js";
import { liquidationByTerms } from "./liquidation-terms.js";
import { type MarketRules, tiersOf } from "./rules.js";

/** What one deal (running, or cancelled with its position left) means to its account. Quote asset throughout. */
export interface Stake {
  readonly pairTitle: string;
  readonly holding: Holding;
  readonly mark: Big;
  readonly leverage: string;
  readonly isolated: boolean;
  /** Unrealised, before fees. */
  readonly unrealised: Big;
  /** Of the position: cost / leverage. Counted from the entry, so that it stays between fills. */
  readonly positionMargin: Big;
  /** Of the working orders: their volumes / leverage. */
  readonly orderMargin: Big;
  readonly maintenance: Big;
  /** Of an isolated position; for a cross one see `crossLiquidation`. */
  readonly liquidation: string | null;
}

export function stakeOf(deal: Deal, mark: string, rules: MarketRules): Stake {
  const { settings } = deal;
  const holding = holdingOf(deal);
  const price = new Big(mark);
  return {
    pairTitle: settings.pairTitle,
    holding,
    mark: price,
    leverage: settings.leverage,
    isolated: settings.isolated,
    unrealised: profitAt(holding, price),
    positionMargin: initialMargin(holding.cost, settings.leverage),
    orderMargin: orderMarginOf(deal, rules),
    maintenance: maintenanceMargin(tiersOf(rules, settings.pairTitle), holding.amount.times(price)),
    liquidation: deal.liquidation,
  };
}

/** Margin of a deal's working orders; a take profit reduces the position and needs none. */
export function orderMarginOf(deal: Deal, rules: MarketRules): Big {
  if (deal.status === "ENDED") return new Big(0);
  const { firstOrder, settings, safety } = deal;
  if (firstOrder !== null) return initialMargin(new Big(firstOrder.amount).times(firstOrder.price), settings.leverage);
  return ladderMargin(dealParams(settings, rules), safety.filled, safety.placed);
}

/** The sums of one asset. */
export interface Sums {
  readonly wallet: Big;
  readonly unrealised: Big;
  readonly crossUnrealised: Big;
  readonly positionMargin: Big;
  readonly orderMargin: Big;
  readonly maintenance: Big;
  /** wallet + unrealised. */
  readonly marginBalance: Big;
  /** The wallet without what isolated positions hold. */
  readonly crossWallet: Big;
  /** What cross positions have behind them (cross wallet and their own unrealised profit), and what they need of it. */
  readonly crossBacking: Big;
  readonly crossMaintenance: Big;
  /** crossBacking − margin of cross positions and of all working orders; never below 0. */
  readonly free: Big;
}

export function sumsOf(wallet: Big, stakes: readonly Stake[]): Sums {
  const total = (pick: (stake: Stake) => Big, of = stakes) =>
    of.reduce((sum, stake) => sum.plus(pick(stake)), new Big(0));
  const cross = stakes.filter(({ isolated }) => !isolated);
  const isolated = stakes.filter((stake) => stake.isolated);
  const unrealised = total((stake) => stake.unrealised);
  const crossUnrealised = total((stake) => stake.unrealised, cross);
  const crossWallet = wallet.minus(total((stake) => stake.positionMargin, isolated));
  const crossBacking = crossWallet.plus(crossUnrealised);
  const orderMargin = total((stake) => stake.orderMargin);
  const free = crossBacking.minus(total((stake) => stake.positionMargin, cross)).minus(orderMargin);
  return {
    wallet,
    unrealised,
    crossUnrealised,
    positionMargin: total((stake) => stake.positionMargin),
    orderMargin,
    maintenance: total((stake) => stake.maintenance),
    marginBalance: wallet.plus(unrealised),
    crossWallet,
    crossBacking,
    crossMaintenance: total((stake) => stake.maintenance, cross),
    free: free.lt(0) ? new Big(0) : free,
  };
}

/** The price of its own pair at which a cross position brings its account down, the other marks standing still. */
export function crossLiquidation(stake: Stake, sums: Sums, rules: MarketRules): Big | undefined {
  const backing = sums.crossBacking.minus(stake.unrealised).minus(sums.crossMaintenance.minus(stake.maintenance));
  return liquidationPrice(stake.holding, backing, tiersOf(rules, stake.pairTitle));
}

/** Of an isolated position: its own margin alone stands behind it. */
export function isolatedLiquidation(
  holding: Holding,
  leverage: string,
  rules: MarketRules,
  pair: string,
): Big | undefined {
  const tiers = tiersOf(rules, pair);
  const { liquidation: terms } = rules;
  if (terms === undefined || (terms.liquidation === "binance" && terms.safetyBuffer === "0"))
    return liquidationPrice(holding, initialMargin(holding.cost, leverage), tiers);
  return liquidationByTerms(holding, leverage, tiers, terms);
}
