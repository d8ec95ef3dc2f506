// Where a grid's position would be liquidated after each fill, and which orders that keeps from filling (risk-maths, "Liquidation inside the grid").
import Big from "big.js";
import type { Assumptions } from "../model/risk/assumptions.js";
import type { GridOrder } from "./grid.js";
import {
  bybitLiquidationPrice,
  gateLiquidationPrice,
  liquidationPrice,
  type TierAmount,
  tierAt,
} from "./liquidation.js";
import { initialMargin } from "./margin.js";
import type { Holding } from "./take-profit.js";

/** What decides over a position's end. */
export interface Ground {
  readonly leverage: string;
  readonly isolated: boolean;
  readonly tiers: readonly TierAmount[];
  readonly assumptions: Pick<Assumptions, "liquidation" | "safetyBuffer" | "takerFee">;
  /** Behind a cross position: WB + UPNL_other − TMM_other; undefined where no balance is known. */
  readonly backing: Big | undefined;
}

/** null: no price above 0 takes it away. 0: every price does, and the position is gone at once. "unknown": a cross position without a balance. */
export type Taken = Big | null | "unknown";

/** With the safety buffer: LP' = LP + s·|A − LP|·buffer. */
export function liquidationOf(holding: Holding, ground: Ground): Taken {
  if (holding.amount.eq(0)) return null;
  const price = plainLiquidation(holding, ground);
  if (price === "unknown" || price === null) return price;
  // What no price takes away has nothing that a buffer could bring nearer.
  if (price.lte(0)) return beyondZero(holding);
  const { safetyBuffer } = ground.assumptions;
  const moved = safetyBuffer === "0" ? price : buffered(holding, price, safetyBuffer);
  return moved.gt(0) ? moved : beyondZero(holding);
}

/** A price of 0 or less is one that a LONG never meets, and one that a SHORT is past already. */
function beyondZero({ long }: Holding): Big | null {
  return long ? null : new Big(0);
}

/** Behind an isolated position stands its margin, behind a cross one the whole balance. */
function plainLiquidation(holding: Holding, { isolated, leverage, tiers, assumptions, backing }: Ground): Taken {
  const own = initialMargin(holding.cost, leverage);
  const behind = isolated ? own : backing;
  if (behind === undefined) return "unknown";
  if (assumptions.liquidation === "binance") return liquidationPrice(holding, behind, tiers) ?? beyondZero(holding);
  const tier = tierAt(tiers, holding.cost);
  if (assumptions.liquidation === "bybit")
    return bybitLiquidationPrice(holding, new Big(leverage), tier, behind.minus(own));
  if (holding.long && tier.rate.plus(assumptions.takerFee).gte(1)) return null;
  return gateLiquidationPrice(holding, behind, tier, new Big(assumptions.takerFee));
}

function buffered({ long, cost, amount }: Holding, price: Big, buffer: string): Big {
  const step = cost.div(amount).minus(price).abs().times(buffer);
  return long ? price.plus(step) : price.minus(step);
}

/** Whether the order can't fill any more: s·(LP − P) ≥ 0. */
export function isBeyond(long: boolean, liquidation: Taken, price: Big): boolean {
  if (liquidation === null || liquidation === "unknown") return false;
  return long ? liquidation.gte(price) : liquidation.lte(price);
}

/** The first order after which the next one can't fill; undefined where each can. */
export function firstInside(long: boolean, orders: readonly GridOrder[], taken: readonly Taken[]): number | undefined {
  const found = orders.findIndex((_, index) => {
    const next = orders[index + 1];
    return next !== undefined && isBeyond(long, taken[index] ?? null, next.price);
  });
  return found === -1 ? undefined : found;
}
