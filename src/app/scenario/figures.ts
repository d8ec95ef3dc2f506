// The figures of a scenario from its deals and extremes: of one bot, or of all together.
import Big from "big.js";
import type { Figures } from "../../model/scenario/figures.js";
import type { Extremes } from "../../model/scenario/played.js";
import type { ScenarioDeal } from "../../model/scenario/result.js";

/** @param lasts milliseconds: a running deal has lasted until then */
export function figuresOf(deals: readonly ScenarioDeal[], extremes: Extremes, lasts: number): Figures {
  const count = (isMeant: (deal: ScenarioDeal) => boolean) => String(deals.filter(isMeant).length);
  const sum = (pick: (deal: ScenarioDeal) => string) =>
    deals.reduce((total, deal) => total.plus(pick(deal)), new Big(0));
  const [net, open] = [sum((deal) => deal.net), sum((deal) => deal.open)];
  return {
    opened: count(() => true),
    deals: count(({ ended }) => ended !== "running"),
    running: count(({ ended }) => ended === "running"),
    takeProfits: count(({ ended }) => ended === "take-profit"),
    stopLosses: count(({ ended }) => ended === "stop"),
    liquidations: count(({ ended }) => ended === "liquidated"),
    safetyOrders: String(Math.max(0, ...deals.map(({ safetyOrders }) => safetyOrders))),
    profit: sum(({ profit }) => profit).toFixed(),
    fees: sum(({ fees }) => fees).toFixed(),
    net: net.toFixed(),
    open: open.toFixed(),
    result: net.plus(open).toFixed(),
    drawdown: measured(extremes.drawdown),
    margin: measured(extremes.margin),
    longestDeal: String(Math.max(0, ...deals.map((deal) => timeOf(deal, lasts)))),
  };
}

/** Milliseconds from its opening to its end, or so far. */
export function timeOf({ opened, closed }: ScenarioDeal, lasts: number): number {
  return (closed ?? lasts) - opened;
}

/** Eight places, as money is booked: what a double adds in its last digits is none. */
function measured(value: number): string {
  return new Big(value).round(8).toFixed();
}
