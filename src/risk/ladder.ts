// A bot's grid with the price limits that hold back its deals.
import type { SomeFields } from "../model/bot/field.js";
import type { Assumptions } from "../model/risk/assumptions.js";
import type { Ladder } from "../model/risk/ladder.js";
import type { UnknownRisk } from "../model/risk/risk.js";
import { botGrid } from "./bot-grid.js";
import type { Known } from "./known.js";

/** @param on whether it can start deals */
export function ladderOf(
  fields: SomeFields,
  on: boolean,
  known: Known,
  assumptions: Assumptions,
): Ladder | UnknownRisk {
  const grid = botGrid(fields, on, known, assumptions);
  return "rungs" in grid ? { grid, ...limitsOf(fields) } : grid;
}

/** Those that are in force. */
function limitsOf({ priceLevel, priceLevelUp, priceLevelDown }: SomeFields): Pick<Ladder, "upper" | "lower"> {
  const has = (word: string) => priceLevel === word || priceLevel === "BOTH";
  return { upper: (has("UPPER") ? priceLevelUp : null) ?? null, lower: (has("LOWER") ? priceLevelDown : null) ?? null };
}
