// Works out the grid of one bot order by order: average, take profit, margin and liquidation after each fill.

import type { SomeFields } from "../model/bot/field.js";
import type { Assumptions } from "../model/risk/assumptions.js";
import { type BotGrid, isKnown, type RungRisk, type UnknownRisk } from "../model/risk/risk.js";
import { botRisk, exitOf, startOf } from "./bot-risk.js";
import { type Fill, fillsOf } from "./fills.js";
import { fixed, fixedText, over } from "./fixed.js";
import { areParams, botParams } from "./grid-params.js";
import { liquidationAt, type Stand } from "./liquidation.js";
import type { MarketData } from "./market-data.js";
import { standOf } from "./stand.js";

/** Significant digits of a price whose tick nobody stated: more than any exchange quotes. */
const DIGITS = 12;

/** The grid of a bot with these settings; `on` says whether it can start deals. */
export function botGrid(
  fields: SomeFields,
  on: boolean,
  marketData: MarketData,
  assumptions: Assumptions,
): BotGrid | UnknownRisk {
  const params = botParams(fields, assumptions);
  const risk = botRisk(fields, on, marketData, assumptions);
  if (!areParams(params) || !isKnown(risk)) return { kind: "unknown", lacks: areParams(params) ? [] : params };
  const { first, rounding } = startOf(params, marketData, assumptions);
  const fills = fillsOf(params.grid, first, { ...rounding, digits: DIGITS });
  const stand = standOf(params, marketData, assumptions);
  const { liquidation, basis } = risk;
  const last = liquidation.kind === "inside" ? liquidation.after : fills.length;
  const rungs = fills.map((fill, number): RungRisk => {
    const before = fills[number - 1];
    const { average, exit, bounce } = exitOf(params, fill);
    return {
      number,
      deviation: fixedText(fill.deviation),
      price: fixedText(fill.price),
      quantity: basis.kind === "relative" ? null : fixedText(fill.amount - (before?.amount ?? 0n)),
      volume: fixedText(fill.volumes - (before?.volumes ?? 0n)),
      volumes: fixedText(fill.volumes),
      average: fixedText(average),
      takeProfit: fixedText(exit),
      bounce: fixedText(bounce),
      margin: fixedText(over(fill.cost, fixed(params.leverage))),
      ...endOf(params.grid.long, fill, stand),
      flag: number < last ? null : number === last ? "last-chance" : "unreachable",
    };
  });
  return { risk, rungs };
}

/** s·(P − LP)/P is how far the price still goes; below 0 it is past the liquidation already. */
function endOf(long: boolean, { amount, cost, price }: Fill, stand: Stand): Pick<RungRisk, "liquidation" | "distance"> {
  if (amount !== 0n && !stand.isolated && stand.backing === undefined)
    return { liquidation: { kind: "unknown", needs: "balance" }, distance: null };
  const end = liquidationAt({ long, amount, cost }, stand);
  if (end === undefined) return { liquidation: { kind: "never" }, distance: null };
  const room = long ? price - end : end - price;
  return { liquidation: { kind: "price", price: fixedText(end) }, distance: fixedText(over(room, price)) };
}
