// A deal of a scenario in one line, as a trader tells it.
import { figureText } from "../../model/scenario/expectation.js";
import { momentText } from "../../model/scenario/moment.js";
import type { ScenarioDeal } from "../../model/scenario/result.js";
import type { DealEnd } from "../../model/scenario/scenario.js";
import { counted } from "../../model/text/counted.js";

const ENDS: Readonly<Record<DealEnd, string>> = {
  "take-profit": "took its profit",
  stop: "stopped out",
  delay: "closed after its delay",
  command: "closed by command",
  cancelled: "cancelled",
  liquidated: "liquidated",
  running: "still running",
};

export function dealText(deal: ScenarioDeal, quote: string): string {
  const { number, bot, pair, opened, closed, ended, safetyOrders, entry, exit, net, open } = deal;
  const average = entry === null ? "" : `, average ${entry}`;
  const end = closed === null ? "" : ` at ${momentText(closed)}`;
  const price = exit === null ? "" : `, ${pair} at ${exit}`;
  const money = ended === "running" ? `, ${figureText("open", open)} ${quote} open` : "";
  return `deal ${number} of ${bot}: ${ENDS[ended]}${end}${price}${money}; opened at ${momentText(opened)}, ${counted(safetyOrders, "safety order")}${average}, net ${figureText("net", net)} ${quote}`;
}

/** So many deals are named. */
const NAMED = 3;

/** Further deals in one line, each by how and when it ended; none is no line. */
export function briefly(deals: readonly ScenarioDeal[]): readonly string[] {
  if (deals.length === 0) return [];
  const names = deals.slice(0, NAMED).map(({ number, bot, ended, closed, pair, exit }) => {
    const end = closed === null ? "" : ` at ${momentText(closed)}`;
    return `deal ${number} of ${bot} (${ENDS[ended]}${end}${exit === null ? "" : `, ${pair} at ${exit}`})`;
  });
  const more = deals.length > NAMED ? [`${deals.length - NAMED} more`] : [];
  return [`and ${[...names, ...more].join(", ")}`];
}

/** `, USDT-BTC at 44800`; of several pairs no more than three. */
export function pricesText(prices: Readonly<Record<string, number>>): string {
  const all = Object.entries(prices);
  const named = all.slice(0, 3).map(([pair, price]) => `, ${pair} at ${price}`);
  return `${named.join("")}${all.length > 3 ? `, and ${all.length - 3} more` : ""}`;
}
