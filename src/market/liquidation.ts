// Maintenance margin by tiers, and the price at which Binance takes a position away (linear contracts).
import Big from "big.js";
import type { Tier } from "../model/risk/assumptions.js";
import type { Holding } from "./holding.js";
import { quotient } from "./quotient.js";

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
 * LP = (WB + cum − s·C + UPNL_other − TMM_other) / (N·(MMR − s)).
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
  return quotient(above, below);
}

function aboveZero(price: Big): Big | undefined {
  return price.gt(0) ? price : undefined;
}
