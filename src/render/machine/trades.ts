// The list of trades of simulations, for a spreadsheet or a program: a row for each ended deal of each replay.
import type { TradeFacts } from "../../model/risk/back-test.js";
import type { SimulationFacts } from "../../model/risk/simulation.js";
import { type Columns, csv, number, text } from "./csv.js";

interface Row {
  readonly account: string;
  readonly order: string;
  readonly trade: TradeFacts;
}

const iso = (time: number) => new Date(time).toISOString();

const COLUMNS: Columns<Row> = [
  ["account", ({ account }) => text(account)],
  ["order", ({ order }) => text(order)],
  ["bot", ({ trade }) => text(trade.bot)],
  ["pair", ({ trade }) => text(trade.pairTitle)],
  ["side", ({ trade }) => text(trade.side)],
  ["opened", ({ trade }) => text(iso(trade.opened))],
  ["closed", ({ trade }) => text(iso(trade.closed))],
  ["entry", ({ trade }) => number(trade.entry)],
  ["amount", ({ trade }) => number(trade.amount)],
  ["exit", ({ trade }) => number(trade.exit)],
  ["safetyOrders", ({ trade }) => number(trade.safetyOrders)],
  ["profit", ({ trade }) => number(trade.profit)],
  ["fees", ({ trade }) => number(trade.fees)],
  ["funding", ({ trade }) => number(trade.funding)],
  ["net", ({ trade }) => number(trade.net)],
  ["reason", ({ trade }) => text(trade.reason)],
];

/** How a file of each form begins. */
export const TRADES_CSV_BEGINS = ["account,order,bot,pair,side,opened,closed,entry,"];
export const TRADES_JSON_BEGINS = ['[\n  {\n    "account":', "[]\n"];

export function tradesCsv(simulations: readonly SimulationFacts[]): string {
  return csv(
    COLUMNS.map(([head]) => head),
    rowsOf(simulations).map((row) => COLUMNS.map(([, value]) => value(row))),
    "\n",
  );
}

export function tradesJson(simulations: readonly SimulationFacts[]): string {
  const rows = rowsOf(simulations).map(({ account, order, trade }) => ({ account, order, ...tradeJson(trade) }));
  return `${JSON.stringify(rows, null, 2)}\n`;
}

/** Times as ISO 8601. */
export function tradeJson(trade: TradeFacts): object {
  return { ...trade, opened: iso(trade.opened), closed: iso(trade.closed) };
}

function rowsOf(simulations: readonly SimulationFacts[]): readonly Row[] {
  return simulations.flatMap(({ account, replays }) =>
    replays.flatMap(({ order, trades }) => trades.map((trade) => ({ account, order, trade }))),
  );
}
