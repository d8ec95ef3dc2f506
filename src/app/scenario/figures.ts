// The figures of a scenario from its deals and extremes: of one bot, or of all together.
import Big from "big.js";
import type { FigureName, Figures } from "../../model/scenario/figures.js";
import type { Extremes } from "../../model/scenario/played.js";
import type { ScenarioDeal } from "../../model/scenario/result.js";

/** Which deals a figure counts, where it counts deals. */
export const COUNTS = {
  opened: () => true,
  deals: ({ ended }) => ended !== "running",
  running: ({ ended }) => ended === "running",
  takeProfits: ({ ended }) => ended === "take-profit",
  stopLosses: ({ ended }) => ended === "stop",
  liquidations: ({ ended }) => ended === "liquidated",
} as const satisfies Partial<Record<FigureName, (deal: ScenarioDeal) => boolean>>;

/** @param lasts milliseconds: a running deal has lasted until then */
export function figuresOf(deals: readonly ScenarioDeal[], extremes: Extremes, lasts: number): Figures {
  const count = (isMeant: (deal: ScenarioDeal) => boolean) => String(deals.filter(isMeant).length);
  const sum = (pick: (deal: ScenarioDeal) => string) =>
    deals.reduce((total, deal) => total.plus(pick(deal)), new Big(0));
  const [net, open] = [sum((deal) => deal.net), sum((deal) => deal.open)];
  return {
    opened: count(COUNTS.opened),
    deals: count(COUNTS.deals),
    running: count(COUNTS.running),
    takeProfits: count(COUNTS.takeProfits),
    stopLosses: count(COUNTS.stopLosses),
    liquidations: count(COUNTS.liquidations),
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
