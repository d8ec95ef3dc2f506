// Maintenance margin by tiers, and the price at which an exchange takes a position away (linear contracts).
import Big from "big.js";
import type { Tier } from "../model/risk/assumptions.js";
import { type Holding, profitAt } from "./take-profit.js";

export type { Tier } from "../model/risk/assumptions.js";

/** A tier with its maintenance amount: cum_i = cum_(i−1) + floor_i·(MMR_i − MMR_(i−1)). */
export interface TierAmount {
  readonly floor: Big;
  readonly rate: Big;
  readonly cum: Big;
}

/** Tiers in rising order, the first from 0. */
export function withAmounts(tiers: readonly Tier[]): readonly TierAmount[] {
  const result: TierAmount[] = [];
  for (const tier of tiers) {
    const before = result.at(-1);
    const [floor, rate] = [new Big(tier.floor), new Big(tier.rate)];
    const cum = before === undefined ? new Big(0) : before.cum.plus(floor.times(rate.minus(before.rate)));
    result.push({ floor, rate, cum });
  }
  return result;
}

const NO_TIER: TierAmount = { floor: new Big(0), rate: new Big(0), cum: new Big(0) };

/** The tier that a notional belongs to. */
export function tierAt(tiers: readonly TierAmount[], notional: Big): TierAmount {
  return tiers.findLast(({ floor }) => notional.gte(floor)) ?? tiers[0] ?? NO_TIER;
}

/** Notional·MMR − cum. */
export function maintenanceMargin(tiers: readonly TierAmount[], notional: Big): Big {
  const { rate, cum } = tierAt(tiers, notional);
  return notional.times(rate).minus(cum);
}

/**
 * Binance: LP = (WB + cum − s·C + UPNL_other − TMM_other) / (N·(MMR − s)).
 * @param backing WB + UPNL_other − TMM_other: what stands behind the position; of an isolated one its own margin
 * @returns undefined where the formula's price is 0 or less: then no price takes a LONG away, and every price a SHORT
 */
export function liquidationPrice(holding: Holding, backing: Big, tiers: readonly TierAmount[]): Big | undefined {
  const { amount } = holding;
  if (amount.eq(0)) return undefined;
  // Which tier holds depends on the price that is sought: tried until it is the tier of its own result.
  let tier = tierAt(tiers, holding.cost);
  for (let turn = 0; turn <= tiers.length; turn += 1) {
    const price = priceInTier(holding, backing, tier);
    // Below 0 the lowest tier decides: a higher one's amount counts only up there.
    const own = tierAt(tiers, amount.times(price));
    if (own === tier) return aboveZero(price);
    tier = own;
  }
  return aboveZero(priceInTier(holding, backing, tier));
}

function priceInTier({ long, amount, cost }: Holding, backing: Big, { rate, cum }: TierAmount): Big {
  const above = backing.plus(cum).minus(long ? cost : cost.times(-1));
  const below = amount.times(long ? rate.minus(1) : rate.plus(1));
  return above.div(below);
}

function aboveZero(price: Big): Big | undefined {
  return price.gt(0) ? price : undefined;
}

/** Bybit: LP = A − s·(IM − MM)/N − s·extra/N, with IM = C/L and MM = C·MMR − deduction. */
export function bybitLiquidationPrice(
  { long, amount, cost }: Holding,
  leverage: Big,
  { rate, cum }: TierAmount,
  extra: Big = new Big(0),
): Big {
  const room = cost.div(leverage).minus(cost.times(rate).minus(cum)).plus(extra).div(amount);
  const average = cost.div(amount);
  return long ? average.minus(room) : average.plus(room);
}

/** Gate and OKX: LP = (A − s·W/N) / (1 − s·(MMR + takerFee)); W is the margin behind the position. */
export function gateLiquidationPrice(
  { long, amount, cost }: Holding,
  margin: Big,
  { rate }: TierAmount,
  takerFee: Big,
): Big {
  const [average, each] = [cost.div(amount), margin.div(amount)];
  const rates = rate.plus(takerFee);
  return long ? average.minus(each).div(new Big(1).minus(rates)) : average.plus(each).div(rates.plus(1));
}

/** Whether what stands behind positions no longer exceeds the maintenance margin they need. */
export function isExhausted(backing: Big, maintenance: Big): boolean {
  return backing.lte(maintenance);
}

/** Profit at `mark` less the maintenance margin there: what one cross position adds to or takes from the others' backing. */
export function leaves(holding: Holding, mark: Big, tiers: readonly TierAmount[]): Big {
  return profitAt(holding, mark).minus(maintenanceMargin(tiers, holding.amount.times(mark)));
}
