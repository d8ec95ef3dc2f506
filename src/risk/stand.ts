// The money behind a bot's position before it is liquidated: its own margin, or the balance less what other positions need.
import type { Assumptions } from "../model/risk/assumptions.js";
import { tiersOf } from "./assumptions.js";
import { absolute, type Fixed, fixed, times } from "./fixed.js";
import type { BotParams } from "./grid-params.js";
import { maintenanceOf, profitOf, type Stand } from "./liquidation.js";
import type { Held, MarketData } from "./market-data.js";

export function standOf(params: BotParams, marketData: MarketData, assumptions: Assumptions): Stand {
  const { leverage, isolated, pair } = params;
  return {
    leverage: fixed(leverage),
    isolated,
    brackets: tiersOf(assumptions, pair),
    backing: isolated ? undefined : backingOf(params, marketData, assumptions),
    assumptions,
  };
}

/** WB + UPNL_other − TMM_other, the others being the cross positions that run now in the same asset. */
function backingOf(
  { pair, side, quote }: BotParams,
  { funds, held }: MarketData,
  assumptions: Assumptions,
): Fixed | undefined {
  const own = funds?.get(quote);
  if (own === undefined) return undefined;
  const around = held.filter((one) => one.pair.startsWith(`${quote}-`));
  // Isolated positions hold a part of the wallet that doesn't stand behind cross ones.
  const locked = around.filter((one) => one.isolated);
  const others = around.filter((one) => !one.isolated && !(one.pair === pair && one.side === side));
  const free = locked.reduce((sum, { margin }) => sum - fixed(margin), fixed(own.wallet));
  return others.reduce((sum, one) => sum + leaves(one, assumptions), free);
}

/** Profit at the mark less the maintenance margin there: what one cross position adds to or takes from the others' backing. */
function leaves({ pair, side, amount, entryPrice, markPrice }: Held, assumptions: Assumptions): Fixed {
  if (amount === null || entryPrice === null || markPrice === null) return 0n;
  const [size, mark] = [absolute(fixed(amount)), fixed(markPrice)];
  const position = { long: side === "LONG", amount: size, cost: times(size, fixed(entryPrice)) };
  return profitOf(position, mark) - maintenanceOf(tiersOf(assumptions, pair), times(size, mark));
}
