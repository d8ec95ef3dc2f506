// A bot's grid with the price limits that hold back its deals; of a plan's bots, before and after.
import type { SomeFields } from "../model/bot/field.js";
import type { Plan } from "../model/plan/plan.js";
import type { Assumptions } from "../model/risk/assumptions.js";
import type { Ladder, LadderPair } from "../model/risk/ladder.js";
import type { UnknownRisk } from "../model/risk/risk.js";
import { botGrid } from "./bot-grid.js";
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
}

export function planLadders(
  { made, assumptions, marketData }: Priced,
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
    return [[address, { before, after: isChanged || observed === null ? drawn(target) : before }] as const];
  });
  return Object.fromEntries(pairs);
}
