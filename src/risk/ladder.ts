// A bot's grid with the price limits that hold back its deals; of a plan's bots, before and after.
import type { SomeFields } from "../model/bot/field.js";
import type { RunningDeal } from "../model/deal/deal.js";
import { safetyOrdersUsed } from "../model/deal/safety-orders.js";
import type { Plan } from "../model/plan/plan.js";
import type { Assumptions } from "../model/risk/assumptions.js";
import type { Ladder, LadderPair } from "../model/risk/ladder.js";
import type { UnknownRisk } from "../model/risk/risk.js";
import { botGrid } from "./bot-grid.js";
import { fixed, fixedText, over, times } from "./fixed.js";
import type { MarketData } from "./market-data.js";

/** @param on whether it can start deals */
export function ladderOf(
  fields: SomeFields,
  on: boolean,
  marketData: MarketData,
  assumptions: Assumptions,
): Ladder | UnknownRisk {
  const grid = botGrid(fields, on, marketData, assumptions);
  return "rungs" in grid ? { grid, ...limitsOf(fields) } : grid;
}

/** The newest of these running deals, from its own first fill: its average entry tells that, once its volume tells how many orders have filled. */
export function dealLadder(
  deals: readonly RunningDeal[],
  marketData: MarketData,
  assumptions: Assumptions,
): Ladder | undefined {
  const [deal] = deals.toSorted((left, right) => right.id - left.id);
  if (deal?.entryPrice == null || deal.entryPrice === "0") return undefined;
  const { id, settings, pairTitle, entryPrice, position = null } = deal;
  const filled = safetyOrdersUsed({ settings, position, result: null });
  const relative = ladderOf(settings, true, { ...marketData, prices: new Map() }, assumptions);
  if (filled === null || !("grid" in relative)) return undefined;
  const [start, now] = [relative.grid.rungs[0], relative.grid.rungs[filled]];
  if (start === undefined || now === undefined) return undefined;
  const first = fixedText(over(times(fixed(entryPrice), fixed(start.price)), fixed(now.average)));
  const prices = new Map([[pairTitle, { price: first, source: "deal" as const }]]);
  const ladder = ladderOf(settings, true, { ...marketData, prices }, assumptions);
  return "grid" in ladder ? { ...ladder, deal: { id, filled: filled + 1 } } : undefined;
}

/** Those that are in force. */
function limitsOf({ priceLevel, priceLevelUp, priceLevelDown }: SomeFields): Pick<Ladder, "upper" | "lower"> {
  const has = (word: string) => priceLevel === word || priceLevel === "BOTH";
  return { upper: (has("UPPER") ? priceLevelUp : null) ?? null, lower: (has("LOWER") ? priceLevelDown : null) ?? null };
}

/** What a plan's figures in money were worked out from; without `marketData` there are no ladders. */
export interface Priced {
  readonly made: Plan;
  readonly assumptions: Assumptions;
  readonly marketData: MarketData | undefined;
  readonly deals?: readonly RunningDeal[];
}

export function planLadders(
  { made, assumptions, marketData, deals = [] }: Priced,
  addresses: readonly string[],
): Readonly<Record<string, LadderPair>> {
  if (marketData === undefined || made.money === undefined) return {};
  const drawn = (fields: SomeFields) => {
    const ladder = ladderOf(fields, true, marketData, assumptions);
    return "grid" in ladder ? ladder : undefined;
  };
  const pairs = addresses.flatMap((address) => {
    const bot = made.bots[address];
    if (bot === undefined) return [];
    const { observed, target } = bot;
    const isChanged = made.steps.some((step) => step.address === address && step.changes.length > 0);
    const before = observed === null ? undefined : drawn(observed.fields);
    const own = deals.filter(({ botId }) => botId === observed?.id);
    const running = dealLadder(own, marketData, assumptions);
    const after = isChanged || observed === null ? drawn(target) : before;
    return [[address, { before, after, ...(running && { running }) }] as const];
  });
  return Object.fromEntries(pairs);
}
