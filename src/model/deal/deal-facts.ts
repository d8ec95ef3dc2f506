// A deal with what is concluded from it: whose it is, its profit in percent, its safety orders.
import Big from "big.js";
import type { DesiredBot } from "../bot/desired.js";
import type { Deal, Protection } from "./deal.js";
import { asAskedFor } from "./protection.js";
import { safetyOrdersUsed } from "./safety-orders.js";

export interface DealFacts {
  readonly deal: Deal;
  /** `account/bot-key` where the configuration declares its bot. */
  readonly address: string | null;
  /** Its bot's title now, else the one it had when the deal opened. */
  readonly title: string;
  /** Of the position's entry value, without leverage; two decimals. null where that can't be told. */
  readonly profitPercent: string | null;
  readonly safetyOrders: {
    /** Concluded from volumes; null where they don't tell. */
    readonly used: number | null;
    /** countOrderMax of the deal's settings. */
    readonly most: string | null;
  };
  /** Absent of a deal that has ended. */
  readonly protection?: Protection;
}

type Named = Pick<DesiredBot, "address" | "opensWithoutTakeProfit">;

/** @param bot the configured one */
export function factsOf(deal: Deal, bot: Named | undefined, title: string | null | undefined): DealFacts {
  return {
    deal,
    address: bot?.address ?? null,
    title: title ?? deal.settings.title ?? "",
    profitPercent: percentOf(deal),
    safetyOrders: { used: safetyOrdersUsed(deal), most: deal.settings.countOrderMax },
    ...(deal.protection && { protection: asAskedFor(deal.protection, bot) }),
  };
}

function percentOf({ position }: Deal): string | null {
  if (position === null) return null;
  const { profit, amount, entryPrice } = position;
  if (profit === null || amount === null || entryPrice === null) return null;
  const value = new Big(amount).times(entryPrice).abs();
  if (value.eq(0)) return null;
  const percent = new Big(profit).times(100).div(value).round(2);
  return percent.eq(0) ? "0" : percent.toFixed();
}
