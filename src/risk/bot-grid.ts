// What one bot may cost, order by order: the grid table with average, take profit, margin and liquidation after each fill.
import Big from "big.js";
import type { SomeFields } from "../model/bot/field.js";
import type { Assumptions } from "../model/risk/assumptions.js";
import { type BotGrid, isKnown, type Liquidation, type RungRisk, type UnknownRisk } from "../model/risk/risk.js";
import { roundingOf, tiersOf } from "./assumptions.js";
import { backingOf } from "./backing.js";
import { botRisk } from "./bot-risk.js";
import { type GridOrder, gridOf, type Rounding } from "./grid.js";
import { firstInside, type Ground, liquidationOf, type Taken } from "./grid-liquidation.js";
import type { Known } from "./known.js";
import { initialMargin } from "./margin.js";
import { bounce, type Holding } from "./take-profit.js";
import { areTerms, type BotTerms, botTerms } from "./terms.js";
import { textOf } from "./text.js";

/** A first fill at 100: shares, volumes and margins are as they would be at any price. */
const RELATIVE = "100";
/** No lot: of a quantity that is only relative no place is left out. */
const UNROUNDED: Rounding = { tick: null, lot: "0.000000000000000001" };

/** The grid of a bot with these settings; `on` says whether it can start deals. */
export function botGrid(
  fields: SomeFields,
  on: boolean,
  known: Known,
  assumptions: Assumptions,
): BotGrid | UnknownRisk {
  const terms = botTerms(fields, assumptions);
  const risk = botRisk(fields, on, known, assumptions);
  if (!areTerms(terms) || !isKnown(risk)) return { kind: "unknown", lacks: areTerms(terms) ? [] : terms };
  const { basis } = risk;
  const rounding =
    basis.kind === "relative" ? UNROUNDED : { ...roundingOf(assumptions, terms.pair), mode: assumptions.rounding.mode };
  const orders = gridOf(terms.grid, basis.kind === "relative" ? RELATIVE : basis.price, rounding);
  const ground = groundOf(terms, known, assumptions);
  const taken = orders.map((order) => liquidationOf(holdingOf(terms, order), ground));
  const inside = firstInside(terms.grid.long, orders, taken);
  const isRelative = basis.kind === "relative";
  const rungs = orders.map((order, index) => rungOf(terms, order, taken[index] ?? null, { inside, isRelative }));
  return { risk, rungs };
}

function holdingOf({ grid }: BotTerms, { total, cost }: GridOrder): Holding {
  return { long: grid.long, amount: total, cost };
}

/** T = A·(1 + s·t). */
function exitOf(long: boolean, { average }: GridOrder, percent: Big): Big {
  const move = percent.div(100);
  return average.times(long ? move.plus(1) : new Big(1).minus(move));
}

function rungOf(
  { grid, leverage, takeProfit }: BotTerms,
  order: GridOrder,
  taken: Taken,
  at: { readonly inside: number | undefined; readonly isRelative: boolean },
): RungRisk {
  const exit = exitOf(grid.long, order, takeProfit);
  const distance = taken === null || taken === "unknown" ? null : distanceOf(grid.long, order.price, taken);
  return {
    number: order.number,
    deviation: textOf(order.deviation),
    price: textOf(order.price),
    quantity: at.isRelative ? null : textOf(order.amount),
    volume: textOf(order.volume),
    volumes: textOf(order.volumes),
    average: textOf(order.average),
    takeProfit: textOf(exit),
    bounce: textOf(bounce(exit, order.price)),
    margin: textOf(initialMargin(order.cost, leverage)),
    liquidation: shown(taken),
    distance,
    flag:
      at.inside === undefined || order.number < at.inside
        ? null
        : order.number === at.inside
          ? "last-chance"
          : "unreachable",
  };
}

/** s·(P − LP)/P: how far the price still goes; below 0 it is past it already. */
function distanceOf(long: boolean, price: Big, taken: Big): string {
  const room = long ? price.minus(taken) : taken.minus(price);
  return textOf(room.div(price));
}

function shown(taken: Taken): Liquidation {
  if (taken === "unknown") return { kind: "unknown", needs: "balance" };
  return taken === null ? { kind: "never" } : { kind: "price", price: textOf(taken) };
}

function groundOf(terms: BotTerms, known: Known, assumptions: Assumptions): Ground {
  const { leverage, isolated, pair } = terms;
  const tiers = tiersOf(assumptions, pair);
  return {
    leverage,
    isolated,
    tiers,
    assumptions,
    backing: isolated ? undefined : backingOf(terms, known, assumptions),
  };
}
